import { MINUTE_MS } from '@minerx/rules/duration';
import * as z from 'zod/mini';
import { createHttpSource, type HttpSourceOptions } from '../http-source.ts';
import { priceFrom } from './binance-reading.ts';
import type { SecondMarketSource } from './port.ts';

/** `GET /products/BTC-USD/ticker`: of many fields the last trade's price and time. */
const ticker = z.object({ price: z.string(), time: z.string() });
/** `GET /products/BTC-USD/candles`: `[time in seconds, low, high, open, close, volume]`, newest first. */
const candle = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]);

const PRODUCT = '/products/BTC-USD';
/** More of them in one question are refused. */
const CANDLES_AT_ONCE = 300;

/** Coinbase Exchange's public REST, `https://api.exchange.coinbase.com`; only BTC in dollars. */
export const createCoinbaseMarket = (options: Omit<HttpSourceOptions, 'headers'>): SecondMarketSource => {
  // Without a name it answers nobody.
  const source = createHttpSource({ ...options, headers: { 'user-agent': 'minerx' } });

  /** The server may add minutes from before the question; those are not wanted. */
  const page = async (fromMs: number, toMs: number): Promise<{ openAt: number; closeUnits: bigint }[]> => {
    const between = `start=${new Date(fromMs).toISOString()}&end=${new Date(toMs - 1).toISOString()}`;
    const rows = await source.getJson(`${PRODUCT}/candles?granularity=60&${between}`, z.array(candle));
    const minutes = rows.map(([seconds, low, high, , close]) => {
      const at = `BTC-USD at ${seconds}`;
      if (seconds % 60 !== 0) source.fail('malformed', `not a minute: ${seconds}`);
      if (close < low || close > high) source.fail('implausible', `${at} closed outside its range`);
      return { openAt: seconds * 1000, closeUnits: priceFrom(String(close), at, source.fail) };
    });
    if (new Set(minutes.map(({ openAt }) => openAt)).size !== minutes.length)
      source.fail('implausible', 'a minute that is told twice');
    return minutes.filter(({ openAt }) => openAt >= fromMs && openAt < toMs).sort((a, b) => a.openAt - b.openAt);
  };

  return {
    sourceId: options.sourceId,
    simulated: options.simulated,
    health: source.health,
    latest: () =>
      source.counted(async () => {
        const { price, time } = await source.getJson(`${PRODUCT}/ticker`, ticker);
        const at = Date.parse(time);
        if (!Number.isFinite(at)) source.fail('malformed', `not a time: ${time.slice(0, 40)}`);
        return { priceUnits: priceFrom(price, 'price of BTC-USD', source.fail), at };
      }),
    closes: (fromMs, toMs) =>
      source.counted(async () => {
        const all: { openAt: number; closeUnits: bigint }[] = [];
        for (let start = fromMs; start < toMs; start += CANDLES_AT_ONCE * MINUTE_MS)
          all.push(...(await page(start, Math.min(toMs, start + CANDLES_AT_ONCE * MINUTE_MS))));
        return all;
      }),
  };
};
