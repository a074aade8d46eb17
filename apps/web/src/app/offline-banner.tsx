import { useSyncExternalStore } from 'react';
import { useTexts } from '../i18n/texts.ts';
import styles from './offline-banner.module.css';

function subscribeOnline(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** True while the device says that it has a network. */
export const useOnline = (): boolean => useSyncExternalStore(subscribeOnline, () => navigator.onLine);

export function OfflineBanner() {
  const { t } = useTexts();
  const online = useOnline();
  return <div role="status">{!online && <p className={styles.offline}>{t('common.offline')}</p>}</div>;
}
