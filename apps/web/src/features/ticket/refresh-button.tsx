import { IconButton } from '@minerx/ui/icon-button';
import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './chat.module.css';

/** The specification's lock: nobody hammers the server with it. */
const LOCK_MS = 4000;

/** Asks for the messages again; after a press it is locked for four seconds. */
export function RefreshButton({ busy, onRefresh }: { busy: boolean; onRefresh: () => void }) {
  const { t } = useTexts();
  const [locked, setLocked] = useState(false);
  useEffect(() => {
    if (!locked) return;
    const timer = setTimeout(() => setLocked(false), LOCK_MS);
    return () => clearTimeout(timer);
  }, [locked]);
  return (
    <IconButton
      label={t('ticket.chat.refresh')}
      icon={<RefreshCw size={20} aria-hidden="true" className={busy && locked ? styles.turning : undefined} />}
      disabled={locked}
      onClick={() => {
        setLocked(true);
        onRefresh();
      }}
    />
  );
}
