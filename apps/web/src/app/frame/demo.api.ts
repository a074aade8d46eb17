import type { systemSources } from '@minerx/contract/system';
import { useQuery } from '@tanstack/react-query';
import { callOf, request } from '../../base/api.ts';

const sources = callOf<typeof systemSources>('GET', 'system/sources', 'public');

/** True when nothing on the screens comes from a real source: one line for all of them says so. */
export function useAllSimulated(): boolean {
  const { data = false } = useQuery({
    queryKey: ['system', 'sources', 'simulated'],
    queryFn: async ({ signal }) => {
      const { hashrate, pool, network, market } = await request(sources, { signal });
      return [hashrate, pool, network, market].every(({ simulated }) => simulated);
    },
    staleTime: Infinity,
  });
  return data;
}
