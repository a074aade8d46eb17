import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import styles from './action-footer.module.css';

interface ActionFooterProps {
  /** What the main button says. */
  action: ReactNode;
  onAction: () => void;
  /** It is on its way: nothing can be pressed. */
  busy: boolean;
  /** What it needs is not there yet. */
  waiting?: boolean | undefined;
  /** Why it cannot be done now, under the button. */
  reason?: string | undefined;
  /** Something is given up with it. */
  danger?: boolean | undefined;
  /** How far it is, spoken too. */
  status?: ReactNode;
  /** What the button beside it says. */
  cancel: ReactNode;
  onCancel: () => void;
}

/** The foot of a dialog that sends something: how far it is, the action, and the way out. */
export function ActionFooter(props: ActionFooterProps) {
  const { action, onAction, busy, waiting = false, reason, danger, status, cancel, onCancel } = props;
  return (
    <div className={styles.foot} data-buttons>
      <p className={styles.status} role="status">
        {status}
      </p>
      <Button
        full
        sends
        variant={danger ? 'danger' : 'primary'}
        busy={busy}
        reason={reason}
        aria-disabled={waiting || undefined}
        onClick={waiting ? undefined : onAction}
      >
        {action}
      </Button>
      <Button
        full
        variant="quiet"
        size="medium"
        aria-disabled={busy || undefined}
        onClick={busy ? undefined : onCancel}
      >
        {cancel}
      </Button>
    </div>
  );
}
