import { walletAll } from '@minerx/contract/wallet';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { keep } from '../../bus/kept.ts';
import { presentWalletType } from './wallet.presenter.ts';
import { listWalletTypes } from './wallet.query.ts';

export const addWalletRoutes = (api: Api): void => {
  const { pool, bus } = api.context;
  const load = async () => ({ wallet_type: (await listWalletTypes(pool)).map(presentWalletType) });
  const wallets = keep(load, bus, ['settings_changed']);
  api.http.addHook('onClose', async () => wallets.close());
  addRoute(api, walletAll, { limit: perMinute(1200) }, () => wallets.get());
};
