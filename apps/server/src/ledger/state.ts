import type { PackageLine } from '@minerx/rules/miner-package';
import { minerPackageById } from '@minerx/rules/miner-package';
import type { PackageId } from '@minerx/rules/miner-package';
import { ON_QUEUE, WAITING_STOCK } from '@minerx/rules/order-status';
import type { PackageTerms } from '@minerx/rules/purchase';
import type { Stock } from '@minerx/rules/stock';
import { usablePrices } from '@minerx/rules/wallet';
import type { ByWallet } from '@minerx/rules/wallet';
import { units } from '@minerx/rules/money';
import type { Units } from '@minerx/rules/money';
import { accountsOf, isHouse, ownerOf, walletOf } from './account.ts';
import type { DaySeed, Drawer } from './blessing-deal.ts';
import { BlessingState } from './blessing-state.ts';
import type { Drawing } from './load-blessings.ts';
import type {
  Changes,
  LedgerOrder,
  LedgerPack,
  LedgerPrize,
  LedgerView,
  LedgerVoucher,
  MemberFacts,
  NewAllocation,
  NewOrderRow,
  OrderPatch,
  Posting,
  Transfer,
} from './command.ts';
import type { LedgerFacts, LedgerList, LedgerRow } from './table.ts';
import type { TableRows } from './table-rows.ts';

/** The rows of a batch as they were loaded. */
export interface LoadedRows {
  readonly members: Map<bigint, MemberFacts>;
  readonly balances: Map<bigint, bigint>;
  readonly stocks: Map<PackageLine, Stock>;
  readonly orders: Map<string, LedgerOrder>;
  readonly devices: Map<PackageLine, number[]>;
  /** By id. */
  readonly vouchers: Map<string, LedgerVoucher>;
  /** Hash in hex → voucher id. */
  readonly voucherIds: Map<string, string>;
  readonly packages: Map<number, PackageTerms>;
  readonly prices: ByWallet;
  readonly pricedAt: Readonly<Record<number, Date>>;
  readonly packs: Map<string, LedgerPack>;
  readonly prizePool: Map<number, LedgerPrize>;
  readonly drawing: Drawing;
  readonly tables: TableRows;
  /** Orders that were loaded as waiting for stock. */
  readonly waitingIds: ReadonlySet<string>;
}

const byPlace = (a: LedgerOrder, b: LedgerOrder): number => ((a.place ?? 0n) < (b.place ?? 0n) ? -1 : 1);

/**
 * The rows of a batch in memory: what `decide` reads, and what accepted commands change. `apply` trusts nothing: it
 * throws on postings that touch an account that was not loaded, or that overdraw one.
 */
export class BatchState implements LedgerView {
  readonly prices: ByWallet;
  readonly blessings: BlessingState;
  readonly tables: TableRows;
  readonly transfers: Transfer[] = [];
  readonly newOrderRows = new Map<string, NewOrderRow>();
  readonly patchedOrders = new Set<string>();
  readonly changedAccounts = new Set<bigint>();
  readonly newAccounts = new Set<bigint>();
  readonly changedStocks = new Set<PackageLine>();
  readonly changedVouchers = new Map<string, bigint | null>();
  readonly newVouchers: NonNullable<Changes['newVouchers']>[number][] = [];
  readonly allocations: NewAllocation[] = [];
  readonly newHolds: NonNullable<Changes['newHolds']>[number][] = [];
  readonly closedHolds: NonNullable<Changes['closedHolds']>[number][] = [];
  readonly outbox: NonNullable<Changes['outbox']>[number][] = [];
  readonly audit: NonNullable<Changes['audit']>[number][] = [];
  readonly changedOrders = new Map<string, bigint>();

  readonly #rows: LoadedRows;
  readonly #holdOwners = new Set<bigint>();
  #queue: LedgerOrder[];
  readonly #waiting: Map<PackageLine, LedgerOrder[]>;

