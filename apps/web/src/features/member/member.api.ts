import type { Member } from '@minerx/contract/profile';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { memberQuery } from '../../base/member.ts';

/** Cache key of the signed-in member: invalidate it after anything that moves value. */
export const memberKey = memberQuery.queryKey;

/** The signed-in member with wallets, prices and settings. */
export const useMember = (): UseQueryResult<Member> => useQuery(memberQuery);
