import { ActionFooter } from '@minerx/ui/action-footer';
import { Modal } from '@minerx/ui/modal';
import { memberQuery } from '../../base/member.ts';
import { useAction } from '../../base/use-action.ts';
import { useTexts } from '../../i18n/texts.ts';
import { cancelWithdrawal, withdrawalKeys, type Withdrawal } from './withdrawal.api.ts';

export interface CancelModalProps {
  open: boolean;
  /** Stays while the modal closes. */
  withdrawal: Withdrawal | null;
  onClose: () => void;
}

/** Before a withdrawal is taken back: what comes back. */
export function CancelModal({ open, withdrawal, onClose }: CancelModalProps) {
  const { t } = useTexts();
  const { busy, carryOut } = useAction(onClose);

  const cancel = () =>
    withdrawal &&
    void carryOut({
      send: () => cancelWithdrawal(withdrawal.id),
      done: { title: t('withdraw.cancel.done'), message: t('withdraw.state.cancelled') },
      failed: (why) => ({ title: t('withdraw.cancel.failed'), message: why }),
      unanswered: 'withdraw.unanswered',
      renews: [withdrawalKeys.all, memberQuery.queryKey],
    });

  return (
    <Modal
      open={open}
      onClose={onClose}
      dismissable={!busy}
      title={t('withdraw.cancel.title')}
      footer={
        <ActionFooter
          compact
          danger
          action={t('withdraw.cancel')}
          onAction={cancel}
          busy={busy}
          cancel={t('withdraw.cancel.keep')}
          onCancel={onClose}
        />
      }
    >
      <p>{t('withdraw.cancel.text')}</p>
    </Modal>
  );
}
