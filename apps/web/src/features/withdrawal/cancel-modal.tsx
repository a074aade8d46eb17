import { ActionFooter } from '@minerx/ui/action-footer';
import { Modal } from '@minerx/ui/modal';
import { useState } from 'react';
import { showAlert } from '../../base/alerts.ts';
import { decidedOf } from '../../base/decided.ts';
import { memberQuery } from '../../base/member.ts';
import { queryClient } from '../../base/query.tsx';
import { refusalText } from '../../base/refusal.ts';
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
  const [busy, setBusy] = useState(false);

  const cancel = async () => {
    if (!withdrawal || busy) return;
    setBusy(true);
    try {
      await cancelWithdrawal(withdrawal.id);
      onClose();
      await showAlert({ mode: 1, title: t('withdraw.cancel.done'), message: t('withdraw.state.cancelled') });
    } catch (error) {
      onClose();
      const message = decidedOf(error) === 'unknown' ? t('withdraw.unanswered') : refusalText(t, error);
      await showAlert({ mode: 2, title: t('withdraw.cancel.failed'), message });
    } finally {
      setBusy(false);
      for (const queryKey of [withdrawalKeys.all, memberQuery.queryKey])
        void queryClient.invalidateQueries({ queryKey });
    }
  };

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
          onAction={() => void cancel()}
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
