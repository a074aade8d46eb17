import type { MinerPackage, packageAll, packageAll2 } from '@minerx/contract/miner-package';
import { parseUnits, type Units } from '@minerx/rules/money';
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { callOf, request } from '../../../base/api.ts';
import { prefetchEarly } from '../../../base/query.tsx';

const first = callOf<typeof packageAll>('GET', 'package/all', 'member');
const second = callOf<typeof packageAll2>('GET', 'package/all2', 'member');

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
const pricesQuery = queryOptions({
  queryKey: ['package', 'boosters'],
  queryFn: async ({ signal }): Promise<BoosterPrices> => {
    const [x1, x2] = await Promise.all([request(first, { signal }), request(second, { signal })]);
    return { x1: priceOf(x1.package, 1), x2: priceOf(x2.package, 5) };
  },
  staleTime: 60_000,
});
prefetchEarly('package/all', pricesQuery);

export const useBoosterPrices = (): UseQueryResult<BoosterPrices> => useQuery(pricesQuery);
