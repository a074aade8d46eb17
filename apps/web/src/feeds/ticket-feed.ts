import type { TicketFeedMessage } from '@minerx/contract/feed-ticket';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useFeed } from './use-feed.ts';

const TICKETS = ['tickets'];

/**
 * Hears of news in the member's tickets while the component is shown: with the ticket's id, or with null when the line was
 * down for a while and anything may have happened.
 */
export function useTicketFeed(onNews: (ticketId: string | null) => void): void {
  const tell = useEffectEvent(onNews);
  const wasLive = useRef(false);
  const state = useFeed<TicketFeedMessage>('/ws-support', TICKETS, (message) => {
    if ('event' in message && message.event === 'message') onNews(message.ticketId);
  });
  useEffect(() => {
    if (state !== 'live') return;
    if (wasLive.current) tell(null);
    wasLive.current = true;
  }, [state]);
}
