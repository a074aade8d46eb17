import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './unanswered.module.css';

interface UnansweredProps {
  title: string;
  text: string;
  /** What was sent. */
  what: ReactNode;
  /** Where its outcome may be found. */
  way?: ReactNode;
  busy: boolean;
  onLetGo: () => void;
}

/** In place of the fields while nobody knows what became of it: it is asked again under its key, so it counts once. */
export function Unanswered({ title, text, what, way, busy, onLetGo }: UnansweredProps) {
  const { t } = useTexts();
  return (
    <Card className={styles.card} role="alert">
      <span className={styles.icon}>
        <CloudOff size={24} aria-hidden="true" />
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
      <p className={styles.what}>{what}</p>
      <div className={styles.ways}>
        {way}
        <Button variant="quiet" size="medium" aria-disabled={busy || undefined} onClick={() => !busy && onLetGo()}>
          {t('miner.lost.letGo')}
        </Button>
      </div>
    </Card>
  );
}
