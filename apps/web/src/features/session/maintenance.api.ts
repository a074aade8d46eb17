import { systemMaintenance } from '@minerx/contract/system';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../base/api.ts';

const ASK_AGAIN_MS = 20_000;

/** Whether maintenance is still on, asked again while the screen is open. */
export const useMaintenance = () =>
  useQuery({
    queryKey: ['maintenance'],
    queryFn: ({ signal }) => request(systemMaintenance, { signal }),
    staleTime: 0,
    refetchInterval: ASK_AGAIN_MS,
  });
