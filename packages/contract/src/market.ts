import * as z from 'zod/mini';
import { defineCall } from './wire/call.ts';
import { amount, timestamp } from './wire/wire.ts';

/** A market pair that the product follows. */
const marketSymbol = z.object({
  /** The pair in capitals, `BTCUSDT`; in lower case it is the key of `spot/init` and part of the stream names. */
  symbol_name: z.string(),
  /** What the price is in: `USDT`. */
  symbol_currency: z.string(),
  /** Decimals of the price. */
  symbol_precision: z.number(),
  symbol_lotsize: amount,
  /** Shown on the home screen. */
  symbol_highlight: z.boolean(),
});

export const symbolAll = defineCall({
  method: 'GET',
  path: 'symbol/all',
  summary: 'The market pairs in the order in which they are shown.',
  session: 'public',
  result: z.object({ symbol: z.array(marketSymbol) }),
  refusals: [],
});

const spotPair = z.object({
  /** Closes of the last minutes, at most 100, oldest first; the last one is the minute that runs. `time` is when the minute began. */
  series: z.array(z.object({ time: timestamp, price: amount })),
  price: amount,
  high: amount,
  low: amount,
  /** Traded in 24 hours, in the pair's currency: the quote volume, which may exceed what the ledger can hold. */
  vol: z.string(),
  /** Change over 24 hours in percent, signed: `-1.234`. */
  percentage: z.string(),
  /**
   * `at`: the market's word for when this was so. `stale`: it is too old to be called now. `doubted`: it has leapt further than the band and
   * nobody bears it out; of BTC, what the second market does not confirm.
   */
  source: z.object({
    name: z.string(),
    simulated: z.boolean(),
    at: timestamp,
    stale: z.boolean(),
    doubted: z.boolean(),
  }),
});

export const spotInit = defineCall({
  method: 'GET',
  path: 'spot/init',
  summary: 'Prices and the last minutes of every pair, by the pair in lower case; `/spot` goes on from here.',
  session: 'public',
  result: z.object({ data: z.record(z.string(), spotPair) }),
  refusals: ['err_unavailable'],
});

export type SpotPair = z.output<typeof spotPair>;
export type MarketSymbol = z.output<typeof marketSymbol>;
