import { walletAll, type walletType } from '@minerx/contract/wallet';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { keep } from '../../bus/kept.ts';
import { listWalletTypes, type WalletTypeRow } from './wallet.query.ts';
import { formatUnits } from '@minerx/rules/money';
import type * as z from 'zod/mini';

export const addWalletRoutes = (api: Api): void => {
  const { pool, bus } = api.context;
  const load = async () => ({ wallet_type: (await listWalletTypes(pool)).map(presentWalletType) });
  const wallets = keep(load, bus, ['settings_changed']);
  api.http.addHook('onClose', async () => wallets.close());
  addRoute(api, walletAll, { limit: perMinute(1200) }, () => wallets.get());
};

/** A wallet type on the wire, with the source of its price for the badge. */
const presentWalletType = (row: WalletTypeRow): z.output<typeof walletType> => ({
  id: row.id,
  member_wallet_type_id: row.id,
  member_wallet_type_name: row.name,
  member_wallet_type_price: formatUnits(row.priceUnits),
  member_wallet_type_precision: row.precision,
  source: { name: row.priceSource, simulated: row.priceSimulated, at: row.priceAt.toISOString() },
  doubted: row.priceDoubted,
});
