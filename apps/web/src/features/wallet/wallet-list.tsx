import { Card } from '@minerx/ui/card';
import { Money } from '@minerx/ui/money';
import { Row } from '@minerx/ui/row';
import { Skeleton } from '@minerx/ui/skeleton';
import { SourceBadge } from '@minerx/ui/source-badge';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useWallets } from './wallet.api.ts';
import { WalletIcon } from './wallet-icon.tsx';
import styles from './wallet.module.css';

/** The listed wallets, each with its balance and its value in dollars. */
export function WalletList() {
  const { t } = useTexts();
  const wallets = useWallets();
  return (
    <Loaded query={wallets} skeleton={<Waiting />}>
      {({ listed }) => (
        <Card flush aria-label={t('wallet.list')}>
          <ul>
            {listed.map((line) => (
              <li key={line.id}>
                <Row
                  icon={<WalletIcon name={line.name} />}
                  title={t('wallet.name', { name: line.name })}
                  detail={line.simulated && <SourceBadge kind="simulated" />}
                  value={<Money units={line.balanceUnits} precision={line.precision} />}
                  valueDetail={<Money units={line.usdUnits} precision={2} prefix="≈ $" />}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Loaded>
  );
}

function Waiting() {
  return (
    <Card flush>
      {Array.from({ length: 6 }, (_, place) => (
        <div key={place} className={styles.waiting}>
          <Skeleton width="2.5rem" height="2.5rem" round />
          <Skeleton width="40%" height="1.25rem" />
          <Skeleton width="6rem" height="1.25rem" />
        </div>
      ))}
    </Card>
  );
}
