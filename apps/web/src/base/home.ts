import type { memberDashboard } from '@minerx/contract/announcement';
import { queryOptions } from '@tanstack/react-query';
import { callOf, request } from './api.ts';

const dashboard = callOf<typeof memberDashboard>('GET', 'member/dashboard', 'member');

/** Banners, marquee, pictures of the collection and the latest announcement: one question for all of the home screen. */
export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: ({ signal }) => request(dashboard, { signal }),
  staleTime: 60_000,
});
