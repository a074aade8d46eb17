import { operatorTicketChange } from '@minerx/contract/operator/ticket';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '../../base/api.ts';
import { queryClient } from '../../base/queries.ts';

/** How long a message of the member takes to stand on the screen at most. */
const ASK_MS = 2000;

/** Asks whether something was written, and for the ticket itself only then: who reads it is on the audit log each time. */
export function useTicketNews(id: string, seenAt: string): void {
  const { data } = useQuery({
    queryKey: ['ticket-change', id],
    queryFn: () => request(operatorTicketChange, { query: { id } }),
    refetchInterval: ASK_MS,
    staleTime: 0,
  });
  const isNew = data !== undefined && data.changed_at > seenAt;
  useEffect(() => {
    if (isNew) void queryClient.invalidateQueries({ queryKey: ['record'] });
  }, [isNew]);
}
