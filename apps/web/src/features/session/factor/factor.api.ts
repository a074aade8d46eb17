import { passkeyList } from '@minerx/contract/passkey';
import { secondFactor } from '@minerx/contract/second-factor';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../base/api.ts';

/** Whether the member has an authenticator app, since when, and how many recovery codes are left. */
export const factorQuery = queryOptions({
  queryKey: ['member', 'factor'],
  queryFn: ({ signal }) => request(secondFactor, { signal }),
});

/** The member's passkeys, oldest first. */
export const passkeysQuery = queryOptions({
  queryKey: ['member', 'factor', 'passkeys'],
  queryFn: ({ signal }) => request(passkeyList, { signal }),
  select: ({ passkeys }) => passkeys,
});
