import { isIssuedByUs, purposeOf, WALLET } from '@minerx/rules/wallet';
import { Sheet } from '@minerx/ui/sheet';
import { SourceBadge } from '@minerx/ui/source-badge';
import { useTexts } from '../../i18n/texts.ts';
import styles from './wallet-head.module.css';
import type { WalletLine } from './balances.ts';
import { PriceMark } from './price-mark.tsx';
import { rateText } from './rate.ts';

/** What a unit is, and what it counts for; of ours what it buys, how it is got, that we issue it, and that nothing stands behind it. */
export function UnitSheet({ line, onClose }: { line: WalletLine; onClose: () => void }) {
  const { t } = useTexts();
  const { id, name } = line;
  const purpose = purposeOf(id);
  return (
    <Sheet open onClose={onClose} title={t('wallet.what', { name })}>
      <div className={styles.parts}>
        <Price line={line} />
        {purpose === null ? (
          <p>{t(id === WALLET.BTC ? 'unit.btc.is' : 'unit.usdt.is')}</p>
        ) : (
          <dl className={styles.unit}>
            <dt>{t('unit.is')}</dt>
            <dd>{t(`unit.${purpose}.is`)}</dd>
            <dt>{t('unit.buys')}</dt>
            <dd>{t(`unit.${purpose}.buys`, { name })}</dd>
            <dt>{t('unit.got')}</dt>
            <dd>{t(`unit.${purpose}.got`, { name })}</dd>
            <dt>{t('unit.behind')}</dt>
            <dd>{t('unit.issued', { name })}</dd>
          </dl>
        )}
      </div>
    </Sheet>
  );
}

/** The price behind the value, who says it, and since when: the market that of Bitcoin, a rule that of USDT, and what we issue we price ourselves. */
function Price({ line }: { line: WalletLine }) {
  const texts = useTexts();
  const { t, format } = texts;
  const { id, priceAt, simulated, doubted } = line;
  return (
    <div className="stack-1">
      <p className={styles.rate}>{rateText(line, texts)}</p>
      <p className="line-2 wraps soft">
        {priceAt !== null && <time dateTime={priceAt}>{format.dayTime(priceAt)}</time>}
        <PriceMark line={line} />
        {id !== WALLET.BTC && !simulated && !doubted && (
          <SourceBadge kind="own" word={t(isIssuedByUs(id) ? 'wallet.setByUs' : 'wallet.fixed')} />
        )}
      </p>
    </div>
  );
}
