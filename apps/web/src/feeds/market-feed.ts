import type { MarketFeedMessage } from '@minerx/contract/feed-market';
import type { FeedState } from './connection.ts';
import { marketPrices } from './market-prices.ts';
import { useFeed } from './use-feed.ts';

function takeMarketMessage(message: MarketFeedMessage): void {
  if ('e' in message) marketPrices.take(message);
}

/** Keeps the prices of these pairs (lower case) coming while the component is shown. */
export const useMarketFeed = (pairs: readonly string[]): FeedState =>
  useFeed(
    '/spot',
    pairs.flatMap((pair) => [`${pair}@kline_1m`, `${pair}@ticker`]),
    takeMarketMessage,
  );
