import type { KlineEvent, TickerEvent } from '@minerx/contract/feed-market';
import { describe, expect, it } from 'vitest';
import { pairPriceOf, withKline, withTicker } from './market-prices.ts';

const minute = 60_000;
const start = Date.parse('2026-11-20T12:00:00Z');
const kline = (t: number, c: string): KlineEvent => ({
  e: 'kline',
  E: t + 2000,
  s: 'BTCUSDT',
  k: { t, T: t + minute - 1, i: '1m', o: c, c, h: c, l: c, v: '1', x: false },
});
const first = (points: number) =>
  pairPriceOf({
    series: Array.from({ length: points }, (_, place) => ({
      time: new Date(start + place * minute).toISOString(),
      price: String(100 + place),
    })),
    price: '1',
    high: '2',
    low: '0.5',
    vol: '7',
    percentage: '-1.5',
    source: { name: 'market', simulated: true, at: new Date(start).toISOString(), stale: false, doubted: false },
  });

describe('a pair', () => {
  it('replaces its last point while the minute runs', () => {
    const now = withKline(first(3), kline(start + 2 * minute, '500.25'));
    expect(now.series).toHaveLength(3);
    expect(now.series.at(-1)).toEqual({ time: start + 2 * minute, price: 500.25 });
    expect(now.price).toBe('500.25');
  });

  // proves 7: market feed: the series drops its oldest or replaces its last point
  it('drops its oldest point when a new minute begins', () => {
    const before = first(100);
    const now = withKline(before, kline(start + 100 * minute, '7'));
    expect(now.series).toHaveLength(100);
    expect(now.series[0]).toEqual(before.series[1]);
  });

  it('does not go back in time', () => {
    const before = first(3);
    expect(withKline(before, kline(start, '9')).series).toBe(before.series);
  });

  it('takes the day from the ticker, not the price', () => {
    const ticker: TickerEvent = {
      e: '24hrTicker',
      E: start,
      s: 'BTCUSDT',
      c: '3',
      h: '4',
      l: '2',
      q: '8',
      v: '9',
      P: '0.25',
    };
    expect(withTicker(first(1), ticker)).toMatchObject({
      price: '1',
      high: '4',
      low: '2',
      vol: '8',
      percentage: '0.25',
    });
  });
});
