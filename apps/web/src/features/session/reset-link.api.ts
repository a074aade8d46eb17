import type { resetPasswordCheck } from '@minerx/contract/member';
import { useQuery } from '@tanstack/react-query';
import { callOf, request } from '../../base/api.ts';
import { Refusal } from '../../base/refusal.ts';

const check = callOf<typeof resetPasswordCheck>('POST', 'member/resetPassword/check', 'public');

/** Whether the server refuses a reset link; false while that is not known: the form will tell. */
export function useLinkIsOver(id: string): boolean {
  const { error } = useQuery({
    queryKey: ['reset-link', id],
    queryFn: ({ signal }) => request(check, { body: { id }, signal }),
    retry: false,
    gcTime: 0,
  });
  return error instanceof Refusal && (error.code === 'err_link_invalid' || error.code === 'err_validation');
}
