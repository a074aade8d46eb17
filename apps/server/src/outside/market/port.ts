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

/** Prices. Every call throws `OutsideFailure`; a zero, negative or unreadable price is `implausible`, never a price. */
export type MarketSource = HasHealth & {
  sourceId: string;
  simulated: boolean;
  latest(symbols: readonly string[]): Promise<MarketTicker[]>;
  /** Close of the 1-minute kline that was running at `atMs`; `not_ready` while that minute is not over. */
  closeAt(symbol: string, atMs: number): Promise<Kline>;
  /** 1-minute klines that opened from `fromMs` (included) to `toMs` (not), oldest first, however many pages it takes. */
  klines(symbol: string, fromMs: number, toMs: number): Promise<Kline[]>;
};
