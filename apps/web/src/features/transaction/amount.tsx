import { Money } from '@minerx/ui/money';
import type { WalletChange } from './transaction.api.ts';
import styles from './transaction.module.css';

/** What only leaves the held amount left the balance before. */
export const isSetAside = ({ amountUnits, heldUnits }: WalletChange): boolean => amountUnits === 0n && heldUnits !== 0n;

/** What a movement did to a wallet. What left the balance before has no sign: it takes nothing from it a second time. */
export function Amount({ change, large = false }: { change: WalletChange; large?: boolean }) {
  const { wallet, amountUnits, heldUnits } = change;
  const ofHeld = isSetAside(change);
  return (
    <Money
      units={ofHeld ? 0n - heldUnits : amountUnits}
      precision={wallet.precision}
      exact
      asset={wallet.name}
      signed={!ofHeld}
      size={large ? 'figure' : undefined}
      className={ofHeld ? 'soft' : amountUnits > 0n ? styles.in : undefined}
    />
  );
}
