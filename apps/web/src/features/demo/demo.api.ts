import { systemSources } from '@minerx/contract/system';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../base/api.ts';

/** True when nothing on the screens comes from a real source: one line for all of them says so. */
export function useAllSimulated(): boolean {
  const { data = false } = useQuery({
    queryKey: ['system', 'sources', 'simulated'],
    queryFn: async ({ signal }) => {
      const { hashrate, pool, network, market } = await request(systemSources, { signal });
      return [hashrate, pool, network, market].every(({ simulated }) => simulated);
    },
    staleTime: Infinity,
  });
  return data;
}
