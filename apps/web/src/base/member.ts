import type { memberProfile } from '@minerx/contract/profile';
import { queryOptions } from '@tanstack/react-query';
import { callOf, request } from './api.ts';

const profile = callOf<typeof memberProfile>('GET', 'member/profile', 'member');

/** The signed-in member with wallets, prices and settings: one question, whoever on a screen needs it. */
export const memberQuery = queryOptions({
  queryKey: ['member', 'profile'],
  queryFn: async ({ signal }) => (await request(profile, { signal })).member,
});
