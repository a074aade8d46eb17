import { packageAll, packageAll2, packageSubscriber } from '@minerx/contract/miner-package';
import type { PackageLine } from '@minerx/rules/miner-package';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { keep } from '../../bus/kept.ts';
import { presentMinerPackage, presentStock } from './miner-package.presenter.ts';
import { listMinerPackages, listStock } from './miner-package.query.ts';

export const addMinerPackageRoutes = (api: Api): void => {
  const { pool, bus } = api.context;
  // Orders change the queue and the stock; they are told before their buyers are answered.
  const shared = <T>(load: () => Promise<T>) => {
    const kept = keep(load, bus, ['settings_changed', 'orders_changed']);
    api.http.addHook('onClose', async () => kept.close());
    return kept;
  };
  const page = (line: PackageLine) =>
    shared(async () => {
      const { packages, sharedQueue } = await listMinerPackages(pool, line);
      return { package: packages.map(presentMinerPackage), queue: sharedQueue };
    });
  const [x1, x2] = [page('x1'), page('x2')];
  const stock = shared(async () => presentStock(await listStock(pool)));
  addRoute(api, packageAll, { limit: perMinute(1200) }, () => x1.get());
  addRoute(api, packageAll2, { limit: perMinute(1200) }, () => x2.get());
  addRoute(api, packageSubscriber, { limit: perMinute(600) }, () => stock.get());
};
