import type { packageAll, packageAll2 } from '@minerx/contract/miner-package';
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { callOf, request } from '../../../base/api.ts';
import { prefetchEarly } from '../../../base/query.tsx';
import { boosterPrices, type BoosterPrices } from './booster-prices.ts';

const first = callOf<typeof packageAll>('GET', 'package/all', 'member');
const second = callOf<typeof packageAll2>('GET', 'package/all2', 'member');

const pricesQuery = queryOptions({
  queryKey: ['package', 'boosters'],
  queryFn: async ({ signal }): Promise<BoosterPrices> => {
    const [x1, x2] = await Promise.all([request(first, { signal }), request(second, { signal })]);
    return boosterPrices(x1.package, x2.package);
  },
  staleTime: 60_000,
});
prefetchEarly('package/all', pricesQuery);

export const useBoosterPrices = (): UseQueryResult<BoosterPrices> => useQuery(pricesQuery);
