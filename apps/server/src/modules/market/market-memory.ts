import { MINUTE_MS } from '@minerx/rules/duration';
import type { Context } from '../../context.ts';
import type { MarketEvent, MarketTicker } from '../../outside/market/port.ts';
import type { Market, MarketState, MarketPair, Minute, PairNow } from '../../ports.ts';
import { listMarketSymbols } from './market-symbol.query.ts';
import { MinuteRing } from './minute-ring.ts';
import { PairDoubt } from './pair-doubt.ts';

/** Shown are 100 minutes; a few more survive a hole. */
const MINUTES_KEPT = 120;
/** Tickers come every second: ten of them missing means that the market does not speak to us. */
const SOURCE_STALE_MS = 10_000;
/** A pair by itself may be quiet for longer. */
const PAIR_STALE_MS = MINUTE_MS;
const FIRST_FIGURES_MS = 4000;
const FILL_AGAIN_MS = 5000;
/** Without anybody asking the connection is given up. */
const IDLE_MS = 5 * MINUTE_MS;
const WARN_EVERY_MS = MINUTE_MS;

type Dependencies = Pick<Context, 'pool' | 'bus' | 'clock' | 'log' | 'outside'>;
type Known = { symbol: MarketPair; ticker: MarketTicker | null; minutes: MinuteRing };

/**
 * What this process knows of the market: one upstream connection, opened when somebody first asks and given up when nobody
 * did for five minutes, the last word of every stream, and the last minutes of every pair. Holes that a break left are closed
 * by REST.
 */
