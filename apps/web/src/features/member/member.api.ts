import { memberProfile, type Member } from '@minerx/contract/profile';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../../base/api.ts';

/** Cache key of the signed-in member: invalidate it after anything that moves value. */
export const memberKey = ['member', 'profile'] as const;

/** The signed-in member with wallets, prices and settings. */
export function useMember(): UseQueryResult<Member> {
  return useQuery({
    queryKey: memberKey,
    queryFn: async ({ signal }) => (await request(memberProfile, { signal })).member,
  });
}
