import type { MinerPackage } from '@minerx/contract/miner-package';
import { parseUnits, type Units } from '@minerx/rules/money';

export interface BoosterPrices {
  x1: Units | null;
  x2: Units | null;
}

/** Price of one unit in 1e-8 USDT; null when the package is not offered. */
function priceOf(packages: readonly MinerPackage[], id: number): Units | null {
  const found = packages.find((each) => each.package_id === id);
  const price = found && parseUnits(found.package_price);
  return price ? ((price * BigInt(found.package_quantity)) as Units) : null;
}

/** Today's prices of the two boosters: the own X1 miner (package 1) and X2 (package 5). */
export const boosterPrices = (first: readonly MinerPackage[], second: readonly MinerPackage[]): BoosterPrices => ({
  x1: priceOf(first, 1),
  x2: priceOf(second, 5),
});
