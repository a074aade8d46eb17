import { isIssuedByUs, PRICE_AGE_LIMIT_MS, WALLET } from '@minerx/rules/wallet';
import { Card } from '@minerx/ui/card';
import { IconButton } from '@minerx/ui/icon-button';
import { Money } from '@minerx/ui/money';
import { Skeleton } from '@minerx/ui/skeleton';
import { SourceBadge } from '@minerx/ui/source-badge';
import { useUi } from '@minerx/ui/ui-context';
import { Info } from 'lucide-react';
import { useState } from 'react';
import { AgeBadge } from '../../base/parts/age-badge.tsx';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import styles from './asset.module.css';
import type { WalletLine } from './balances.ts';
import { useWallets } from './wallet.api.ts';
import { rateText } from './rate.ts';
import { Held, WalletSheet } from './held.tsx';
import { WalletIcon } from './wallet-icon.tsx';
import type { OpenSheet } from './wallet-sheets.tsx';
import { Others } from './other-balances.tsx';

/**
 * The six wallets and what the total has beside them; each opens its movements, and each unit of ours says what it is. Old values
 * are marked at the total above; what failed is told here, where there is room.
 */
export function WalletGrid() {
  const { t } = useTexts();
  const wallets = useWallets();
  const [sheet, setSheet] = useState<OpenSheet | null>(null);
  return (
    <Loaded query={wallets} skeleton={<Waiting />} unmarked>
      {({ listed, others }) => (
        <>
          <ul className={styles.grid} aria-label={t('wallet.list')}>
            {listed.map((line) => (
              <li key={line.id}>
                <WalletCard line={line} onOpen={setSheet} />
              </li>
            ))}
          </ul>
          {others && <Others others={others} onOpen={setSheet} />}
          <WalletSheet open={sheet} onClose={() => setSheet(null)} />
        </>
      )}
    </Loaded>
  );
}

interface WalletCardProps {
  line: WalletLine;
  onOpen: (sheet: OpenSheet) => void;
}

function WalletCard({ line, onOpen }: WalletCardProps) {
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
      <Held line={line} onOpen={onOpen} />
      <Price line={line} onOpen={onOpen} />
    </Card>
  );
}

/** The price behind the value, what a unit of ours is, where the price comes from, and since when. */
function Price({ line, onOpen }: WalletCardProps) {
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
            onClick={() => onOpen({ name: 'unit', line })}
          />
        )}
      </span>
      <PriceSource line={line} />
    </div>
  );
}

/** The market tells the price of Bitcoin, USDT counts as a dollar by a rule, and what we issue we price ourselves. */
function PriceSource({ line: { id, doubted, simulated, priceAt } }: { line: WalletLine }) {
  const { t, format } = useTexts();
  if (doubted) return <SourceBadge kind="doubted" word={t('market.doubted')} />;
  return (
    <span className={styles.measured}>
      {priceAt !== null && <time dateTime={priceAt}>{format.dayTime(priceAt)}</time>}
      {simulated ? (
        <SourceBadge kind="simulated" />
      ) : id !== WALLET.BTC ? (
        <SourceBadge
          kind="own"
          word={t(isIssuedByUs(id) ? 'wallet.setByUs' : 'wallet.fixed')}
          className={styles.source}
        />
      ) : (
        priceAt !== null && <AgeBadge at={priceAt} freshMs={PRICE_AGE_LIMIT_MS} />
      )}
    </span>
  );
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
