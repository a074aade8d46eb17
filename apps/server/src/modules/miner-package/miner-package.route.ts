import { packageAll, packageAll2, packageSubscriber } from '@minerx/contract/miner-package';
import type { PackageLine } from '@minerx/rules/miner-package';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { presentMinerPackage, presentStock } from './miner-package.presenter.ts';
import { listMinerPackages, listStock } from './miner-package.query.ts';

export const addMinerPackageRoutes = (api: Api): void => {
  const { pool } = api.context;
  const page = async (line: PackageLine) => {
    const { packages, sharedQueue } = await listMinerPackages(pool, line);
    return { package: packages.map(presentMinerPackage), queue: sharedQueue };
  };
  addRoute(api, packageAll, { limit: perMinute(1200) }, () => page('x1'));
  addRoute(api, packageAll2, { limit: perMinute(1200) }, () => page('x2'));
  addRoute(api, packageSubscriber, { limit: perMinute(600) }, async () => presentStock(await listStock(pool)));
};
