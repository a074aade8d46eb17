import { Modal } from '@minerx/ui/modal';
import { Money } from '@minerx/ui/money';
import { useTexts } from '../../../i18n/texts.ts';
import type { Pick } from '../blessing.api.ts';
import { Burst } from './burst.tsx';
import { Delivery } from '../delivery.tsx';
import { prizePicture, prizeText } from '../prize-face.ts';
import { ProofChip } from '../proof/proof-chip.tsx';
import { GoldButton } from '../raya.tsx';
import type { Proof } from '../proof/use-proof.ts';
import styles from './won-modal.module.css';

/** What was won. Whatever closes it leads on to the history. */
export function WonModal({
  open,
  pick,
  proof,
  onProceed,
}: {
  open: boolean;
  pick: Pick;
  proof: Proof;
  onProceed: () => void;
}) {
  const { t } = useTexts();
  return (
    <Modal open={open} onClose={onProceed} label={t('blessing.won')}>
      <div className={styles.body}>
        <h2 className={styles.title}>{t('blessing.won')}</h2>
        <div className={styles.stage}>
          <span className={styles.rays} />
          <img src={prizePicture(pick.name, pick.amountUnits)} alt="" width="240" height="240" />
          <Burst />
        </div>
        <p className={styles.name}>{prizeText(t, pick.name)}</p>
        <p className={styles.amount}>
          <Money units={pick.amountUnits} precision={0} prefix="$" />
        </p>
        <p className={styles.delivery}>
          <Delivery pick={pick} />
        </p>
        <ProofChip proof={proof} />
        <GoldButton autoFocus onClick={onProceed}>
          {t('blessing.proceed')}
        </GoldButton>
      </div>
    </Modal>
  );
}
