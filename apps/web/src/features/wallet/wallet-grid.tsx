import { Card } from '@minerx/ui/card';
import { IconButton } from '@minerx/ui/icon-button';
import { Money } from '@minerx/ui/money';
import { Skeleton } from '@minerx/ui/skeleton';
import { useUi } from '@minerx/ui/ui-context';
import { Info } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import styles from './asset.module.css';
import type { WalletLine } from './balances.ts';
import { useWallets } from './wallet.api.ts';
import { Held, WalletSheet } from './held.tsx';
import { PriceMark } from './price-mark.tsx';
import { WalletIcon } from './wallet-icon.tsx';
import type { OpenSheet } from './wallet-sheets.tsx';
import { Others } from './other-balances.tsx';

/**
 * The six wallets and what the total has beside them; each opens its movements, and each unit says what it is and what it counts for. Old values
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

/** What it is called, what is in it and what that is worth; the rest is a touch away. */
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
      <span className="line-2 apart">
        <Money units={line.usdUnits} precision={2} prefix="≈ $" className="soft" />
        <IconButton
          className={styles.what}
          label={t('wallet.what', { name: line.name })}
          icon={<Info size={18} aria-hidden="true" />}
          onClick={() => onOpen({ name: 'unit', line })}
        />
      </span>
      <Held line={line} onOpen={onOpen} />
      <PriceMark line={line} />
    </Card>
  );
}

function Waiting() {
  return (
    <div className={styles.grid}>
      {Array.from({ length: 6 }, (_, place) => (
        <Card key={place} className={styles.cell}>
          <Skeleton width="80%" height="1.5rem" />
          <Skeleton width="60%" height="1.6875rem" />
          <Skeleton width="70%" height="1.3125rem" />
        </Card>
      ))}
    </div>
  );
}
