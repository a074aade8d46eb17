/**
 * Messages of `/spot` (specification section 7). It needs no AUTH. Streams are named as Binance names them,
 * `btcusdt@kline_1m` and `btcusdt@ticker`, at most 64 a socket.
 */

/** Sent every two seconds and when the minute is over. All of Binance's fields travel on; these are read. Times in ms. */
export interface KlineEvent {
  e: 'kline';
  E: number;
  s: string;
  /** Opened, closes, open, close (the last price), high, low, base volume, whether the minute is over. */
  k: { t: number; T: number; i: '1m'; o: string; c: string; h: string; l: string; v: string; x: boolean };
}

/** Sent every second: last price, high, low, quote volume, base volume, change in percent. */
export interface TickerEvent {
  e: '24hrTicker';
  E: number;
  s: string;
  c: string;
  h: string;
  l: string;
  q: string;
  v: string;
  P: string;
}

/**
 * Ours: where the prices come from and whether they still come. Sent after INIT, after SUBSCRIBE, whenever `stale` or `doubted` changes, and
 * every few seconds while it is true, so that silence of the market is not taken for a broken line.
 */
export interface SourceEvent {
  e: 'source';
  name: string;
  simulated: boolean;
  /** The prices are older than they should be: show them as old. */
  stale: boolean;
  /** Pairs, in lower case, whose price has leapt and is borne out by nobody: show them as doubted. */
  doubted: readonly string[];
  /** Time of the newest price, ms; null before the first. */
  at: number | null;
}

export type MarketFeedMessage =
  | { result: null; id?: number }
  | { error: { err_code: string }; id?: number }
  | { method: 'PING' }
  | { method: 'PONG'; params: [unixSeconds: number] }
  | KlineEvent
  | TickerEvent
  | SourceEvent;
