import type { memberDashboard } from '@minerx/contract/announcement';
import { useQuery } from '@tanstack/react-query';
import { callOf, request } from '../../base/api.ts';

const dashboard = callOf<typeof memberDashboard>('GET', 'member/dashboard', 'member');

/** Banners, marquee and the latest announcement. */
export const useHomeNews = () =>
  useQuery({
    queryKey: ['announcement', 'home'],
    queryFn: ({ signal }) => request(dashboard, { signal }),
    staleTime: 60_000,
  });
