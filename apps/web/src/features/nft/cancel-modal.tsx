import { ActionFooter } from '@minerx/ui/action-footer';
import { Modal } from '@minerx/ui/modal';
import { memberQuery } from '../../base/member.ts';
import { useAction } from '../../base/use-action.ts';
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
  const { busy, carryOut } = useAction(onClose);

  const cancel = () =>
    withdrawal &&
    void carryOut({
      send: () => cancelWithdrawal(withdrawal.id),
      done: { title: t('nft.cancel.done'), message: t('nft.cancel.done.text') },
      failed: (why) => ({ title: t('nft.cancel.failed'), message: why }),
      unanswered: 'nft.withdraw.unanswered',
      renews: [nftKeys.all, memberQuery.queryKey],
    });

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
          onAction={cancel}
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
