import type { swapOptions } from '@minerx/contract/swap';
import { unitsFrom } from '@minerx/rules/money';
import type { SwapPair } from '@minerx/rules/swap';
import { isWalletId } from '@minerx/rules/wallet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { callOf, request } from '../api.ts';

const options = callOf<typeof swapOptions>('GET', 'wallet/swap/options', 'member');

/** Percent as decimal text in millionths. */
const ppmOf = (percent: string): number => Number(unitsFrom(percent) / 10_000n);

/** The pairs that can be swapped. */
export const useSwapPairs = (): UseQueryResult<readonly SwapPair[]> =>
  useQuery({
    queryKey: ['swap', 'options'],
    queryFn: async ({ signal }) => {
      const { swap: pairs } = await request(options, { signal });
      return pairs.flatMap((pair): SwapPair[] => {
        const { swap_from_type: from, swap_to_type: to } = pair;
        if (!isWalletId(from) || !isWalletId(to)) return [];
        const spreadPpm = ppmOf(pair.swap_spread_percent);
        const [minUnits, maxUnits] = [unitsFrom(pair.swap_min_amount), unitsFrom(pair.swap_max_amount)];
        return [{ from, to, spreadPpm, feePpm: ppmOf(pair.swap_fee_percent), minUnits, maxUnits, enabled: true }];
      });
    },
  });
