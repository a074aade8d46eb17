import { packageAll, packageAll2, packageSubscriber, type MinerPackage } from '@minerx/contract/miner-package';
import type { PackageLine } from '@minerx/rules/miner-package';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { keep } from '../../bus/kept.ts';
import { listMinerPackages, listStock, type MinerPackageRow, type StockRow } from './miner-package.query.ts';
import type { ResultOf } from '@minerx/contract/call';
import { formatUnits } from '@minerx/rules/money';

export const addMinerPackageRoutes = (api: Api): void => {
  const { pool, bus } = api.context;
  // Orders change the queue and the stock; they are told before their buyers are answered.
  const shared = <T>(load: () => Promise<T>) => {
    const kept = keep(load, bus, ['settings_changed', 'stock_changed']);
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

const presentMinerPackage = (row: MinerPackageRow): MinerPackage => ({
  package_id: row.id,
  package_name: row.name,
  package_price: formatUnits(row.priceUnits),
  package_quantity: row.quantity,
  package_max_profit: formatUnits(row.maxProfitUnits),
  package_roi_display: formatUnits(row.roiDisplayUnits),
  package_roi_display_max: formatUnits(row.roiDisplayMaxUnits),
  package_free_angpau_qty: row.freeBlessings,
  package_activate_price: formatUnits(row.activationFeeUnits),
});

/** A line without stock rows has none. */
const presentStock = (rows: readonly StockRow[]): ResultOf<typeof packageSubscriber> => {
  const of = (line: PackageLine) => rows.find((row) => row.line === line) ?? { total: 0, used: 0, waiting: 0 };
  const [x1, x2] = [of('x1'), of('x2')];
  return {
    total_stock: x1.total,
    used_stock: x1.used,
    waiting_stock: x1.waiting,
    total_stock_x2: x2.total,
    used_stock_x2: x2.used,
    waiting_stock_x2: x2.waiting,
  };
};
