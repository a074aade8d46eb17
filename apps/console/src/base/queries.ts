import { operatorActions } from '@minerx/contract/operator/action';
import { operatorSession } from '@minerx/contract/operator/session';
import { operatorWaiting } from '@minerx/contract/operator/waiting';
import type { ResultOf } from '@minerx/contract/call';
import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { request } from './api.ts';

export type Action = ResultOf<typeof operatorActions>['actions'][number];

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: 0,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // Without a network a question fails and says so; it does not wait in silence beneath the rows of another.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
  },
});

export const sessionQuery = queryOptions({ queryKey: ['session'], queryFn: () => request(operatorSession) });
export const actionsQuery = queryOptions({
  queryKey: ['actions'],
  queryFn: async () => (await request(operatorActions)).actions,
  staleTime: Infinity,
});

/** Whether who is signed in may do it: what nobody may is not offered. */
export const useMay = (action: string): boolean =>
  useQuery(actionsQuery).data?.some(({ name }) => name === action) === true;

/** The menu and the first page count together. */
export const waitingQuery = queryOptions({
  queryKey: ['waiting'],
  queryFn: () => request(operatorWaiting),
  refetchInterval: 30_000,
});

/** What was looked at is asked for anew, whatever came of an action: somebody else may have been quicker. */
export const lookAgain = (): void =>
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'actions' });
