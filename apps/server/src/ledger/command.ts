import type { RefusalCode } from '@minerx/contract/refusal';
import type { TablePrize } from '@minerx/rules/blessing-draw-proof';
import type { PackageLine } from '@minerx/rules/miner-package';
import type { OrderStatus } from '@minerx/rules/order-status';
import type { PaymentParts } from '@minerx/rules/payment-method';
import type { PackageTerms } from '@minerx/rules/purchase';
import type { Stock } from '@minerx/rules/stock';
import type { ByWallet, WalletId } from '@minerx/rules/wallet';
import type { DaySeed, DealtDeck, DeckContent, Drawer } from './blessing-deal.ts';
import type { AuditEntry } from './audit.ts';
import type { LedgerFacts, LedgerList, LedgerRow, RowChange, RowKey } from './table.ts';
import type { RefusalMore } from '../refusal.ts';

/** What can be stored as an answer: JSON, so amounts as decimal strings or whole units in text. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** What a command must lock and load. Everything that `decide` reads or changes has to be named here. */
export interface Keys {
  /** Rows of the nouns' tables, and what their lists were asked for. */
  readonly rows?: readonly RowKey[];
  /** Facts of members: country, payment methods, frozen. Read, not locked. */
  readonly members?: readonly bigint[];
  /** Accounts of members and holds. House accounts have no row and need no lock. */
  readonly accounts?: readonly bigint[];
  /** Stock rows. Whoever changes stock, places orders or takes devices names the line. */
  readonly lines?: readonly PackageLine[];
  readonly orders?: readonly string[];
  /** All On-Queue orders; needs line x1. */
  readonly sharedQueue?: boolean;
  /** The longest waiting orders of a line with their hold accounts; needs the line. */
  readonly waiting?: readonly { readonly line: PackageLine; readonly count: number }[];
  /** So many free devices of a line, if there are; needs the line. */
  readonly devices?: readonly { readonly line: PackageLine; readonly count: number }[];
  /** Vouchers by the hash of their code. */
  readonly voucherHashes?: readonly Buffer[];
  /** Vouchers by id. */
  readonly voucherIds?: readonly string[];
  /** Packs of Raya Blessings with their decks. */
  readonly packs?: readonly string[];
  /** The prize pool: whoever deals or opens a deck names it. */
  readonly prizePool?: boolean;
  /** Packages whose orders the command may place: the prize pool, but only if one of them grants blessings. */
  readonly grants?: readonly number[];
  /** Fresh owner numbers, for holds. */
  readonly newOwners?: number;
  /** Fresh places in line. */
  readonly newPlaces?: number;
}

export interface MemberFacts {
  readonly id: bigint;
  /** The shared contract is closed in the member's country. */
  readonly sharedClosed: boolean;
  /** The community's setting, "1|2". */
  readonly paymentMethods: string;
  readonly frozen: boolean;
  /** When password and PIN were last set by a mailed link; null when never. */
  readonly resetAt: Date | null;
}

export interface LedgerOrder {
  readonly id: string;
  readonly memberId: bigint;
  readonly packageId: number;
  readonly status: OrderStatus;
  readonly amountUnits: bigint;
  /** USDT units. */
  readonly activationFeeUnits: bigint;
  readonly parts: PaymentParts;
  readonly voucherId: string | null;
  readonly holdOwnerId: bigint | null;
  readonly holdDeadline: Date | null;
  readonly place: bigint | null;
  readonly activatedAt: Date | null;
}

export interface LedgerVoucher {
  readonly id: string;
  readonly packageId: number;
  readonly amountUnits: bigint;
  readonly expiresAt: Date | null;
  readonly redeemedBy: bigint | null;
}

/** A line of the prize pool. */
export interface LedgerPrize extends TablePrize {
  /** The package of the voucher that a package prize becomes. */
  readonly voucherPackageId: number | null;
}

export interface LedgerPack {
  readonly id: string;
  readonly memberId: bigint;
  readonly opened: boolean;
  /** Null while it has none. */
  readonly deck: DeckContent | null;
}

/** What `decide` sees: the locked rows, with the changes of the commands that were decided before it in the batch. */
export interface LedgerView {
  /** A row; null when there is none. Throws when no command of the batch has named it. */
  get<Row extends LedgerRow>(table: LedgerFacts<Row, never>, id: Row['id']): Row | null;
  /** The loaded rows that stand there now, in the order of the list. Live: not to be kept. */
  list<Row extends LedgerRow, Group extends string | number>(
    list: LedgerList<Row, Group, never>,
    group: NoInfer<Group>,
  ): readonly Row[];
  member(id: bigint): MemberFacts | null;
  /** Balance of a loaded account; zero for one that has no row. */
  balance(account: bigint): bigint;
  /** The loaded balances of an owner. */
  balancesOf(ownerId: bigint): ByWallet;
  stock(line: PackageLine): Stock;
  order(id: string): LedgerOrder | null;
  /** On-Queue orders, longest waiting first. */
  sharedQueue(): readonly LedgerOrder[];
  /** Orders that wait for stock, longest waiting first; at least as many as the command asked for, if there are. */
  waiting(line: PackageLine): readonly LedgerOrder[];
  /** Free devices in order of id; at least as many as the command asked for, if there are. */
  freeDevices(line: PackageLine): readonly number[];
  voucherByHash(hash: Buffer): LedgerVoucher | null;
  voucher(id: string): LedgerVoucher | null;
  minerPackage(id: number): PackageTerms | null;
  pack(id: string): LedgerPack | null;
  /** In order of id; empty when the command did not ask for it, or has no use for it. */
  prizePool(): readonly LedgerPrize[];
  /** What draws today's decks; null when nothing was committed to, or the command did not ask for the pool. */
  readonly daySeed: DaySeed | null;
  /** Of a member whom the command names, or whose orders it does. Throws for others. */
  drawer(memberId: bigint): Drawer;
  /** Prices by wallet id, only those that money may move by now: one that is too old is not there. */
  readonly prices: ByWallet;
}

