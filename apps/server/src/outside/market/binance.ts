import * as z from 'zod/mini';
import { formatUnits, MAX_UNITS } from '@minerx/rules/money';
import { createHttpSource, type HttpSource, type HttpSourceOptions } from '../http-source.ts';
import type { Kline, MarketSource, MarketTicker } from './port.ts';

const minuteMs = 60_000;
const pageLimit = 1000;
const symbolShape = /^[A-Z0-9]{2,20}$/;

const ticker = z.object({
  symbol: z.string(),
  lastPrice: z.string(),
  highPrice: z.string(),
  lowPrice: z.string(),
  quoteVolume: z.string(),
  priceChangePercent: z.string(),
  closeTime: z.number(),
});
/** `[openTime, open, high, low, close, volume, closeTime, …]` */
const klineRow = z.tuple(
  [z.number(), z.string(), z.string(), z.string(), z.string(), z.string(), z.number()],
  z.unknown(),
);

/** Binance Spot's public REST: `https://data-api.binance.vision` or `https://api.binance.com`. */
export function createBinanceMarket(options: Omit<HttpSourceOptions, 'headers'>): MarketSource {
  const source: HttpSource = createHttpSource(options);

  /** Decimal text of the market, with any number of decimals, as whole units of 10⁻⁸. */
  function unitsFrom(text: string, what: string): bigint {
    const [, whole, fraction = ''] = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text) ?? [];
    if (whole === undefined) return source.fail('implausible', `${what} is ${text.slice(0, 40)}`);
    return BigInt(whole) * 100_000_000n + BigInt(fraction.slice(0, 8).padEnd(8, '0'));
  }
  function priceFrom(text: string, what: string): bigint {
    const value = unitsFrom(text, what);
    // A price of zero would give things away, and one that no ledger can hold is a mistake.
    if (value === 0n || value > MAX_UNITS) source.fail('implausible', `${what} is ${text}`);
    return value;
  }
  function symbolOf(symbol: string): string {
    if (!symbolShape.test(symbol)) throw new RangeError(`not a pair: ${symbol}`);
    return symbol;
  }

  function tickerOf(row: z.infer<typeof ticker>): MarketTicker {
    const priceUnits = priceFrom(row.lastPrice, `price of ${row.symbol}`);
    const high = priceFrom(row.highPrice, `high of ${row.symbol}`);
    const low = priceFrom(row.lowPrice, `low of ${row.symbol}`);
    if (!/^-?\d+(\.\d+)?$/.test(row.priceChangePercent)) source.fail('implausible', `change ${row.priceChangePercent}`);
    return {
      symbol: row.symbol,
      price: formatUnits(priceUnits),
      priceUnits,
      high: formatUnits(high),
      low: formatUnits(low),
      quoteVolume: formatUnits(unitsFrom(row.quoteVolume, 'volume')),
      changePercent: row.priceChangePercent,
      at: row.closeTime,
    };
  }

  function klineOf(symbol: string, row: z.infer<typeof klineRow>): Kline {
    const [openAt, open, high, low, close, volume, closeAt] = row;
    const price = (text: string): bigint => priceFrom(text, `${symbol} at ${new Date(openAt).toISOString()}`);
    const closeUnits = price(close);
    if (openAt % minuteMs !== 0 || closeAt !== openAt + minuteMs - 1)
      source.fail('malformed', `not a minute: ${openAt}`);
    if (price(high) < closeUnits || price(low) > closeUnits)
      source.fail('implausible', `${symbol} closed outside its range`);
    return {
      openAt,
      closeAt,
      open: formatUnits(price(open)),
      high: formatUnits(price(high)),
      low: formatUnits(price(low)),
      close: formatUnits(closeUnits),
      closeUnits,
      volume: formatUnits(unitsFrom(volume, 'volume')),
    };
  }

  /** Minutes that opened from `fromMs` to before `toMs`, in pages. */
  async function pages(symbol: string, fromMs: number, toMs: number): Promise<Kline[]> {
    const all: Kline[] = [];
    let start = fromMs;
    while (start < toMs) {
      const query = `symbol=${symbol}&interval=1m&startTime=${start}&endTime=${toMs - 1}&limit=${pageLimit}`;
      const rows = await source.getJson(`/api/v3/klines?${query}`, z.array(klineRow));
      for (const row of rows) {
        const kline = klineOf(symbol, row);
        if (kline.openAt < start || kline.openAt >= toMs) source.fail('implausible', 'a minute that was not asked for');
        all.push(kline);
        start = kline.openAt + minuteMs;
      }
      if (rows.length < pageLimit) break;
    }
    return all;
  }

  return {
    sourceId: options.sourceId,
    simulated: options.simulated,
    health: source.health,
    async latest(symbols) {
      if (symbols.length === 0) return [];
      const list = encodeURIComponent(JSON.stringify(symbols.map(symbolOf)));
      return source.counted(async () => {
        const rows = await source.getJson(`/api/v3/ticker/24hr?symbols=${list}`, z.array(ticker));
        const found = new Map(rows.map((row) => [row.symbol, row]));
        return symbols.map((symbol) => tickerOf(found.get(symbol) ?? source.fail('malformed', `no ${symbol}`)));
      });
    },
    async closeAt(symbol, atMs) {
      symbolOf(symbol);
      return source.counted(async () => {
        const openAt = Math.floor(atMs / minuteMs) * minuteMs;
        if (options.clock.now() < openAt + minuteMs) source.fail('not_ready', 'that minute is not over');
        const [kline] = await pages(symbol, openAt, openAt + minuteMs);
        return kline ?? source.fail('not_ready', `no trade of ${symbol} in that minute`);
      });
    },
    async klines(symbol, fromMs, toMs) {
      symbolOf(symbol);
      return source.counted(() => pages(symbol, fromMs, toMs));
    },
  };
}
