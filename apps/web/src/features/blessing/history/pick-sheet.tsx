import { buttonClass } from '@minerx/ui/button';
import { CopyButton } from '@minerx/ui/copy-button';
import { Money } from '@minerx/ui/money';
import { Sheet } from '@minerx/ui/sheet';
import { useUi } from '@minerx/ui/ui-context';
import { useTexts } from '../../../i18n/texts.ts';
import type { Pick } from '../blessing.api.ts';
import { Delivery } from '../delivery.tsx';
import styles from './pick-sheet.module.css';
import { prizePicture, prizeText } from '../prize-face.ts';
import { ProofPanel } from '../proof/proof-panel.tsx';
import { usedDate } from './used-date.ts';
import { useProof } from '../proof/use-proof.ts';

/** A pick in full: the prize, how it reached the member, its voucher, and the proof, computed here. */
export function PickSheet({ open, pick, onClose }: { open: boolean; pick: Pick | null; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Sheet open={open} onClose={onClose} title={pick ? prizeText(t, pick.name) : ''}>
      {pick && <Body key={pick.packId} pick={pick} />}
    </Sheet>
  );
}

function Body({ pick }: { pick: Pick }) {
  const { t, tag } = useTexts();
  const proof = useProof(pick);
  return (
    <div className="stack-4">
      <div className={styles.prize}>
        <img src={prizePicture(pick.name, pick.amountUnits)} alt="" width="240" height="240" />
        <div>
          <p className={styles.amount}>
            <Money units={pick.amountUnits} precision={2} prefix="$" />
          </p>
          <p className="soft">{usedDate(tag, pick.at)}</p>
        </div>
      </div>
      {pick.voucher && 'code' in pick.voucher ? (
        <Voucher voucher={pick.voucher} />
      ) : (
        <p>
          <Delivery pick={pick} />
        </p>
      )}
      {pick.credited && (
        <p className="soft">
          {t('blessing.price')} <Money units={pick.credited.priceUnits} precision={2} prefix="$" hideable={false} />
        </p>
      )}
      <ProofPanel pick={pick} commitment={pick.proof.commitment} proof={proof} />
    </div>
  );
}

function Voucher({ voucher }: { voucher: { code: string; redeemed: boolean } }) {
  const { t } = useTexts();
  const { Link } = useUi();
  return (
    <section className={styles.voucher} aria-labelledby="blessing-voucher">
      <h3 id="blessing-voucher" className={styles.label}>
        {t('blessing.voucher')}
      </h3>
      <code className={styles.code} data-used={voucher.redeemed || undefined}>
        {voucher.code}
      </code>
      {voucher.redeemed ? (
        <p className="soft">{t('blessing.voucher.used')}</p>
      ) : (
        <div className={styles.ways}>
          <CopyButton text={voucher.code} label={t('blessing.voucher.copy')} done={t('blessing.voucher.copied')} />
          <Link to="/miner/redeem" className={buttonClass({ size: 'medium' })}>
            {t('blessing.voucher.redeem')}
          </Link>
        </div>
      )}
    </section>
  );
}
