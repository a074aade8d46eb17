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
import { loadNfts } from './nft-rows.ts';
import type { LoadedRows } from './state.ts';
import { loadStakes, loadStakingOffer } from './stake.ts';
import type { LedgerStake } from './stake.ts';
import { settle } from './statement.ts';

/** The locked rows of a batch, and the fresh numbers that its commands may take. */
export interface Loaded {
  readonly rows: LoadedRows;
  /** By `answerKey`. */
  readonly answers: Map<string, StoredAnswer>;
  readonly owners: bigint[];
  readonly places: bigint[];
}

/** The kinds of rows that a batch locks, in the order in which it does. */
export const LOCK_KINDS = [
  'stock',
  'orders',
  'stakes',
  'vouchers',
  'nfts',
  'devices',
  'blessings',
  'accounts',
] as const;
export type LockKind = (typeof LOCK_KINDS)[number];

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
    nfts: new Set(),
    packs: new Set(),
    prizePool: false,
    grants: new Set(),
    drawers: new Set(),
    stakingTypes: new Set(),
    stakes: new Set(),
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
    for (const id of keys.nfts ?? []) wanted.nfts.add(id);
    for (const id of keys.stakingTypes ?? []) wanted.stakingTypes.add(id);
    for (const id of keys.stakes ?? []) wanted.stakes.add(id);
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
  { unlocked, vault, clock }: Pick<BatchTools, 'unlocked' | 'vault' | 'clock'>,
): Promise<Loaded> => {
  const wanted = union(commands);
  const lockOn = (kind: LockKind): [lock: string, tag: string] =>
    unlocked.has(kind) ? ['', '_unlocked'] : ['FOR UPDATE', ''];
  const stocks = loadStocks(client, wanted, ...lockOn('stock'));
  const orders = loadOrders(client, wanted, ...lockOn('orders'));
  const stakes = loadStakes(client, wanted.stakes, ...lockOn('stakes'));
  if (wanted.orders.size > 0 || wanted.waiting.size > 0 || wanted.stakes.size > 0) {
    // All are listened to from here on: a failure that nobody listens to ends the process.
    const [, known, staked] = await Promise.allSettled([stocks, orders, stakes]);
    if (known.status === 'fulfilled') addWhatFollows(wanted, known.value);
    if (staked.status === 'fulfilled') addHoldsOf(wanted, staked.value);
  }
  const vouchers = loadVouchers(client, wanted, ...lockOn('vouchers'));
  const nfts = loadNfts(client, wanted, ...lockOn('nfts'));
  const devices = loadDevices(client, wanted, ...lockOn('devices'));
  const packs = loadPacks(client, wanted, vault, ...lockOn('blessings'));
  const prizePool = loadPrizePool(client, wanted, ...lockOn('blessings'));
  const drawing = loadDrawing(client, wanted, vault, new Date(clock.now()));
  const members = loadMembers(client, wanted);
  const packages = loadPackages(client);
  const prices = loadPrices(client);
  const staking = loadStakingOffer(client, wanted.stakingTypes);
  const owners = loadNumbers(client, 'owner_id', wanted.owners);
  const places = loadNumbers(client, 'waiting_place', wanted.places);
  const accounts = loadAccounts(client, wanted, ...lockOn('accounts'));
  const answers = loadAnswers(client, wanted);

  const locked = [stocks, orders, stakes, vouchers, nfts, devices, packs, prizePool, drawing, accounts];
  await settle([...locked, members, packages, prices, staking, owners, places, answers]);
  const orderRows = await orders;
  return {
    rows: {
      ...(await vouchers),
      ...(await nfts),
      members: await members,
      packages: await packages,
      ...(await prices),
      packs: await packs,
      prizePool: await prizePool,
      drawing: await drawing,
      staking: await staking,
      stakes: await stakes,
      stocks: await stocks,
      devices: await devices,
      balances: await accounts,
      orders: new Map(orderRows.map((order) => [order.id, order])),
      // Orders named by id may stand further back in the line than those that were loaded as its head.
      waitingIds: new Set(orderRows.filter(({ head }) => head).map(({ id }) => id)),
    },
    answers: await answers,
    owners: await owners,
    places: await places,
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

/** What is staked stands in the accounts of its hold. */
const addHoldsOf = (wanted: Wanted, stakes: ReadonlyMap<string, LedgerStake>): void => {
  for (const { holdOwnerId, walletId, wallet2Id } of stakes.values())
    for (const wallet of [walletId, wallet2Id]) wanted.accounts.add(accountId(holdOwnerId, wallet));
};
