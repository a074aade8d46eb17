import type { PoolFeedMessage } from '@minerx/contract/feed-pool';
import { queryClient } from '../base/query.tsx';
import type { FeedState } from './connection.ts';
import { linkChange, patchOrders } from './order-cache.ts';
import { useFeed } from './use-feed.ts';

/** `/ws-pool` has one message: the machines of an order answer, or they do not. */
function takePoolMessage(message: PoolFeedMessage): void {
  if ('event' in message) patchOrders(queryClient, linkChange(message.device.serialNumber, message.event));
}

/** Keeps the status of these orders true while the component is shown. */
export const usePoolFeed = (serials: readonly string[]): FeedState => useFeed('/ws-pool', serials, takePoolMessage);
