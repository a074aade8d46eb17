import { Card } from '@minerx/ui/card';
import { Money } from '@minerx/ui/money';
import { Row } from '@minerx/ui/row';
import { Skeleton } from '@minerx/ui/skeleton';
import { SourceBadge } from '@minerx/ui/source-badge';
import { Layers } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import type { OtherBalances } from './split-total.ts';
import { useWallets, type WalletLine } from './wallet.api.ts';
import { WalletIcon } from './wallet-icon.tsx';
import styles from './wallet.module.css';

/** The listed wallets, each with its balance and its value in dollars. */
export function WalletList() {
  const { t } = useTexts();
  const wallets = useWallets();
  return (
    <Loaded query={wallets} skeleton={<Waiting />}>
      {({ listed, others }) => (
        <Card flush aria-label={t('wallet.list')}>
          <ul>
            {listed.map((line) => (
              <li key={line.id}>
                <WalletRow line={line} />
              </li>
            ))}
            {others && <Others others={others} />}
          </ul>
        </Card>
      )}
    </Loaded>
  );
}

function WalletRow({ line }: { line: WalletLine }) {
  const { t } = useTexts();
  return (
    <Row
      icon={<WalletIcon name={line.name} />}
      title={t('wallet.name', { name: line.name })}
      detail={
        line.doubted ? (
          <SourceBadge kind="doubted" word={t('market.doubted')} />
        ) : (
          line.simulated && <SourceBadge kind="simulated" />
        )
      }
      value={<Money units={line.balanceUnits} precision={line.precision} />}
      valueDetail={<Money units={line.usdUnits} precision={2} prefix="≈ $" />}
    />
  );
}

/** What the total counts and no wallet above shows; opens to what it is made of. */
function Others({ others }: { others: OtherBalances }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <li>
        <Row
          onPress={() => setOpen(!open)}
          expanded={open}
          icon={<Layers size={20} aria-hidden="true" />}
          title={t('wallet.others')}
          valueDetail={<Money units={others.usdUnits} precision={2} prefix="≈ $" />}
        />
      </li>
      {open &&
        others.lines.map((line) => (
          <li key={line.id}>
            <WalletRow line={line} />
          </li>
        ))}
      {open && others.roundingUnits > 0n && (
        <li>
          <Row
            title={t('wallet.rounding')}
            detail={t('wallet.rounding.text')}
            value={<Money units={others.roundingUnits} precision={2} prefix="$" />}
          />
        </li>
      )}
    </>
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
