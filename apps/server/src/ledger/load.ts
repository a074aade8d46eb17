import { WALLET } from '@minerx/rules/wallet';
import type { PoolClient } from 'pg';
import { accountId } from './account.ts';
import type { BatchTools } from './batch.ts';
import type { Command, LedgerOrder } from './command.ts';
import { loadDrawing, loadPacks, loadPrizePool } from './load-blessings.ts';
import {
  loadAccounts,
  loadAnswers,
  loadDevices,
  loadMembers,
  loadNumbers,
  loadOrders,
  loadPackages,
  loadPrices,
  loadStocks,
  loadVouchers,
} from './load-rows.ts';
import type { StoredAnswer, Wanted } from './load-rows.ts';
import type { LoadedRows } from './state.ts';
import type { AnyTable } from './table.ts';
import { TableRows } from './table-rows.ts';

/** The locked rows of a batch, and the fresh numbers that its commands may take. */
export interface Loaded {
  readonly rows: LoadedRows;
  /** By `answerKey`. */
  readonly answers: Map<string, StoredAnswer>;
  readonly owners: bigint[];
  readonly places: bigint[];
}

/** The kinds of rows that a batch locks; a funnel can be told to leave some out. */
export const lockKinds = (tables: readonly AnyTable[]): string[] => [
  'stock',
  'orders',
  ...tables.filter(({ isLocked }) => isLocked).map(({ name }) => name),
  'vouchers',
  'devices',
  'blessings',
  'accounts',
];

/** What the commands name, all together. */
const union = (commands: readonly Command[]): Wanted => {
  const wanted: Wanted = {
    members: new Set(),
    accounts: new Set(),
    lines: new Set(),
    orders: new Set(),
    sharedQueue: false,
    waiting: new Map(),
    devices: new Map(),
    voucherHashes: [],
    voucherIds: new Set(),
    packs: new Set(),
    prizePool: false,
    grants: new Set(),
    drawers: new Set(),
    owners: 0,
    places: 0,
    keyed: [],
  };
  for (const command of commands) {
    const { keys } = command;
    for (const id of keys.members ?? []) {
      wanted.members.add(id);
      wanted.drawers.add(id);
    }
    for (const id of keys.accounts ?? []) wanted.accounts.add(id);
    for (const line of keys.lines ?? []) wanted.lines.add(line);
    for (const id of keys.orders ?? []) wanted.orders.add(id);
    for (const id of keys.voucherIds ?? []) wanted.voucherIds.add(id);
    for (const { line, count } of keys.waiting ?? []) wanted.waiting.set(line, (wanted.waiting.get(line) ?? 0) + count);
    for (const { line, count } of keys.devices ?? []) wanted.devices.set(line, (wanted.devices.get(line) ?? 0) + count);
    wanted.voucherHashes.push(...(keys.voucherHashes ?? []));
    for (const id of keys.packs ?? []) wanted.packs.add(id);
    for (const id of keys.grants ?? []) wanted.grants.add(id);
    wanted.sharedQueue ||= keys.sharedQueue ?? false;
    wanted.prizePool ||= keys.prizePool ?? false;
    wanted.owners += keys.newOwners ?? 0;
    wanted.places += keys.newPlaces ?? 0;
    if (command.idempotency !== null) wanted.keyed.push(command);
  }
  return wanted;
};

/**
 * Locks and loads what the commands of a batch name, one query a table. Everybody who writes money locks in this order,
 * so that no two wait for each other: stock by line, orders by id, stakes by id, vouchers by id, NFTs by id, devices (the stock row keeps others from
 * them), packs by id, the prize pool by id, accounts by id. Stored answers are read after the locks: a command that another process is carrying out holds its locks until its
 * answer is committed. Queries are sent without waiting for one another, except where accounts follow from orders or stakes.
 * `unlocked` is empty but for tests.
 */
export const loadBatch = async (
  client: PoolClient,
  commands: readonly Command[],
  { unlocked, vault, clock, tables: list }: Pick<BatchTools, 'unlocked' | 'vault' | 'clock' | 'tables'>,
): Promise<Loaded> => {
  const wanted = union(commands);
  const tables = new TableRows(list);
  for (const { keys } of commands) tables.want(keys.rows ?? []);
  const lockOn = (kind: string): [lock: string, tag: string] =>
    unlocked.has(kind) ? ['', '_unlocked'] : ['FOR UPDATE', ''];
  const stocks = loadStocks(client, wanted, ...lockOn('stock'));
  const orders = loadOrders(client, wanted, ...lockOn('orders'));
  if (wanted.orders.size > 0 || wanted.waiting.size > 0) {
    // All are listened to from here on: a failure that nobody listens to ends the process.
    const [, known] = await Promise.allSettled([stocks, orders]);
    if (known.status === 'fulfilled') addWhatFollows(wanted, known.value);
  }
  const sendRest = () => ({
    vouchers: loadVouchers(client, wanted, ...lockOn('vouchers')),
    devices: loadDevices(client, wanted, ...lockOn('devices')),
    packs: loadPacks(client, wanted, vault, ...lockOn('blessings')),
    prizePool: loadPrizePool(client, wanted, ...lockOn('blessings')),
    drawing: loadDrawing(client, wanted, vault, new Date(clock.now())),
    members: loadMembers(client, wanted),
    packages: loadPackages(client),
    prices: loadPrices(client),
    owners: loadNumbers(client, 'owner_id', wanted.owners),
    places: loadNumbers(client, 'waiting_place', wanted.places),
    accounts: loadAccounts(client, wanted, ...lockOn('accounts')),
    answers: loadAnswers(client, wanted),
  });
  let rest: ReturnType<typeof sendRest> | undefined;
  await tables.load(
    client,
    { now: new Date(clock.now()), vault, unlocked },
    (accounts) => {
      for (const account of accounts) wanted.accounts.add(account);
    },
    () => [stocks, orders, ...Object.values((rest = sendRest()))],
  );
  const orderRows = await orders;
  return {
    rows: {
      ...(await rest!.vouchers),
      tables,
      members: await rest!.members,
      packages: await rest!.packages,
      ...(await rest!.prices),
      packs: await rest!.packs,
      prizePool: await rest!.prizePool,
      drawing: await rest!.drawing,
      stocks: await stocks,
      devices: await rest!.devices,
      balances: await rest!.accounts,
      orders: new Map(orderRows.map((order) => [order.id, order])),
      // Orders named by id may stand further back in the line than those that were loaded as its head.
      waitingIds: new Set(orderRows.filter(({ head }) => head).map(({ id }) => id)),
    },
    answers: await rest!.answers,
    owners: await rest!.owners,
    places: await rest!.places,
  };
};

/** The hold and the voucher of an order go with it. */
const addWhatFollows = (wanted: Wanted, orders: readonly LedgerOrder[]): void => {
  for (const { holdOwnerId, voucherId, memberId } of orders) {
    wanted.drawers.add(memberId);
    if (holdOwnerId === null) continue;
    for (const wallet of [WALLET.USDT, WALLET.CW, WALLET.RW]) wanted.accounts.add(accountId(holdOwnerId, wallet));
    if (voucherId !== null) wanted.voucherIds.add(voucherId);
  }
};
