import { packageAll, packageAll2, type MinerPackage } from '@minerx/contract/miner-package';
import { parseUnits, type Units } from '@minerx/rules/money';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../../base/api.ts';

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
export function useBoosterPrices(): UseQueryResult<BoosterPrices> {
  return useQuery({
    queryKey: ['package', 'boosters'],
    queryFn: async ({ signal }) => {
      const [first, second] = await Promise.all([request(packageAll, { signal }), request(packageAll2, { signal })]);
      return { x1: priceOf(first.package, 1), x2: priceOf(second.package, 5) };
    },
    staleTime: 60_000,
  });
}
