import type { ResultOf } from '@minerx/contract/call';
import type { memberSessions, memberSessionsEnd } from '@minerx/contract/session';
import { queryOptions } from '@tanstack/react-query';
import { callOf, request } from '../../../base/api.ts';

const sessions = callOf<typeof memberSessions>('GET', 'member/sessions', 'member');
const end = callOf<typeof memberSessionsEnd>('POST', 'member/sessions/end', 'member');

export type Device = ResultOf<typeof memberSessions>['sessions'][number];

/** Where the member is signed in. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: async ({ signal }) => (await request(sessions, { signal })).sessions,
});

/** Signs out one device, or all but this one; how many it were. @throws {Refusal} err_not_found */
export const signOutDevices = async (id?: string): Promise<number> =>
  (await request(end, { body: id === undefined ? {} : { id } })).ended;
