import { isIssuedByUs, PRICE_AGE_LIMIT_MS, WALLET } from '@minerx/rules/wallet';
import { Card } from '@minerx/ui/card';
import { IconButton } from '@minerx/ui/icon-button';
import { Money } from '@minerx/ui/money';
import { Skeleton } from '@minerx/ui/skeleton';
import { SourceBadge } from '@minerx/ui/source-badge';
import { useUi } from '@minerx/ui/ui-context';
import { Info } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { withTexts } from '../../base/language/with-texts.ts';
import { loadOnceOnline } from '../../base/parts/late/once-online.ts';
import { AgeBadge } from '../../base/parts/age-badge.tsx';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import styles from './asset.module.css';
import type { WalletLine } from './balances.ts';
import { useWallets } from './wallet.api.ts';
import { rateText } from './rate.ts';
import { WalletIcon } from './wallet-icon.tsx';
import { Others } from './other-balances.tsx';

const UnitSheet = lazy(() =>
  loadOnceOnline(withTexts('spot', () => import('./unit-sheet.tsx').then((file) => ({ default: file.UnitSheet })))),
);

/**
 * The six wallets and what the total has beside them; each opens its movements, and each unit of ours says what it is. Old values
 * are marked at the total above; what failed is told here, where there is room.
 */
export function WalletGrid() {
  const { t } = useTexts();
  const wallets = useWallets();
  const [unit, setUnit] = useState<WalletLine | null>(null);
  return (
    <Loaded query={wallets} skeleton={<Waiting />} unmarked>
      {({ listed, others }) => (
        <>
          <ul className={styles.grid} aria-label={t('wallet.list')}>
            {listed.map((line) => (
              <li key={line.id}>
                <WalletCard line={line} onWhat={() => setUnit(line)} />
              </li>
            ))}
          </ul>
          {others && <Others others={others} onWhat={setUnit} />}
          {unit && (
            <Suspense>
              <UnitSheet line={unit} onClose={() => setUnit(null)} />
            </Suspense>
          )}
        </>
      )}
    </Loaded>
  );
}

function WalletCard({ line, onWhat }: { line: WalletLine; onWhat: () => void }) {
  const { t } = useTexts();
  const { Link } = useUi();
  return (
    <Card className={styles.cell}>
      <div className={styles.cellHead}>
        <span className={styles.coin}>
          <WalletIcon name={line.name} />
        </span>
        <Link to={`/asset/spot/transaction/${line.id}`} className={styles.cellLink}>
          {t('miner.wallet', { name: line.name })}
          <span className="unseen">{t('wallet.history')}</span>
        </Link>
      </div>
      <Money units={line.balanceUnits} precision={line.precision} className={styles.balance} />
      <Money units={line.usdUnits} precision={2} prefix="≈ $" className="soft" />
      <Price line={line} onWhat={onWhat} />
    </Card>
  );
}

/** The price behind the value, what a unit of ours is, where the price comes from, and since when. */
function Price({ line, onWhat }: { line: WalletLine; onWhat: () => void }) {
  const texts = useTexts();
  return (
    <div className={styles.price}>
      <span className={styles.rate}>
        {rateText(line, texts)}
        {isIssuedByUs(line.id) && (
          <IconButton
            className={styles.what}
            label={texts.t('wallet.what', { name: line.name })}
            icon={<Info size={18} aria-hidden="true" />}
            onClick={onWhat}
          />
        )}
      </span>
      <PriceSource line={line} />
    </div>
  );
}

function PriceSource({ line }: { line: WalletLine }) {
  const { t, format } = useTexts();
  if (line.doubted) return <SourceBadge kind="doubted" word={t('market.doubted')} />;
  const at = line.priceAt;
  return (
    <span className={styles.measured}>
      {at !== null && <time dateTime={at}>{format.dayTime(at)}</time>}
      <Origin line={line} />
    </span>
  );
}

/** Every price but that of Bitcoin is an operator's setting, USDT's dollar too. */
function Origin({ line: { id, simulated, priceAt } }: { line: WalletLine }) {
  const { t } = useTexts();
  if (simulated) return <SourceBadge kind="simulated" />;
  if (id !== WALLET.BTC) return <SourceBadge kind="own" word={t('wallet.setByUs')} className={styles.source} />;
  return priceAt === null ? null : <AgeBadge at={priceAt} freshMs={PRICE_AGE_LIMIT_MS} />;
}

function Waiting() {
  return (
    <div className={styles.grid}>
      {Array.from({ length: 6 }, (_, place) => (
        <Card key={place} className={styles.cell}>
          <Skeleton width="80%" height="1.5rem" />
          <Skeleton width="60%" height="1.5rem" />
          <Skeleton width="70%" height="1.3125rem" />
          <Skeleton width="90%" height="1.125rem" />
          <Skeleton width="60%" height="1.25rem" />
        </Card>
      ))}
    </div>
  );
}
