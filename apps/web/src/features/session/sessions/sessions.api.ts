import type { ResultOf } from '@minerx/contract/call';
import type { memberSessions, memberSessionsEnd } from '@minerx/contract/session';
import { queryOptions } from '@tanstack/react-query';
import { callOf, request } from '../../../base/api.ts';

const list = callOf<typeof memberSessions>('GET', 'member/sessions', 'member');
const end = callOf<typeof memberSessionsEnd>('POST', 'member/sessions/end', 'member');

export type Session = ResultOf<typeof memberSessions>['sessions'][number];

/** Where the member is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await request(list, { signal })).sessions,
});

/** Ends one session, or all but this one; how many it were. @throws {Refusal} err_not_found */
export const endSessions = async (id?: string): Promise<number> =>
  (await request(end, { body: id === undefined ? {} : { id } })).ended;
