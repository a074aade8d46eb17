import type { OperatorRole } from '@minerx/contract/operator/role';
import type { MarketEvent, MarketTicker } from './outside/market/port.ts';

/** Milliseconds since 1970 UTC; tests set it. */
export interface Clock {
  now(): number;
}

/** Unpredictable bytes; tests may seed it. */
export interface Random {
  bytes(count: number): Buffer;
}

/** Who is calling: taken from the session only, never from a body. */
export interface SessionMember {
  memberId: bigint;
  sessionId: string;
}

/** Checks access tokens without touching the database; ended sessions are refused within a second. */
export interface Sessions {
  verify(accessToken: string): SessionMember | null;
}

/** Who is signed in as an operator, as the database says at this moment. */
export interface SignedInOperator {
  operatorId: string;
  email: string;
  name: string;
  role: OperatorRole;
  tokenHash: Buffer;
  lastUsedAt: Date;
  /** When the second factor was shown last. */
  steppedUpAt: Date;
}

/** The gate of the console. */
export interface Operators {
  /** Checks the cookie; what a page asks by itself does not keep the session alive. Throws err_unauthorised. */
  require(cookies: Readonly<Record<string, string | undefined>>, byItself: boolean): Promise<SignedInOperator>;
  /**
   * Asks for the second factor, for this very request: a code, by which money may be moved for some minutes, or a passkey, which stands
   * for nothing else. Throws err_second_factor, err_factor_wrong, err_passkey_wrong, err_login_locked or err_too_many.
   */
  requireFactor(operator: SignedInOperator, shown: ShownFactor): Promise<void>;
}

/** Checks security PINs: wrong ones count against the member, in the database. Throws err_pin_wrong or err_pin_locked. */
export interface Pins {
  require(member: SessionMember, pin: string): Promise<void>;
}

/** What a request shows of the second factor, and for what. */
export interface ShownFactor {
  /** A code of the authenticator, a recovery code, or a passkey's answer. */
  code: string | undefined;
  /** The path of the call. */
  call: string;
  /** The idempotency key: the same thing asked for again shows the same code. Without one a code is good for one request. */
  key: string | undefined;
  /** What was sent, as text: a passkey signs it too. */
  body: string;
}

/** Asks for the second factor of members who have one. Throws err_second_factor, err_factor_wrong, err_passkey_wrong or err_factor_locked. */
export interface SecondFactors {
  require(memberId: bigint, shown: ShownFactor): Promise<void>;
}

/** A pair that the product follows. */
export interface MarketPair {
  /** Upper case, `BTCUSDT`. */
  name: string;
  currency: string;
  precision: number;
  lotSizeUnits: bigint;
  highlight: boolean;
}

/** The close of one minute; of the minute that runs, the last price. */
export interface Minute {
  /** Epoch milliseconds, a whole minute. */
  openAt: number;
  /** Decimal text. */
  close: string;
}

/** What is known of a pair now. */
export interface PairNow {
  symbol: MarketPair;
  ticker: MarketTicker;
  minutes: readonly Minute[];
  stale: boolean;
  doubted: boolean;
}

export interface MarketState {
  name: string;
  simulated: boolean;
  /** Time of the newest price, the market's clock; null before the first. */
  at: number | null;
  stale: boolean;
  /** Pairs, in lower case, whose price nobody bears out. */
  doubted: readonly string[];
}

/** What this process knows of the market: `modules/market/market-memory.ts` follows it. */
export interface Market {
  /** The market's word now. @throws OutsideFailure when it is not to be had. */
  latest(symbol: string): Promise<MarketTicker | null>;
  /** Every pair of which something is known, in order. */
  pairs(): Promise<PairNow[]>;
  /** Names of the pairs that may be asked for, upper case. */
  names(): Promise<ReadonlySet<string>>;
  state(): MarketState;
  /** The last word of a stream, `btcusdt@ticker`. */
  last(stream: string): MarketEvent | undefined;
  /** Calls back with every event. */
  follow(listener: (event: MarketEvent) => void): () => void;
  close(): void;
}
