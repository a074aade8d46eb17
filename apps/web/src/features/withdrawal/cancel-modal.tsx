import { memberQuery } from '../../base/member.ts';
import { ActionModal } from '../../base/parts/action-modal.tsx';
import type { Action } from '../../base/asking/use-action.ts';
import { useTexts } from '../../i18n/texts.ts';
import { cancelWithdrawal, withdrawalKeys, type Withdrawal } from './withdrawal.api.ts';

interface CancelModalProps {
  open: boolean;
  /** Stays while the modal closes. */
  withdrawal: Withdrawal | null;
  onClose: () => void;
}

/** Before a withdrawal is taken back: what comes back. */
export function CancelModal({ open, withdrawal, onClose }: CancelModalProps) {
  const { t } = useTexts();
  const act: Action | null = withdrawal && {
    send: () => cancelWithdrawal(withdrawal.id),
    done: { title: t('withdrawal.cancel.done'), message: t('withdrawal.state.cancelled') },
    failed: (why) => ({ title: t('withdrawal.cancel.failed'), message: why }),
    unanswered: 'withdrawal.unanswered',
    renews: [withdrawalKeys.all, memberQuery.queryKey],
  };
  return (
    <ActionModal
      open={open}
      onClose={onClose}
      title={t('withdrawal.cancel.title')}
      danger
      action={t('withdrawal.cancel')}
      keep={t('withdrawal.cancel.keep')}
      act={act}
    >
      <p>{t('withdrawal.cancel.text')}</p>
    </ActionModal>
  );
}
