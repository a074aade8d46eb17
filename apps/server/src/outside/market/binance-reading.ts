import { MINUTE_MS } from '@minerx/rules/duration';
import * as z from 'zod/mini';
import { formatUnits, MAX_UNITS, UNIT } from '@minerx/rules/money';
import type { FailureReason } from '../failure.ts';
import type { Kline, MarketEvent, MarketTicker } from './port.ts';

type Fail = (reason: FailureReason, detail: string) => never;

/** `GET /api/v3/ticker/24hr` */
export const ticker = z.object({
  symbol: z.string(),
  lastPrice: z.string(),
  highPrice: z.string(),
  lowPrice: z.string(),
  quoteVolume: z.string(),
  priceChangePercent: z.string(),
  closeTime: z.number(),
});
/** `[openTime, open, high, low, close, volume, closeTime, …]` */
export const klineRow = z.tuple(
  [z.number(), z.string(), z.string(), z.string(), z.string(), z.string(), z.number()],
  z.unknown(),
);

/** Decimal text of the market, with any number of decimals, as whole units of 10⁻⁸. */
const unitsFrom = (text: string, what: string, fail: Fail): bigint => {
  const [, whole, fraction = ''] = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text) ?? [];
  if (whole === undefined) return fail('implausible', `${what} is ${text.slice(0, 40)}`);
  return BigInt(whole) * UNIT + BigInt(fraction.slice(0, 8).padEnd(8, '0'));
};

/** A price of zero would give things away, and one that no ledger can hold is a mistake. */
export const priceFrom = (text: string, what: string, fail: Fail): bigint => {
  const value = unitsFrom(text, what, fail);
  return value === 0n || value > MAX_UNITS ? fail('implausible', `${what} is ${text}`) : value;
};

export const tickerOf = (row: z.infer<typeof ticker>, fail: Fail): MarketTicker => {
  const priceUnits = priceFrom(row.lastPrice, `price of ${row.symbol}`, fail);
  const high = priceFrom(row.highPrice, `high of ${row.symbol}`, fail);
  const low = priceFrom(row.lowPrice, `low of ${row.symbol}`, fail);
  if (!/^-?\d+(\.\d+)?$/.test(row.priceChangePercent)) fail('implausible', `change ${row.priceChangePercent}`);
  return {
    symbol: row.symbol,
    price: formatUnits(priceUnits),
    priceUnits,
    high: formatUnits(high),
    low: formatUnits(low),
    quoteVolume: formatUnits(unitsFrom(row.quoteVolume, 'volume', fail)),
    changePercent: row.priceChangePercent,
    at: row.closeTime,
  };
};

export const klineOf = (symbol: string, row: z.infer<typeof klineRow>, fail: Fail): Kline => {
  const [openAt, open, high, low, close, volume, closeAt] = row;
  if (openAt % MINUTE_MS !== 0 || closeAt !== openAt + MINUTE_MS - 1) fail('malformed', `not a minute: ${openAt}`);
  const price = (text: string): bigint => priceFrom(text, `${symbol} at ${new Date(openAt).toISOString()}`, fail);
  const closeUnits = price(close);
  const [highUnits, lowUnits] = [price(high), price(low)];
  if (highUnits < closeUnits || lowUnits > closeUnits) fail('implausible', `${symbol} closed outside its range`);
  return {
    openAt,
    closeAt,
    open: formatUnits(price(open)),
    high: formatUnits(highUnits),
    low: formatUnits(lowUnits),
    close: formatUnits(closeUnits),
    closeUnits,
    volume: formatUnits(unitsFrom(volume, 'volume', fail)),
  };
};

const tickerEvent = z.object({
  e: z.literal('24hrTicker'),
  E: z.number(),
  s: z.string(),
  c: z.string(),
  h: z.string(),
  l: z.string(),
  q: z.string(),
  P: z.string(),
  C: z.number(),
});
const klineEvent = z.object({
  e: z.literal('kline'),
  E: z.number(),
  s: z.string(),
  k: z.object({
    t: z.number(),
    T: z.number(),
    i: z.literal('1m'),
    o: z.string(),
    h: z.string(),
    l: z.string(),
    c: z.string(),
    v: z.string(),
    x: z.boolean(),
  }),
});
const combined = z.object({ stream: z.string(), data: z.union([tickerEvent, klineEvent]) });
const shutdown = z.object({ data: z.object({ e: z.literal('serverShutdown') }) });

/** A message of a combined stream: an event, the word that the server is about to go, or a failure. */
export const streamMessageOf = (text: string, fail: Fail): MarketEvent | 'shutdown' => {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return fail('malformed', `no JSON: ${text.slice(0, 60)}`);
  }
  const read = z.safeParse(combined, body);
  if (!read.success) {
    return z.safeParse(shutdown, body).success ? 'shutdown' : fail('malformed', `no event: ${text.slice(0, 60)}`);
  }
  const { stream, data } = read.data;
  // All fields of the event travel on, also those that we do not read.
  const common = { stream, symbol: data.s, at: data.E, text: JSON.stringify((body as { data: unknown }).data) };
  if (data.e === 'kline') {
    const { t, T, o, h, l, c, v, x } = data.k;
    if (stream !== `${data.s.toLowerCase()}@kline_1m`) fail('malformed', `${stream} speaks of ${data.s}`);
    return { ...common, kind: 'kline', kline: klineOf(data.s, [t, o, h, l, c, v, T], fail), closed: x };
  }
  if (stream !== `${data.s.toLowerCase()}@ticker`) fail('malformed', `${stream} speaks of ${data.s}`);
  const row = {
    symbol: data.s,
    lastPrice: data.c,
    highPrice: data.h,
    lowPrice: data.l,
    quoteVolume: data.q,
    priceChangePercent: data.P,
    closeTime: data.C,
  };
  return { ...common, kind: 'ticker', ticker: tickerOf(row, fail) };
};
