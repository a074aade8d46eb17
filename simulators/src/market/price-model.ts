import { mix, mixKey, smooth, unit } from '../program/noise.ts';

/** Prices as a function of (seed, pair, time): every part of the simulator that asks for a minute gets the same minute. */
export type Candle = {
  openMs: number;
  closeMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  quoteVolume: number;
  trades: number;
};

const minuteMs = 60_000;
const dayMinutes = 1440;
/** The price may change every two seconds, as often as the real kline stream speaks. */
const stepMs = 2_000;

export const pairs: Readonly<Record<string, { base: number; decimals: number; volume: number }>> = {
  BTCUSDT: { base: 95_000, decimals: 2, volume: 14 },
  ETHUSDT: { base: 3_400, decimals: 2, volume: 220 },
  BNBUSDT: { base: 890, decimals: 2, volume: 95 },
  SOLUSDT: { base: 165, decimals: 2, volume: 1_900 },
  TRXUSDT: { base: 0.29, decimals: 4, volume: 190_000 },
  XRPUSDT: { base: 2.25, decimals: 4, volume: 88_000 },
};

// Period in steps of two seconds, and the share of the price that it moves.
const waves: readonly (readonly [period: number, amplitude: number])[] = [
  [302_400, 0.06],
  [43_200, 0.025],
  [5_400, 0.008],
  [450, 0.003],
  [30, 0.0006],
  [3, 0.0001],
];

export type PriceModel = {
  priceAt(symbol: string, atMs: number): number;
  /** The minute that opened at `openMs` as it stands at `untilMs`. */
  candle(symbol: string, openMs: number, untilMs: number): Candle;
  /** The rest of the 24 hours that end with the minute that opened at `openMs`: all that was before it. */
  dayBefore(symbol: string, openMs: number): Candle;
};

export const createPriceModel = (seed: string): PriceModel => {
  const keys = new Map<string, number>();
  const finished = new Map<string, Candle>();

  const priceOfStep = (symbol: string, step: number): number => {
    let key = keys.get(symbol);
    if (key === undefined) keys.set(symbol, (key = mix(`${seed}/${symbol}`)));
    let moved = 0;
    for (const [index, [period, amplitude]] of waves.entries()) {
      moved += smooth(mixKey(key, index), step, period) * amplitude;
    }
    const { base, decimals } = pairs[symbol]!;
    return Number((base * (1 + moved)).toFixed(decimals));
  };

  const candle = (symbol: string, openMs: number, untilMs: number): Candle => {
    const whole = untilMs >= openMs + minuteMs;
    const name = `${symbol}/${openMs}`;
    const known = finished.get(name);
    if (whole && known) return known;
    const first = openMs / stepMs;
    const last = whole ? first + minuteMs / stepMs - 1 : Math.max(first, Math.floor(untilMs / stepMs));
    const open = priceOfStep(symbol, first);
    let high = open;
    let low = open;
    let close = open;
    for (let step = first + 1; step <= last; step++) {
      close = priceOfStep(symbol, step);
      if (close > high) high = close;
      if (close < low) low = close;
    }
    const busy = 0.5 + unit(mix(`${seed}/${symbol}/volume`, openMs / minuteMs));
    const volume = Number(((pairs[symbol]!.volume * busy * (last - first + 1)) / 30).toFixed(5));
    const made: Candle = {
      openMs,
      closeMs: openMs + minuteMs - 1,
      open,
      high,
      low,
      close,
      volume,
      quoteVolume: Number((volume * ((high + low) / 2)).toFixed(8)),
      trades: Math.max(1, Math.floor(busy * 40 * (last - first + 1))),
    };
    if (whole) {
      if (finished.size > 40_000) finished.clear();
      finished.set(name, made);
    }
    return made;
  };

  // Each second six pairs are asked for their day, and in a minute of it one minute is another.
  const newest = new Map<string, Candle>();

  const dayBefore = (symbol: string, openMs: number): Candle => {
    const known = newest.get(symbol);
    if (known?.closeMs === openMs - 1) return known;
    const minutes = Array.from({ length: dayMinutes - 1 }, (_, back) =>
      candle(symbol, openMs - (back + 1) * minuteMs, openMs),
    );
    const made = minutes.reduce(after);
    newest.set(symbol, made);
    return made;
  };

  return { priceAt: (symbol, atMs) => priceOfStep(symbol, Math.floor(atMs / stepMs)), candle, dayBefore };
};

/** Two stretches as one, of which the second was before the first. */
export const after = (later: Candle, earlier: Candle): Candle => ({
  openMs: earlier.openMs,
  closeMs: later.closeMs,
  open: earlier.open,
  high: Math.max(later.high, earlier.high),
  low: Math.min(later.low, earlier.low),
  close: later.close,
  volume: later.volume + earlier.volume,
  quoteVolume: later.quoteVolume + earlier.quoteVolume,
  trades: later.trades + earlier.trades,
});

/** The same prices, all of them so many times as high as `times` says at the moment of the question. */
export const scaled = (model: PriceModel, times: () => number): PriceModel => {
  const raised = (candle: Candle): Candle => {
    const by = times();
    const { open, high, low, close } = candle;
    return by === 1 ? candle : { ...candle, open: open * by, high: high * by, low: low * by, close: close * by };
  };
  return {
    priceAt: (symbol, atMs) => model.priceAt(symbol, atMs) * times(),
    candle: (...asked) => raised(model.candle(...asked)),
    dayBefore: (...asked) => raised(model.dayBefore(...asked)),
  };
};