/** Makes what must be fresh: ids, numbers, moments. */
export interface Maker {
  readonly now: Date;
  /** UUID version 7. */
  id(): string;
  /** `MX` and ten unguessable characters. */
  orderNumber(): string;
  /** `X1-` or `X2-` and twelve unguessable characters. */
  orderSerial(line: PackageLine): string;
  owner(): bigint;
  place(): bigint;
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
  readonly kind: TransferKind;
  /** Whose statement it is on. */
  readonly memberId: bigint | null;
  /** Of a miner order, or of a staking order. */
  readonly orderId?: string;
  readonly reverses?: string;
  readonly reason?: string;
  /** Where the answer of the command that made it is stored; the funnel's own. */
  readonly answered?: string;
  readonly postings: readonly Posting[];
}

export const TRANSFER_KINDS = [
  'purchase',
  'placement',
  'refund',
  'activation',
  'voucher',
  'stake',
  'unstake',
  'reward',
  'reward_correction',
  'pool_payout',
  'prize',
  'credit',
  'debit',
  'nft_withdrawal',
  'nft_fee',
  'nft_refund',
] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

export interface NewOrderRow {
  readonly id: string;
  readonly number: string;
  readonly serial: string;
  readonly memberId: bigint;
  readonly packageId: number;
  readonly status: OrderStatus;
  readonly amountUnits: bigint;
  readonly parts: PaymentParts;
  readonly maxProfitUnits: bigint;
  readonly activationFeeUnits: bigint;
  readonly voucherId: string | null;
  readonly holdOwnerId: bigint | null;
  readonly place: bigint | null;
}

/** The new values of an order; what is not named stays. */
export interface OrderPatch {
  readonly id: string;
  readonly status?: OrderStatus;
  readonly holdOwnerId?: null;
  readonly place?: bigint | null;
  readonly voucherId?: null;
  readonly activatedAt?: Date;
}

export interface NewAllocation {
  readonly orderId: string;
  readonly deviceId: number;
  readonly shareTenths: number;
}

export interface NewPack {
  readonly id: string;
  readonly memberId: bigint;
  readonly orderId: string;
  /** Of the packs of its order, from 1. */
  readonly number: number;
}

export interface NewDeck extends DealtDeck {
  readonly packId: string;
  readonly memberId: bigint;
}

export interface NewPick {
  readonly packId: string;
  readonly position: number;
  readonly memberId: bigint;
  /** What went into a wallet, at which price, by which transfer. */
  readonly credit: {
    readonly walletId: WalletId;
    readonly units: bigint;
    readonly priceUnits: bigint;
    readonly transferId: string;
  } | null;
  readonly voucherId: string | null;
  /** People hand it over. */
  readonly needsFulfilment: boolean;
}

/** What an accepted command does. The funnel applies it to the batch's state and writes it. */
export interface Changes {
  readonly rows?: readonly RowChange[];
  readonly transfers?: readonly Transfer[];
  readonly newOrders?: readonly NewOrderRow[];
  readonly orders?: readonly OrderPatch[];
  readonly stock?: readonly { readonly line: PackageLine; readonly after: Stock }[];
  /** Their devices are taken. */
  readonly allocations?: readonly NewAllocation[];
  readonly newHolds?: readonly {
    readonly ownerId: bigint;
    readonly memberId: bigint;
    readonly reason: string;
    readonly deadlineAt: Date;
  }[];
  readonly closedHolds?: readonly { readonly ownerId: bigint; readonly state: 'taken' | 'returned' }[];
  readonly vouchers?: readonly { readonly id: string; readonly redeemedBy: bigint | null }[];
  readonly newVouchers?: readonly {
    readonly id: string;
    readonly codeHash: Buffer;
    readonly packageId: number;
    readonly amountUnits: bigint;
  }[];
  readonly newPacks?: readonly NewPack[];
  readonly newDecks?: readonly NewDeck[];
  /** Opens their packs. */
  readonly picks?: readonly NewPick[];
  /** How many are left after the command. */
  readonly prizes?: readonly { readonly id: number; readonly left: number }[];
  readonly outbox?: readonly { readonly topic: string; readonly payload: Json; readonly notBefore?: Date }[];
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
  /** 'm<member id>', 'operator:<name>' or 'job'. */
  readonly actor: string;
  readonly idempotency: Idempotency | null;
  readonly keys: Keys;
  decide(view: LedgerView, make: Maker): Decision<R>;
}

/** A refusal as a decision. */
export const no = (code: RefusalCode, more?: RefusalMore): Decision<never> =>
  more ? { ok: false, code, more } : { ok: false, code };
