import { Button, buttonClass } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { Sheet } from '@minerx/ui/sheet';
import { useUi } from '@minerx/ui/ui-context';
import { CloudOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './unanswered.module.css';

interface UnansweredProps {
  title: string;
  text: string;
  /** What was sent. */
  what: ReactNode;
  /** Where its outcome may be found. */
  way: { to: string; text: string };
  busy: boolean;
  onLetGo: () => void;
}

/** In place of the fields while nobody knows what became of it: it is sent again under its key, so it counts once. */
export function Unanswered({ title, text, what, way, busy, onLetGo }: UnansweredProps) {
  const { t } = useTexts();
  const { Link } = useUi();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Card className={styles.card} role="alert">
        <span className={styles.icon}>
          <CloudOff size={24} aria-hidden="true" />
        </span>
        <h2>{title}</h2>
        <p>{text}</p>
        <p className={styles.what}>{what}</p>
        <div className={styles.ways}>
          <Link to={way.to} className={buttonClass({ variant: 'secondary', size: 'medium' })}>
            {way.text}
          </Link>
          <Button
            variant="quiet"
            size="medium"
            aria-disabled={busy || undefined}
            onClick={() => !busy && setAsking(true)}
          >
            {t('miner.lost.letGo')}
          </Button>
        </div>
      </Card>
      <StartOver
        open={asking}
        what={what}
        way={way}
        onLetGo={() => {
          setAsking(false);
          onLetGo();
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

interface StartOverProps extends Pick<UnansweredProps, 'what' | 'way' | 'onLetGo'> {
  open: boolean;
  onClose: () => void;
}

/** Whoever starts over gives up the key under which it counts once: what went through before would be done twice. */
function StartOver({ open, what, way, onLetGo, onClose }: StartOverProps) {
  const { t } = useTexts();
  const { Link } = useUi();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('miner.lost.sure')}
      footer={
        <div className="stack-2">
          <Link to={way.to} className={buttonClass({ full: true })} onClick={onClose}>
            {way.text}
          </Link>
          <Button full variant="danger" onClick={onLetGo}>
            {t('miner.lost.letGo')}
          </Button>
          <Button full variant="quiet" onClick={onClose}>
            {t('common.back')}
          </Button>
        </div>
      }
    >
      <div className="stack-3">
        <p className={styles.what}>{what}</p>
        <p>{t('miner.lost.sure.text')}</p>
      </div>
    </Sheet>
  );
}
