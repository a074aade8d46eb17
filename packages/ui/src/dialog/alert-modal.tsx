import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Dialog } from './dialog.tsx';
import { useUi } from '../ui-context.tsx';
import styles from './alert-modal.module.css';

interface AlertModalProps {
  open: boolean;
  /** 1: it went well, a tick and Confirm. 2: it failed, a cross and Try Again. Otherwise: to know, with Close. */
  mode: 1 | 2 | 'information';
  title: string;
  message?: ReactNode;
  submessage?: string | undefined;
  /** The next best step, above the button that closes. */
  action?: { label: string; sends?: boolean | undefined; onPress: () => void } | undefined;
  onClose: () => void;
}

/** The one alert of the product. */
export function AlertModal({ open, mode, title, message, submessage, action, onClose }: AlertModalProps) {
  const { texts } = useUi();
  return (
    <Dialog open={open} onClose={onClose} shape="modal" role="alertdialog" label={title}>
      <div className={styles.body}>
        {mode === 1 ? <Tick /> : mode === 2 ? <Cross /> : <Info className={styles.info} size={56} aria-hidden="true" />}
        <h2 className={styles.title}>{title}</h2>
        {message && <p className={styles.message}>{message}</p>}
        {submessage && <p className={styles.submessage}>{submessage}</p>}
        <div className={styles.action}>
          {action && (
            <Button
              full
              autoFocus
              sends={action.sends}
              onClick={() => {
                onClose();
                action.onPress();
              }}
            >
              {action.label}
            </Button>
          )}
          <Button
            full
            autoFocus={!action}
            variant={action ? 'quiet' : mode === 1 ? 'primary' : 'secondary'}
            onClick={onClose}
          >
            {mode === 1 ? texts.confirm : mode === 2 ? texts.tryAgain : texts.close}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Tick() {
  return (
    <svg className={styles.tick} width="72" height="72" viewBox="0 0 72 72" fill="none" aria-hidden="true">
      <circle className={styles.disc} cx="36" cy="36" r="34" />
      <path className={styles.stroke} d="M22 37.5 32 47l19-21" pathLength="1" />
    </svg>
  );
}

function Cross() {
  return (
    <svg className={styles.cross} width="72" height="72" viewBox="0 0 72 72" fill="none" aria-hidden="true">
      <circle className={styles.disc} cx="36" cy="36" r="34" />
      <path className={styles.stroke} d="m25.500 25.500 21 21m0-21-21 21" pathLength="1" />
    </svg>
  );
}
