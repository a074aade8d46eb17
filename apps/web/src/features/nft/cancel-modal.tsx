import { memberQuery } from '../../base/member.ts';
import { ActionModal } from '../../base/parts/action-modal.tsx';
import type { Action } from '../../base/asking/use-action.ts';
import { useTexts } from '../../i18n/texts.ts';
import { cancelWithdrawal, nftKeys, type Withdrawal } from './nft.api.ts';
import { TokenWords } from './token-words.tsx';
import styles from './cancel-modal.module.css';

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
    done: { title: t('nft.cancel.done'), message: t('nft.cancel.done.text') },
    failed: (why) => ({ title: t('nft.cancel.failed'), message: why }),
    unanswered: 'nft.withdraw.unanswered',
    renews: [nftKeys.all, memberQuery.queryKey],
  };
  return (
    <ActionModal
      open={open}
      onClose={onClose}
      title={t('nft.cancel.title')}
      danger
      action={t('nft.cancel')}
      keep={t('nft.cancel.keep')}
      act={act}
    >
      {withdrawal && <TokenWords token={withdrawal} />}
      <p className={styles.text}>{t('nft.cancel.text')}</p>
    </ActionModal>
  );
}
