import { ActionFooter } from '@minerx/ui/action-footer';
import { Modal } from '@minerx/ui/modal';
import { useState } from 'react';
import { decidedOf } from '../../base/decided.ts';
import { showAlert } from '../../base/alerts.ts';
import { memberQuery } from '../../base/member.ts';
import { queryClient } from '../../base/query.tsx';
import { refusalText } from '../../base/refusal.ts';
import { useTexts } from '../../i18n/texts.ts';
import { cancelWithdrawal, nftKeys, type Withdrawal } from './nft.api.ts';
import { TokenWords } from './token-words.tsx';
import styles from './cancel-modal.module.css';

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
      await showAlert({ mode: 1, title: t('nft.cancel.done'), message: t('nft.cancel.done.text') });
    } catch (error) {
      onClose();
      const message = decidedOf(error) === 'unknown' ? t('nft.withdraw.unanswered') : refusalText(t, error);
      await showAlert({ mode: 2, title: t('nft.cancel.failed'), message });
    } finally {
      setBusy(false);
      for (const queryKey of [nftKeys.all, memberQuery.queryKey]) void queryClient.invalidateQueries({ queryKey });
    }
  };

  return (
    <Modal
      open={open}
      onClose={onClose}
      dismissable={!busy}
      title={t('nft.cancel.title')}
      footer={
        <ActionFooter
          compact
          danger
          action={t('nft.cancel')}
          onAction={() => void cancel()}
          busy={busy}
          cancel={t('nft.cancel.keep')}
          onCancel={onClose}
        />
      }
    >
      {withdrawal && <TokenWords token={withdrawal} />}
      <p className={styles.text}>{t('nft.cancel.text')}</p>
    </Modal>
  );
}
