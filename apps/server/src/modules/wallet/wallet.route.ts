import { walletAll } from '@minerx/contract/wallet';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { presentWalletType } from './wallet.presenter.ts';
import { listWalletTypes } from './wallet.query.ts';

export const addWalletRoutes = (api: Api): void => {
  addRoute(api, walletAll, { limit: perMinute(1200) }, async () => ({
    wallet_type: (await listWalletTypes(api.context.pool)).map(presentWalletType),
  }));
};
