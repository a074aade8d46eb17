import type { MinerPackage, packageSubscriber } from '@minerx/contract/miner-package';
import type { ResultOf } from '@minerx/contract/call';
import type { PackageLine } from '@minerx/rules/miner-package';
import { formatUnits } from '@minerx/rules/money';
import type { MinerPackageRow, StockRow } from './miner-package.query.ts';

export const presentMinerPackage = (row: MinerPackageRow): MinerPackage => ({
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
export const presentStock = (rows: readonly StockRow[]): ResultOf<typeof packageSubscriber> => {
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
