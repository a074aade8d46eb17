import type { ResultOf } from '@minerx/contract/call';
import type { memberMyteam, memberMyteamDetails, memberMyteamSearch, TeamNode } from '@minerx/contract/team';
import type { TeamSort } from '@minerx/rules/team';
import { useInfiniteQuery, useQuery, type InfiniteData } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { callOf, request } from '../../base/api.ts';
import { growing, type GrowingList } from '../../base/pages.ts';
import { queryClient } from '../../base/query.tsx';
import { Refusal } from '../../base/refusal.ts';
import { onSessionEnd } from '../../base/session.ts';
import { makeStore } from '../../base/storage/store.ts';
import type { LoadedLevel } from './tree-lines.ts';

const team = callOf<typeof memberMyteam>('GET', 'member/myteam', 'member');
const search = callOf<typeof memberMyteamSearch>('GET', 'member/myteam/search', 'member');
const details = callOf<typeof memberMyteamDetails>('GET', 'member/myteam/details', 'member');

/** What the own team counts and sold. */
export const useTeam = () =>
  useQuery({ queryKey: ['team', 'summary'], queryFn: ({ signal }) => request(team, { signal }) });

/** Who sells the most stands first: a team is looked at for what it sells. */
export const FIRST_SORT: TeamSort = 'sales';

/** By what the members of every level stand in line: coming back finds the same. */
export const teamSort = makeStore<TeamSort>(FIRST_SORT);

onSessionEnd(() => teamSort.set(FIRST_SORT));

const downlineKey = (of: string | null) => ['team', 'downline', of, teamSort.get()] as const;

/** Who comes back to a tree with many open rows does not ask for all of them again at once. */
const OPEN_ROWS_FRESH_MS = 60_000;

/**
 * The first level below a member, or below the viewer.
 * @param renews false for one of several that look at the same: it shows what is there, another one keeps it new.
 */
export function useDownline(of: string | null, renews = true): GrowingList<readonly TeamNode[]> {
  const sort = useSyncExternalStore(teamSort.subscribe, teamSort.get);
  const query = useInfiniteQuery({
    queryKey: downlineKey(of),
    queryFn: ({ pageParam, signal }) =>
      request(search, { query: { member_username: of ?? undefined, after: pageParam, sort }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }): readonly TeamNode[] => pages.flatMap(({ data }) => data),
    placeholderData: undefined,
    refetchOnMount: renews,
    ...(of !== null && { staleTime: OPEN_ROWS_FRESH_MS }),
  });
  return growing(query);
}

/** What is loaded below a member so far, without asking for it. */
export function loadedDownline(of: string | null): LoadedLevel {
  const state = queryClient.getQueryState<InfiniteData<ResultOf<typeof memberMyteamSearch>>>(downlineKey(of));
  const pages = state?.data?.pages ?? [];
  return {
    nodes: pages.flatMap(({ data }) => data),
    isWhole: state?.status === 'success' && pages.at(-1)?.next === null,
  };
}

const ANSWERS: ReadonlySet<string> = new Set(['success', 'error', 'setState']);

/** Calls back whenever something of a downline was loaded or forgotten. */
export const onDownline = (listener: () => void): (() => void) =>
  queryClient.getQueryCache().subscribe((event) => {
    const [area, what] = event.query.queryKey;
    if (area !== 'team' || what !== 'downline') return;
    if (event.type === 'removed' || (event.type === 'updated' && ANSWERS.has(event.action.type))) listener();
  });

/** Forgets what was loaded below a member: the row was closed. */
export const dropDownline = (of: string): void => queryClient.removeQueries({ queryKey: downlineKey(of) });

/** Exactly this member, when below the viewer; null when nobody is. */
export const useTeamMember = (username: string) =>
  useQuery({
    queryKey: ['team', 'member', username],
    queryFn: async ({ signal }): Promise<TeamNode | null> => {
      const query = { member_username: username, search: '1' };
      const found = await orNobody(request(search, { query, signal }));
      return found?.data[0] ?? null;
    },
    placeholderData: undefined,
  });

type Details = ResultOf<typeof memberMyteamDetails>;

/** Foundation and Legacy: totals of all, and the entries that were loaded so far. */
export interface Standing extends Omit<Details, 'next' | 'rules'> {
  /** Null where nobody was found: nobody told them. */
  rules: Details['rules'] | null;
}

const NOBODY: Standing & Pick<Details, 'next'> = {
  data: [],
  next: null,
  foundation: { count: 0, total: '0' },
  legacy: { count: 0, total: '0' },
  both: 0,
  neither: 0,
  rules: null,
};

/** Foundation and Legacy of the first level, or of exactly one member of the downline. */
export function useStanding(username: string | undefined): GrowingList<Standing> {
  const query = useInfiniteQuery({
    queryKey: ['team', 'standing', username ?? null],
    queryFn: async ({ pageParam, signal }) => {
      const query = username === undefined ? { after: pageParam } : { member_username: username };
      return (await orNobody(request(details, { query, signal }))) ?? NOBODY;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }): Standing => ({ ...pages.at(-1)!, data: pages.flatMap(({ data }) => data) }),
    placeholderData: undefined,
  });
  return growing(query);
}

/** Somebody outside the downline is nobody: an answer, not a failure. */
async function orNobody<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'err_not_found') return null;
    throw error;
  }
}
