import { after, pairs, type Candle, type PriceModel } from './price-model.ts';

/** The shapes of Binance Spot: REST klines and 24-hour tickers, and the events of the two streams. */
const minuteMs = 60_000;
const eight = (value: number): string => value.toFixed(8);

/** `[openTime, o, h, l, c, v, closeTime, q, n, V, Q, "0"]`. */
export const restKline = (candle: Candle): unknown[] => [
  candle.openMs,
  eight(candle.open),
  eight(candle.high),
  eight(candle.low),
  eight(candle.close),
  eight(candle.volume),
  candle.closeMs,
  eight(candle.quoteVolume),
  candle.trades,
  eight(candle.volume / 2),
  eight(candle.quoteVolume / 2),
  '0',
];

type Day = {
  open: number;
  high: number;
  low: number;
  last: number;
  volume: number;
  quoteVolume: number;
  trades: number;
  atMs: number;
};

/** The 24 hours before `atMs`. */
export const dayOf = (prices: PriceModel, symbol: string, atMs: number): Day => {
  const running = Math.floor(atMs / minuteMs) * minuteMs;
  const { close, ...day } = after(prices.candle(symbol, running, atMs), prices.dayBefore(symbol, running));
  return { ...day, last: close, atMs };
};

const moved = (symbol: string, day: Day): { change: string; percent: string; average: string; tick: number } => ({
  change: eight(day.last - day.open),
  percent: (((day.last - day.open) / day.open) * 100).toFixed(3),
  average: eight(day.quoteVolume / day.volume),
  tick: 10 ** -pairs[symbol]!.decimals,
});

/** `GET /api/v3/ticker/24hr` of one symbol; `price` lets a fault put something else in place of the last price. */
export const restTicker = (symbol: string, day: Day, price = eight(day.last)): unknown => {
  const { change, percent, average, tick } = moved(symbol, day);
  return {
    symbol,
    priceChange: change,
    priceChangePercent: percent,
    weightedAvgPrice: average,
    prevClosePrice: eight(day.open),
    lastPrice: price,
    lastQty: '0.01000000',
    bidPrice: eight(day.last - tick),
    bidQty: '1.00000000',
    askPrice: eight(day.last + tick),
    askQty: '1.00000000',
    openPrice: eight(day.open),
    highPrice: eight(day.high),
    lowPrice: eight(day.low),
    volume: eight(day.volume),
    quoteVolume: eight(day.quoteVolume),
    openTime: day.atMs - 86_400_000,
    closeTime: day.atMs,
    firstId: 1,
    lastId: day.trades,
    count: day.trades,
  };
};

/** The `24hrTicker` event of `<symbol>@ticker`. */
export const tickerEvent = (symbol: string, day: Day, price = eight(day.last)): unknown => {
  const { change, percent, average, tick } = moved(symbol, day);
  return {
    e: '24hrTicker',
    E: day.atMs,
    s: symbol,
    p: change,
    P: percent,
    w: average,
    x: eight(day.open),
    c: price,
    Q: '0.01000000',
    b: eight(day.last - tick),
    B: '1.00000000',
    a: eight(day.last + tick),
    A: '1.00000000',
    o: eight(day.open),
    h: eight(day.high),
    l: eight(day.low),
    v: eight(day.volume),
    q: eight(day.quoteVolume),
    O: day.atMs - 86_400_000,
    C: day.atMs,
    F: 1,
    L: day.trades,
    n: day.trades,
  };
};

/** The `kline` event of `<symbol>@kline_1m`. */
export const klineEvent = (symbol: string, candle: Candle, atMs: number, price = eight(candle.close)): unknown => ({
  e: 'kline',
  E: atMs,
  s: symbol,
  k: {
    t: candle.openMs,
    T: candle.closeMs,
    s: symbol,
    i: '1m',
    f: 1,
    L: candle.trades,
    o: eight(candle.open),
    c: price,
    h: eight(candle.high),
    l: eight(candle.low),
    v: eight(candle.volume),
    n: candle.trades,
    x: atMs > candle.closeMs,
    q: eight(candle.quoteVolume),
    V: eight(candle.volume / 2),
    Q: eight(candle.quoteVolume / 2),
    B: '0',
  },
});
