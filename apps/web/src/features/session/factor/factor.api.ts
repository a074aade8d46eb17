import { secondFactor } from '@minerx/contract/second-factor';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../base/api.ts';

/** Whether the member has a second factor, since when, and how many recovery codes are left. */
export const factorQuery = queryOptions({
  queryKey: ['member', 'factor'],
  queryFn: ({ signal }) => request(secondFactor, { signal }),
});
