import { walletById, type WalletId } from '@minerx/rules/wallet';
import { Card } from '@minerx/ui/card';
import { IconButton } from '@minerx/ui/icon-button';
import { Money } from '@minerx/ui/money';
import { Skeleton } from '@minerx/ui/skeleton';
import { Info } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import styles from './wallet-head.module.css';
import { Held, WalletSheet } from './held.tsx';
import { useWallets } from './wallet.api.ts';
import { WalletIcon } from './wallet-icon.tsx';

/** What is in the wallet whose page this is, what that is worth, and what is set aside. */
export function WalletHead({ id }: { id: WalletId }) {
  const { t } = useTexts();
  const wallets = useWallets();
  const [open, setOpen] = useState<'unit' | 'held' | null>(null);
  const { name } = walletById(id);
  return (
    <Card>
      <div className={styles.line}>
        <span className={styles.icon}>
          <WalletIcon name={name} />
        </span>
        <h2>{t('miner.balance')}</h2>
        <IconButton
          className={styles.what}
          label={t('wallet.what', { name })}
          icon={<Info size={18} aria-hidden="true" />}
          onClick={() => setOpen('unit')}
        />
      </div>
      <Loaded
        query={wallets}
        instead={<p className="soft">–</p>}
        unmarked
        skeleton={<Skeleton width="10rem" height="5.75rem" />}
      >
        {({ lines }) => {
          const line = lines.find((each) => each.id === id)!;
          return (
            <div className={styles.figures}>
              <Money units={line.balanceUnits} precision={line.precision} asset={line.name} size="figure" />
              <Money units={line.usdUnits} precision={2} prefix="≈ $" className="soft" />
              <Held line={line} onOpen={() => setOpen('held')} />
              <WalletSheet open={open && { name: open, line }} onClose={() => setOpen(null)} />
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}
