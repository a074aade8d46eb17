import { ActionFooter } from '@minerx/ui/action-footer';
import { Modal } from '@minerx/ui/modal';
import type { ReactNode } from 'react';
import { useAction, type Action } from '../asking/use-action.ts';

interface ActionModalProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What the button says that does it. */
  action: string;
  /** What the button says that leaves everything as it is. */
  keep: string;
  danger?: boolean;
  /** Something that is needed is still on its way. */
  waiting?: boolean;
  /** Why it cannot be done now. */
  reason?: string | undefined;
  /** Null while nothing is chosen. */
  act: Action | null;
  children: ReactNode;
}

/** Before something is done to one thing of a list: what it means, then the button. */
export function ActionModal({
  onClose,
  act,
  action,
  keep,
  danger = false,
  waiting,
  reason,
  ...modal
}: ActionModalProps) {
  const { busy, carryOut } = useAction(onClose);
  return (
    <Modal
      {...modal}
      onClose={onClose}
      dismissable={!busy}
      footer={
        <ActionFooter
          danger={danger}
          action={action}
          onAction={() => act && void carryOut(act)}
          busy={busy}
          waiting={waiting}
          reason={reason}
          cancel={keep}
          onCancel={onClose}
        />
      }
    />
  );
}
