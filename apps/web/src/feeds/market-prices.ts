import type { KlineEvent, SourceEvent, TickerEvent } from '@minerx/contract/feed-market';
import type { SpotPair } from '@minerx/contract/market';
import { useSyncExternalStore } from 'react';

/** The last price of one minute. `time`: when the minute began, ms. The number is for drawing only. */
export interface PricePoint {
  time: number;
  price: number;
}

/** What is known of a pair now; amounts are decimal texts. */
interface PairPrice {
  price: string;
  high: string;
  low: string;
  vol: string;
  /** Signed, percent over 24 hours. */
  percentage: string;
  /** Oldest first, one a minute. */
  series: readonly PricePoint[];
}

const POINTS = 100;

/** A pair as the server answered last. */
export const pairPriceOf = ({ price, high, low, vol, percentage, series }: SpotPair): PairPrice => ({
  price,
  high,
  low,
  vol,
  percentage,
  series: series.map((point) => ({ time: Date.parse(point.time), price: Number(point.price) })),
});

/** The series with a price: the last point is replaced while its minute runs, a new minute drops the oldest point. */
function withPoint(series: readonly PricePoint[], point: PricePoint): readonly PricePoint[] {
  const last = series.at(-1);
  if (last && last.time > point.time) return series;
  const before = last?.time === point.time ? series.slice(0, -1) : series;
  return [...before, point].slice(-POINTS);
}

/** @internal */
export const withKline = (now: PairPrice, { k }: KlineEvent): PairPrice => ({
  ...now,
  price: k.c,
  series: withPoint(now.series, { time: k.t, price: Number(k.c) }),
});

/** @internal */
export const withTicker = (now: PairPrice, { h, l, q, P }: TickerEvent): PairPrice => ({
  ...now,
  high: h,
  low: l,
  vol: q,
  percentage: P,
});

const prices = new Map<string, PairPrice>();
/** What the feed says of the source. */
type Source = Pick<SourceEvent, 'simulated' | 'stale' | 'doubted'>;
let source: Source | undefined;
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

/** Live prices by the pair in lower case. Kept outside of the query cache: they change every second. */
export const marketPrices = {
  /** What `spot/init` said; the feed goes on from there. */
  begin(data: Record<string, SpotPair>): void {
    for (const [pair, now] of Object.entries(data)) prices.set(pair, pairPriceOf(now));
    tell();
  },

  take(event: KlineEvent | TickerEvent | SourceEvent): void {
    if (event.e === 'source') source = event;
    else {
      const pair = event.s.toLowerCase();
      const now = prices.get(pair);
      // Before the start is known there is nothing that an event could change.
      if (!now) return;
      prices.set(pair, event.e === 'kline' ? withKline(now, event) : withTicker(now, event));
    }
    tell();
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A pair as it stands now; drawn anew only when something of it changes. */
export const usePairPrice = (pair: string): PairPrice | undefined =>
  useSyncExternalStore(subscribe, () => prices.get(pair));

/** What the feed said of the source last; undefined before its first word. */
export const useMarketSource = (): Source | undefined => useSyncExternalStore(subscribe, () => source);
