import { MINUTE_MS } from '@minerx/rules/duration';
import * as z from 'zod/mini';
import { createHttpSource, type HttpSource, type HttpSourceOptions } from '../http-source.ts';
import { binanceAddresses } from './binance-addresses.ts';
import { klineOf, klineRow, ticker, tickerOf } from './binance-reading.ts';
import { openBinanceStreams } from './binance-streams.ts';
import type { Kline, MarketSource } from './port.ts';

const pageLimit = 1000;
const symbolShape = /^[A-Z0-9]{2,20}$/;

const symbolOf = (symbol: string): string => {
  if (!symbolShape.test(symbol)) throw new RangeError(`not a pair: ${symbol}`);
  return symbol;
};

/** Binance Spot's public REST and streams: `https://data-api.binance.vision`, `https://api.binance.com`, or one address for both. */
export const createBinanceMarket = (options: Omit<HttpSourceOptions, 'headers'>): MarketSource => {
  const { restUrl, streamUrl } = binanceAddresses(options.url);
  const source: HttpSource = createHttpSource({ ...options, url: restUrl });

  /** Minutes that opened from `fromMs` to before `toMs`, in pages. */
  const pages = async (symbol: string, fromMs: number, toMs: number): Promise<Kline[]> => {
    const all: Kline[] = [];
    let start = fromMs;
    while (start < toMs) {
      const query = `symbol=${symbol}&interval=1m&startTime=${start}&endTime=${toMs - 1}&limit=${pageLimit}`;
      const rows = await source.getJson(`/api/v3/klines?${query}`, z.array(klineRow));
      for (const row of rows) {
        const kline = klineOf(symbol, row, source.fail);
        if (kline.openAt < start || kline.openAt >= toMs) source.fail('implausible', 'a minute that was not asked for');
        all.push(kline);
        start = kline.openAt + MINUTE_MS;
      }
      if (rows.length < pageLimit) break;
    }
    return all;
  };

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
        if (found.size !== rows.length) source.fail('implausible', 'a pair that is told twice');
        return symbols.map((symbol) =>
          tickerOf(found.get(symbol) ?? source.fail('malformed', `no ${symbol}`), source.fail),
        );
      });
    },
    async closeAt(symbol, atMs) {
      symbolOf(symbol);
      return source.counted(async () => {
        const openAt = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
        if (options.clock.now() < openAt + MINUTE_MS) source.fail('not_ready', 'that minute is not over');
        const [kline] = await pages(symbol, openAt, openAt + MINUTE_MS);
        return kline ?? source.fail('not_ready', `no trade of ${symbol} in that minute`);
      });
    },
    async klines(symbol, fromMs, toMs) {
      symbolOf(symbol);
      return source.counted(() => pages(symbol, fromMs, toMs));
    },
    stream: (symbols, listener) =>
      openBinanceStreams({
        url: streamUrl,
        simulated: options.simulated,
        onlyPublic: options.onlyPublic ?? false,
        symbols: symbols.map(symbolOf),
        listener,
        fail: source.fail,
      }),
  };
};
