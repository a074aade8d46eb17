import { Button } from '@minerx/ui/button';
import { useTexts } from '../i18n/texts.ts';
import styles from './crash.module.css';

/** In place of a screen that threw or whose file could not be fetched. */
export function Crash() {
  const { t } = useTexts();
  return (
    <main id="content" className={styles.crash}>
      <h1 tabIndex={-1}>{t('common.crash.title')}</h1>
      <p>{t('common.crash.message')}</p>
      <Button onClick={() => location.reload()}>{t('common.crash.reload')}</Button>
    </main>
  );
}
