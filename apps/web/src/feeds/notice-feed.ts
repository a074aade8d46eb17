import type { TicketFeedMessage } from '@minerx/contract/feed-ticket';
import { accessToken } from '../base/api.ts';
import { memberQuery } from '../base/member.ts';
import { queryClient } from '../base/query.tsx';
import { FeedConnection } from './connection.ts';

/** Most notices tell of money that moved: what stands in the wallets is asked for with them. */
const TOLD = [['notice', 'list'], memberQuery.queryKey, ['wallet']];

function renew(): void {
  for (const queryKey of TOLD) void queryClient.invalidateQueries({ queryKey });
}

/**
 * Hears on `/ws-support` that there is a new notice, or that one was read on another device, whatever screen is open; gives what ends
 * it. Before the line was up, or while it was down, anything may have happened.
 */
export function followNotices(): () => void {
  const feed = new FeedConnection<TicketFeedMessage>({
    path: '/ws-support',
    params: ['notices'],
    token: accessToken,
    onMessage: (message) => {
      if ('event' in message && message.event === 'notice') renew();
    },
    onState: (state) => {
      if (state === 'live') renew();
    },
  });
  return () => feed.close();
}
