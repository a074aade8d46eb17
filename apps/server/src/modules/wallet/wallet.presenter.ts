import type { walletType } from '@minerx/contract/wallet';
import { formatUnits } from '@minerx/rules/money';
import type * as z from 'zod/mini';
import type { WalletTypeRow } from './wallet.query.ts';

/** A wallet type on the wire, with the source of its price for the badge. */
export const presentWalletType = (row: WalletTypeRow): z.output<typeof walletType> => ({
  id: row.id,
  member_wallet_type_id: row.id,
  member_wallet_type_name: row.name,
  member_wallet_type_price: formatUnits(row.priceUnits),
  member_wallet_type_precision: row.precision,
  source: { name: row.priceSource, simulated: row.priceSimulated, at: row.priceAt.toISOString() },
  doubted: row.priceDoubted,
});