export class MarketMemory implements Market {
  readonly #dependencies: Dependencies;
  readonly #listeners = new Set<(event: MarketEvent) => void>();
  readonly #lastEvents = new Map<string, MarketEvent>();
  readonly #pairs = new Map<string, Known>();
  readonly #stopListening: () => void;
  readonly #doubt: PairDoubt;
  #opened: Promise<void> | null = null;
  #stream: { close(): void } | null = null;
  #idleCheck: NodeJS.Timeout | undefined;
  #refill: NodeJS.Timeout | undefined;
  #filling: Promise<void> | null = null;
  #filledAt = -Infinity;
  #usedAt = 0;
  #warnedAt = -Infinity;
  #newestAt: number | null = null;
  #closed = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#doubt = new PairDoubt(dependencies);
    this.#stopListening = dependencies.bus.subscribe('settings_changed', ({ key }) => {
      if (key !== 'market_symbol' || this.#opened === null) return;
      this.#shut();
      if (this.#listeners.size > 0) void this.#open();
    });
  }

  /** The market's word now: the stream's while it is fresh, else REST's. @throws OutsideFailure when neither is to be had. */
  async latest(symbol: string): Promise<MarketTicker | null> {
    void this.#open();
    const ticker = this.#pairs.get(symbol)?.ticker ?? null;
    if (ticker !== null && this.#dependencies.clock.now() - ticker.at <= SOURCE_STALE_MS) return ticker;
    return (await this.#dependencies.outside.market.latest([symbol]))[0] ?? null;
  }

  /** Every pair of which something is known, in order. The first time it waits a moment for the market. */
  async pairs(): Promise<PairNow[]> {
    await this.#open();
    const old = this.state().stale && performance.now() - this.#filledAt > FILL_AGAIN_MS;
    if (old || this.#filling !== null) await within(FIRST_FIGURES_MS, this.#fill());
    const { stale, doubted } = this.state();
    const now = this.#dependencies.clock.now();
    return [...this.#pairs.values()].flatMap(({ symbol, ticker, minutes }) =>
      ticker === null
        ? []
        : [
            {
              symbol,
              ticker,
              minutes: minutes.all,
              stale: stale || now - ticker.at > PAIR_STALE_MS,
              doubted: doubted.includes(symbol.name.toLowerCase()),
            },
          ],
    );
  }

  /** Names of the pairs that may be asked for, upper case. */
  async names(): Promise<ReadonlySet<string>> {
    await this.#open();
    return new Set(this.#pairs.keys());
  }

  state(): MarketState {
    const { sourceId, simulated } = this.#dependencies.outside.market;
    const at = this.#newestAt;
    return {
      name: sourceId,
      simulated,
      at,
      stale: at === null || this.#dependencies.clock.now() - at > SOURCE_STALE_MS,
      doubted: [...this.#pairs.values()].flatMap(({ symbol, ticker, minutes }) =>
        ticker !== null && this.#doubt.isDoubted({ symbol, ticker, minutes: minutes.all })
          ? symbol.name.toLowerCase()
          : [],
      ),
    };
  }

  /** The last word of a stream, `btcusdt@ticker`. */
  last(stream: string): MarketEvent | undefined {
    return this.#lastEvents.get(stream);
  }

  /** Calls back with every event, and keeps the connection open meanwhile. */
  follow(listener: (event: MarketEvent) => void): () => void {
    this.#listeners.add(listener);
    void this.#open();
    return () => void this.#listeners.delete(listener);
  }

  close(): void {
    this.#closed = true;
    this.#stopListening();
    this.#doubt.close();
    this.#shut();
  }

  async #open(): Promise<void> {
    this.#usedAt = performance.now();
    if (this.#closed) return;
    this.#opened ??= this.#connect().catch((error: Error) => {
      this.#opened = null;
      this.#warn(error);
    });
    await this.#opened;
    // No pairs, or shut meanwhile: the next one who asks tries again.
    if (this.#stream === null) this.#opened = null;
  }

  async #connect(): Promise<void> {
    const [symbols] = await Promise.all([listMarketSymbols(this.#dependencies.pool), this.#doubt.read()]);
    if (this.#closed || symbols.length === 0) return;
    this.#stream?.close();
    const known = new Map(this.#pairs);
    this.#pairs.clear();
    for (const symbol of symbols) {
      const { ticker = null, minutes = new MinuteRing(MINUTES_KEPT) } = known.get(symbol.name) ?? {};
      this.#pairs.set(symbol.name, { symbol, ticker, minutes });
    }
    let spoke = false;
    this.#stream = this.#dependencies.outside.market.stream([...this.#pairs.keys()], {
      event: (event) => this.#take(event),
      began: () => {
        // The first words of the streams are as old as the first answers of REST. Later on something was missed.
        const first = !spoke;
        spoke = true;
        if (first && (this.#filling !== null || performance.now() - this.#filledAt < FILL_AGAIN_MS)) return;
        void (this.#filling ?? Promise.resolve()).then(() => this.#fill());
      },
      failed: (failure) => this.#warn(failure),
    });
    clearInterval(this.#idleCheck);
    this.#idleCheck = setInterval(() => this.#restWhenIdle(), MINUTE_MS).unref();
    void this.#fill();
  }

  #shut(): void {
    this.#stream?.close();
    this.#stream = null;
    this.#opened = null;
    clearInterval(this.#idleCheck);
    clearTimeout(this.#refill);
  }

  #restWhenIdle(): void {
    if (this.#listeners.size === 0 && performance.now() - this.#usedAt > IDLE_MS) this.#shut();
  }

  #take(event: MarketEvent): void {
    const pair = this.#pairs.get(event.symbol);
    if (pair === undefined) return;
    this.#lastEvents.set(event.stream, event);
    this.#newestAt = Math.max(this.#newestAt ?? 0, event.at);
    if (event.kind === 'ticker') pair.ticker = event.ticker;
    else pair.minutes.put({ openAt: event.kline.openAt, close: event.kline.close });
    for (const listener of this.#listeners) listener(event);
  }

  /** Asks REST for the tickers and for the minutes since the last one that is known. Never rejects: it tries again by itself. */
  #fill(): Promise<void> {
    this.#filling ??= this.#fetch()
      .catch((error: Error) => {
        this.#warn(error);
        clearTimeout(this.#refill);
        if (this.#stream !== null) this.#refill = setTimeout(() => void this.#fill(), FILL_AGAIN_MS).unref();
      })
      .finally(() => {
        this.#filling = null;
        this.#filledAt = performance.now();
      });
    return this.#filling;
  }

  async #fetch(): Promise<void> {
    const { market } = this.#dependencies.outside;
    const now = this.#dependencies.clock.now();
    const running = Math.floor(now / MINUTE_MS) * MINUTE_MS;
    const minutes = async ({ symbol, minutes: ring }: Known): Promise<void> => {
      const oldest = running - (MINUTES_KEPT - 1) * MINUTE_MS;
      const from = ring.all.length < MINUTES_KEPT ? oldest : Math.max(oldest, firstHole(ring.all));
      const klines = await market.klines(symbol.name, from, running + MINUTE_MS);
      for (const { openAt, close } of klines) {
        // Of the minute that runs the streams know better; of one that is over, REST.
        if (openAt < running || openAt > (ring.last?.openAt ?? 0)) ring.put({ openAt, close });
      }
    };
    const tickers = async (): Promise<void> => {
      for (const ticker of await market.latest([...this.#pairs.keys()])) {
        const pair = this.#pairs.get(ticker.symbol);
        if (pair !== undefined && (pair.ticker === null || pair.ticker.at < ticker.at)) pair.ticker = ticker;
        this.#newestAt = Math.max(this.#newestAt ?? 0, ticker.at);
      }
    };
    await Promise.all([tickers(), ...[...this.#pairs.values()].map(minutes)]);
  }

  /** A market that is down says so every few seconds: once a minute is enough to read. */
  #warn(error: Error): void {
    if (performance.now() - this.#warnedAt < WARN_EVERY_MS) return;
    this.#warnedAt = performance.now();
    this.#dependencies.log.warn({ err: error }, 'market');
  }
}

/** The last minute before the first hole: from there on minutes are to be fetched. */
const firstHole = (minutes: readonly Minute[]): number => {
  const place = minutes.findIndex(({ openAt }, at) => at > 0 && openAt - minutes[at - 1]!.openAt > MINUTE_MS);
  return minutes[place < 1 ? minutes.length - 1 : place - 1]!.openAt;
};

const within = (ms: number, work: Promise<void>): Promise<void> =>
  Promise.race([work, new Promise<void>((resolve) => void setTimeout(resolve, ms).unref())]);
