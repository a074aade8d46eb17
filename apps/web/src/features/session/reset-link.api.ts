import type { resetPasswordCheck } from '@minerx/contract/member';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { callOf, request } from '../../base/api.ts';
import { Refusal } from '../../base/refusal.ts';

const check = callOf<typeof resetPasswordCheck>('POST', 'member/resetPassword/check', 'public');

/** Whether a reset link leads nowhere. Where it cannot be asked the link is taken for good: the form will tell. */
export const useLinkIsOver = (id: string): UseQueryResult<boolean> =>
  useQuery({
    queryKey: ['reset-link', id],
    queryFn: ({ signal }) =>
      request(check, { body: { id }, signal }).then(
        ({ good }) => good === false,
        (error: unknown) => error instanceof Refusal && error.code === 'err_validation',
      ),
    retry: false,
    gcTime: 0,
  });
