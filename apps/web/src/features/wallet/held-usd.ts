import { sumUnits, type Units } from '@minerx/rules/money';
import { usdValue } from '@minerx/rules/wallet';
import type { WalletLine } from './balances.ts';

/** What is set aside of all wallets, which the total leaves out: 1e-8 USD, each wallet rounded down as in the total. */
export const heldUsdOf = (wallets: readonly WalletLine[]): Units =>
  sumUnits(wallets.map(({ id, heldUnits, priceUnits }) => usdValue(id, heldUnits, priceUnits)));
