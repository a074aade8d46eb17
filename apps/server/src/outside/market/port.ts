import type { HasHealth } from '../source-health.ts';

/** The last price of a pair and its 24 hours. All amounts are decimal text as money is on the wire: at most 8 decimals. */
export type MarketTicker = {
  /** Upper case pair, `BTCUSDT`. */
  symbol: string;
  price: string;
  /** The same price in whole units of 10⁻⁸. */
  priceUnits: bigint;
  high: string;
  low: string;
  quoteVolume: string;
  /** Signed, percent over 24 hours. */
  changePercent: string;
  /** Time of the last trade, epoch milliseconds, the market's clock. The caller decides how old is too old. */
  at: number;
};

/** One minute of trading. */
export type Kline = {
  openAt: number;
  closeAt: number;
  open: string;
  high: string;
  low: string;
  close: string;
  closeUnits: bigint;
  volume: string;
};

/** One word of the market's streams. `text` is the event as the market wrote it, to be passed on; the rest is read and checked. */
export type MarketEvent = {
  /** Stream name, lower case: `btcusdt@ticker`, `btcusdt@kline_1m`. */
  stream: string;
  symbol: string;
  /** When the market said it, epoch milliseconds, the market's clock. */
  at: number;
  text: string;
} & ({ kind: 'ticker'; ticker: MarketTicker } | { kind: 'kline'; kline: Kline; closed: boolean });

export type MarketListener = {
  event(event: MarketEvent): void;
  /** The streams began to speak, at first or after a break: what was said meanwhile is to be fetched. */
  began(): void;
  /** The connection broke or an event was not usable; it comes back by itself. */
  failed(failure: Error): void;
};

/** Prices. Every call throws `OutsideFailure`; a zero, negative or unreadable price is `implausible`, never a price. */
export type MarketSource = HasHealth & {
  sourceId: string;
  simulated: boolean;
  latest(symbols: readonly string[]): Promise<MarketTicker[]>;
  /** Close of the 1-minute kline that was running at `atMs`; `not_ready` while that minute is not over. */
  closeAt(symbol: string, atMs: number): Promise<Kline>;
  /** 1-minute klines that opened from `fromMs` (included) to `toMs` (not), oldest first, however many pages it takes. */
  klines(symbol: string, fromMs: number, toMs: number): Promise<Kline[]>;
  /** Opens the ticker and 1-minute kline streams of these pairs and keeps them open until it is closed. Never throws for the market. */
  stream(symbols: readonly string[], listener: MarketListener): { close(): void };
};

/** BTC's price at a moment, epoch milliseconds, the market's clock. */
type PriceAt = { priceUnits: bigint; at: number };

/** A second market that is asked for nothing but BTC in dollars, to bear out what the first one says. Every call throws `OutsideFailure`. */
export type SecondMarketSource = HasHealth & {
  sourceId: string;
  simulated: boolean;
  /** The last trade. */
  latest(): Promise<PriceAt>;
  /** Closes of the minutes that opened from `fromMs` (included) to `toMs` (not), oldest first; minutes without trades are left out. */
  closes(fromMs: number, toMs: number): Promise<{ openAt: number; closeUnits: bigint }[]>;
};
