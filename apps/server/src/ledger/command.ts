import type { RefusalCode } from '@minerx/contract/refusal';
import type { ByWallet, WalletId } from '@minerx/rules/wallet';
import type { RefusalMore } from '../refusal.ts';
import type { AuditEntry } from './audit.ts';
import type { LedgerFacts, LedgerList, LedgerRow, RowChange, RowKey } from './table.ts';
import type { Actor } from '../base/actor.ts';

/** What can be stored as an answer: JSON, so amounts as decimal strings or whole units in text. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A sequence of the database: fresh numbers. */
export interface LedgerSequence {
  readonly name: string;
}

/** What a command must lock and load. Everything that `decide` reads or changes has to be named here. */
export interface Keys {
  /** Rows of the nouns' tables, and what their lists were asked for. */
  readonly rows?: readonly RowKey[];
  /** Accounts that keep a balance: of members, holds, and the house’s liquidity. The others have no row and need no lock. */
  readonly accounts?: readonly bigint[];
  readonly numbers?: readonly { readonly sequence: LedgerSequence; readonly count: number }[];
}

/** What `decide` sees: the locked rows, with the changes of the commands that were decided before it in the batch. */
export interface LedgerView {
  /** A row; null when there is none. Throws when no command of the batch has named it. */
  get<Row extends LedgerRow>(table: LedgerFacts<Row, never>, id: Row['id']): Row | null;
  /** The loaded rows that stand there now, in the order of the list. Live: not to be kept. Throws when nobody asked for it. */
  list<Row extends LedgerRow, Group extends string | number>(
    list: LedgerList<Row, Group, never>,
    group: NoInfer<Group>,
  ): readonly Row[];
  /** Zero for an account that has no row. Throws when no command of the batch has named it. */
  balance(account: bigint): bigint;
  /** The loaded balances of an owner. */
  balancesOf(ownerId: bigint): ByWallet;
}

/** Makes what must be fresh: ids, numbers, moments. */
export interface IdsAndClock {
  readonly now: Date;
  /** UUID version 7. */
  id(): string;
  /** The next of those that the command's keys name. */
  number(sequence: LedgerSequence): bigint;
  /** Unpredictable. */
  bytes(count: number): Buffer;
}

/** Moves a positive amount of one asset; both accounts are of `walletId`. */
export interface Posting {
  readonly walletId: WalletId;
  readonly source: bigint;
  readonly destination: bigint;
  readonly amount: bigint;
}

export interface Transfer {
  readonly id: string;
  /** One that a table brings (`Money`). */
  readonly kind: string;
  /** Whose statement it is on. */
  readonly memberId: bigint | null;
  /** The other member whose statement it is on too: who received it. */
  readonly receiverId?: bigint;
  /** Of a miner order, or of a staking order. */
  readonly orderId?: string;
  readonly reverses?: string;
  readonly reason?: string;
  /** Where the answer of the command that made it is stored; the funnel's own. */
  readonly answered?: string;
  readonly postings: readonly Posting[];
}

/** An account of its own for money that waits for something. */
export interface NewHold {
  readonly ownerId: bigint;
  readonly memberId: bigint;
  readonly reason: string;
  readonly deadlineAt: Date;
}

export interface ClosedHold {
  readonly ownerId: bigint;
  readonly state: 'taken' | 'returned';
}

export interface OutboxEntry {
  readonly topic: string;
  readonly payload: Json;
}

/** What an accepted command does. The funnel applies it to the batch's state and writes it. */
export interface Changes {
  readonly rows?: readonly RowChange[];
  readonly transfers?: readonly Transfer[];
  readonly newHolds?: readonly NewHold[];
  readonly closedHolds?: readonly ClosedHold[];
  readonly outbox?: readonly OutboxEntry[];
  readonly audit?: readonly AuditEntry[];
}

export type Decision<R extends Json> =
  | { readonly ok: true; readonly result: R; readonly changes: Changes }
  | { readonly ok: false; readonly code: RefusalCode; readonly more?: RefusalMore };

/** One answer per (actor, name, key), if there is a key. */
export interface Idempotency {
  readonly key: string;
  /** `fingerprintOf` of what was asked, without secrets. */
  readonly fingerprint: Buffer;
}

/**
 * A money command: what it must lock, and a pure decision on it. `decide` may run several times (a batch that failed is
 * tried again), so it must depend on nothing but its arguments and change nothing.
 */
export interface Command<R extends Json = Json> {
  readonly name: string;
  readonly actor: Actor;
  readonly idempotency: Idempotency | null;
  readonly keys: Keys;
  /** Lets something leave, or gives it, by more than its transfers say: it waits while a gate is closed, as they do. */
  readonly letsOut?: true;
  decide(view: LedgerView, make: IdsAndClock): Decision<R>;
}

/** A refusal as a decision. */
export const no = (code: RefusalCode, more?: RefusalMore): Decision<never> =>
  more ? { ok: false, code, more } : { ok: false, code };