  constructor(rows: LoadedRows, now: Date) {
    this.#rows = rows;
    this.prices = usablePrices(rows.prices, rows.pricedAt, now.getTime());
    this.blessings = new BlessingState(rows);
    this.tables = rows.tables;
    const orders = [...rows.orders.values()];
    this.#queue = orders.filter(({ status }) => status === ON_QUEUE).sort(byPlace);
    const waiting = orders.filter(({ id }) => rows.waitingIds.has(id)).sort(byPlace);
    this.#waiting = new Map(
      (['x1', 'x2'] as const).map((line) => [line, waiting.filter((order) => lineOf(order) === line)]),
    );
  }

  member(id: bigint): MemberFacts | null {
    return this.#rows.members.get(id) ?? null;
  }

  balance(account: bigint): bigint {
    return this.#rows.balances.get(account) ?? 0n;
  }

  balancesOf(ownerId: bigint): ByWallet {
    const balances: Record<number, Units> = {};
    for (const account of accountsOf(ownerId)) {
      const balance = this.#rows.balances.get(account);
      if (balance !== undefined) balances[walletOf(account)] = units(balance);
    }
    return balances;
  }

  stock(line: PackageLine): Stock {
    return this.#rows.stocks.get(line) ?? fail(`stock ${line} was not loaded`);
  }

  order(id: string): LedgerOrder | null {
    return this.#rows.orders.get(id) ?? null;
  }

  sharedQueue(): readonly LedgerOrder[] {
    return this.#queue;
  }

  waiting(line: PackageLine): readonly LedgerOrder[] {
    return this.#waiting.get(line) ?? [];
  }

  freeDevices(line: PackageLine): readonly number[] {
    return this.#rows.devices.get(line) ?? [];
  }

  voucherByHash(hash: Buffer): LedgerVoucher | null {
    const id = this.#rows.voucherIds.get(hash.toString('hex'));
    return id === undefined ? null : this.voucher(id);
  }

  voucher(id: string): LedgerVoucher | null {
    return this.#rows.vouchers.get(id) ?? null;
  }

  minerPackage(id: number): PackageTerms | null {
    return this.#rows.packages.get(id) ?? null;
  }

  pack(id: string): LedgerPack | null {
    return this.blessings.pack(id);
  }

  get daySeed(): DaySeed | null {
    return this.blessings.daySeed;
  }

  drawer(memberId: bigint): Drawer {
    return this.blessings.drawer(memberId);
  }

  prizePool(): readonly LedgerPrize[] {
    return this.blessings.pool();
  }

  get<Row extends LedgerRow>(
    table: LedgerFacts<Row, never> & { readonly isLocked: boolean },
    id: Row['id'],
  ): Row | null {
    return this.tables.get(table, id);
  }

  list<Row extends LedgerRow, Group extends string | number>(
    list: LedgerList<Row, Group, never>,
    group: NoInfer<Group>,
  ): readonly Row[] {
    return this.tables.list(list, group);
  }

  /**
   * Takes over what an accepted command changes. Throws on a command that breaks a rule of the ledger.
   * @param answered where its answer is stored, if it has a key.
   */
  apply(changes: Changes, answered: string | null): void {
    for (const hold of changes.newHolds ?? []) {
      this.#holdOwners.add(hold.ownerId);
      this.newHolds.push(hold);
    }
    for (const transfer of changes.transfers ?? [])
      this.#post(answered === null ? transfer : { ...transfer, answered });
    for (const order of changes.newOrders ?? []) this.#addOrder(order);
    for (const patch of changes.orders ?? []) this.#patchOrder(patch);
    for (const { line, after } of changes.stock ?? []) {
      this.stock(line);
      this.#rows.stocks.set(line, after);
      this.changedStocks.add(line);
    }
    this.#allocate(changes.allocations ?? []);
    this.closedHolds.push(...(changes.closedHolds ?? []));
    for (const { id, redeemedBy } of changes.vouchers ?? []) {
      const voucher = this.voucher(id) ?? fail(`voucher ${id} was not loaded`);
      this.#rows.vouchers.set(id, { ...voucher, redeemedBy });
      this.changedVouchers.set(id, redeemedBy);
    }
    this.newVouchers.push(...(changes.newVouchers ?? []));
    this.blessings.apply(changes);
    this.tables.apply(changes.rows ?? []);
    this.outbox.push(...(changes.outbox ?? []));
    this.audit.push(...(changes.audit ?? []));
  }

  #post(transfer: Transfer): void {
    if (transfer.postings.length === 0) fail(`transfer ${transfer.kind} moves nothing`);
    for (const posting of transfer.postings) this.#move(posting);
    this.transfers.push(transfer);
  }

  #move({ walletId, source, destination, amount }: Posting): void {
    if (amount <= 0n || source === destination) fail('a posting moves a positive amount between two accounts');
    if (walletOf(source) !== walletId || walletOf(destination) !== walletId) fail('a posting stays within one asset');
    this.#change(source, -amount);
    this.#change(destination, amount);
  }

  #change(account: bigint, by: bigint): void {
    if (isHouse(account)) return;
    let before = this.#rows.balances.get(account);
    if (before === undefined) {
      if (!this.#holdOwners.has(ownerOf(account))) fail(`account ${account} was not loaded`);
      this.newAccounts.add(account);
      before = 0n;
    }
    const after = before + by;
    if (after < 0n) fail(`account ${account} would be overdrawn`);
    this.#rows.balances.set(account, after);
    this.changedAccounts.add(account);
  }

  #addOrder(row: NewOrderRow): void {
    this.newOrderRows.set(row.id, row);
    this.#keep({ ...row, holdDeadline: null, activatedAt: null });
  }

  #patchOrder({ id, ...values }: OrderPatch): void {
    const before = this.order(id) ?? fail(`order ${id} was not loaded`);
    this.patchedOrders.add(id);
    this.#keep({ ...before, ...values });
  }

  #keep(order: LedgerOrder): void {
    this.#rows.orders.set(order.id, order);
    this.changedOrders.set(order.id, order.memberId);
    if (order.status === ON_QUEUE || this.#queue.some(({ id }) => id === order.id)) {
      const others = this.#queue.filter(({ id }) => id !== order.id);
      this.#queue = order.status === ON_QUEUE ? [...others, order].sort(byPlace) : others;
    }
    // Orders that begin to wait in this batch are not added: others may wait longer and were not loaded.
    if (order.status !== WAITING_STOCK && this.#rows.waitingIds.has(order.id)) {
      const line = lineOf(order);
      this.#waiting.set(
        line,
        this.waiting(line).filter(({ id }) => id !== order.id),
      );
    }
  }

  #allocate(allocations: readonly NewAllocation[]): void {
    if (allocations.length === 0) return;
    const taken = new Set(allocations.map(({ deviceId }) => deviceId));
    let found = 0;
    for (const [line, devices] of this.#rows.devices) {
      const left = devices.filter((id) => !taken.has(id));
      found += devices.length - left.length;
      this.#rows.devices.set(line, left);
    }
    if (found !== taken.size) fail('an allocation takes a device that is not free');
    this.allocations.push(...allocations);
  }
}

export const lineOf = ({ packageId }: { packageId: number }): PackageLine =>
  minerPackageById(packageId as PackageId).line;

const fail = (message: string): never => {
  throw new Error(message);
};
