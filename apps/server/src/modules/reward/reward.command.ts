import type { PackageLine } from '@minerx/rules/miner-package';
import { ENDED, isLive } from '@minerx/rules/order-status';
import { WALLET_OF } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/transaction.ts';
import { uuidV7 } from '../../base/ids.ts';
import { accountId } from '../../ledger/account.ts';
import type { Transfer } from '../../ledger/command.ts';
import { BatchState } from '../../ledger/state.ts';
import { oneByOne, settle as settleAll } from '../../ledger/statement.ts';
import type { RowChange } from '../../ledger/table.ts';
import { Refusal } from '../../refusal.ts';
import { stock } from '../device/device.ledger.ts';
import { releaseOrderDevices } from '../device/order-device.store.ts';
import { ORDER_NEWS, orderNews } from '../order/order-news.ledger.ts';
import { orders, tellOrders, type LedgerOrder } from '../order/order.ledger.ts';
import { rewards, type OrderReward, type RewardReceipt, REWARD_HOUSE } from './reward.ledger.ts';
import { findRewarded } from './reward.store.ts';

interface SettledRewards {
  readonly settled: number;
  /** Orders that already have a reward of that day, or are no longer live. */
  readonly skipped: number;
  /** Orders whose profit balance or carry is not what their inputs say: compute them again. */
  readonly stale: readonly string[];
  readonly endedOrderIds: readonly string[];
  /** Lines whose stock has room again: place waiting orders there. */
  readonly freedLines: readonly PackageLine[];
}

/** Orders in one transaction: long enough to be quick, short enough that a member's purchase never waits long. */
const REWARDS_AT_ONCE = 2000;
const LINES = ['x1', 'x2'] as const;

/**
 * Credits the rewards of a day, or corrections of them, and records their receipts. Each part of an order's day is credited once,
 * however often this runs; each transaction of some thousand orders is complete in itself. It has the tables, the lock order and
 * the writer of the funnel, and its gates, but transactions of its own: so many orders in the funnel's lane would stop every purchase.
 * @throws err_payouts_frozen: what was credited before stays so, the rest follows when it runs again
 */
export const settleRewards = async (
  context: Pick<Context, 'pool' | 'clock' | 'random' | 'bus' | 'vault' | 'tables'>,
  day: string,
  rewards: readonly OrderReward[],
): Promise<SettledRewards> => {
  const sorted = rewards.toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1));
  const freed = new Set<PackageLine>();
  const stale: string[] = [];
  const ended: string[] = [];
  let settled = 0;
  for (let from = 0; from < sorted.length; from += REWARDS_AT_ONCE) {
    const part = sorted.slice(from, from + REWARDS_AT_ONCE);
    const outcome = await inTransaction(context.pool, (tx) => settlePart(context, tx, day, part));
    settled += outcome.settled;
    stale.push(...outcome.stale);
    ended.push(...outcome.ended.map(({ id }) => id));
    for (const line of outcome.freed) freed.add(line);
    tellOrders(context.bus, outcome.ended);
    if (outcome.ended.length > 0) context.bus.publish('outbox', { topic: ORDER_NEWS });
  }
  return {
    settled,
    skipped: rewards.length - settled - stale.length,
    stale,
    endedOrderIds: ended,
    freedLines: [...freed],
  };
};

const settlePart = async (
  { clock, random, vault, tables }: Pick<Context, 'clock' | 'random' | 'vault' | 'tables'>,
  tx: Tx,
  day: string,
  part: readonly OrderReward[],
): Promise<{ settled: number; stale: string[]; ended: LedgerOrder[]; freed: PackageLine[] }> => {
  const now = new Date(clock.now());
  const client = oneByOne(tx);
  const state = new BatchState(tables);
  // Devices come back when orders end, and their stock with them.
  const lines = part.some(({ endsOrder }) => endsOrder) ? LINES : [];
  state.want({ rows: [...lines.map((line) => stock.key(line)), ...part.map(({ orderId }) => orders.key(orderId))] });
  await state.rows.load(
    client,
    { now, vault, unlocked: new Set() },
    () => undefined,
    () => [],
  );
  const known = await findRewarded(tx, day, part);
  const stale: string[] = [];
  const due = part.flatMap((reward): RewardReceipt[] => {
    const order = state.get(orders, reward.orderId);
    if (order === null || known.has(order.id) || !isLive(order.status)) return [];
    const { profitBalanceUnits, carryPicoSat } = reward.inputs;
    if (order.profitBalanceUnits === BigInt(profitBalanceUnits) && order.carryPicoSat === BigInt(carryPicoSat)) {
      const transferId = reward.sat > 0n ? uuidV7(clock, random) : null;
      return [{ ...reward, day, memberId: order.memberId, transferId }];
    }
    stale.push(reward.orderId);
    return [];
  });
  state.want({ accounts: due.flatMap(({ transferId, memberId }) => (transferId === null ? [] : [btcOf(memberId)])) });
  await state.books.load(client);
  const endedIds = due.flatMap(({ orderId, endsOrder }) => (endsOrder ? [orderId] : []));
  const changes = {
    transfers: due.flatMap(transferOf),
    rows: due.flatMap((reward) => changesOf(state, reward)),
    outbox: endedIds.length === 0 ? [] : [orderNews('order_ended', endedIds)],
  };
  const closed = state.findClosedGate(changes);
  if (closed !== null) throw new Refusal(closed);
  state.apply(changes, null);
  await settleAll(state.write(client, now, vault));
  const ended = endedIds.map((id) => state.get(orders, id)!);
  return { settled: due.length, stale, ended, freed: await releaseOrderDevices(tx, endedIds, now) };
};

/** Its receipt; its worth leaves the profit balance, what is left below a satoshi is kept, and what is used up ends. */
const changesOf = (state: BatchState, reward: RewardReceipt): RowChange[] => {
  const { orderId, usdUnits, carryPicoSat, endsOrder } = reward;
  const { status, profitBalanceUnits } = state.get(orders, orderId)!;
  return [
    rewards.add(reward),
    orders.set(orderId, {
      profitBalanceUnits: profitBalanceUnits - usdUnits,
      carryPicoSat,
      status: endsOrder ? ENDED : status,
    }),
  ];
};

const transferOf = ({ transferId, cause, sat, memberId, orderId }: RewardReceipt): Transfer[] => {
  const kind = cause === null ? 'reward' : 'reward_correction';
  return transferId === null
    ? []
    : [{ id: transferId, kind, memberId, orderId, postings: [rewardPosting(memberId, sat)] }];
};

const btcOf = (memberId: bigint): bigint => accountId(memberId, WALLET_OF.reward);

const rewardPosting = (memberId: bigint, sat: bigint) => ({
  walletId: WALLET_OF.reward,
  source: accountId(REWARD_HOUSE.MINING, WALLET_OF.reward),
  destination: btcOf(memberId),
  amount: sat,
});
