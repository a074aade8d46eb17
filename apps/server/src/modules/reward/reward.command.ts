import type { PackageLine } from '@minerx/rules/miner-package';
import { isLive } from '@minerx/rules/order-status';
import type { OrderStatus } from '@minerx/rules/order-status';
import { WALLET } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/transaction.ts';
import { uuidV7 } from '../../ids.ts';
import { accountId, HOUSE } from '../../ledger/account.ts';
import type { Transfer } from '../../ledger/command.ts';
import { addToBalances, writeTransfers } from '../../ledger/write-transfers.ts';
import { lockStock, releaseOrderDevices } from '../order/order-device.store.ts';
import type { OrderReward } from './order-reward.ts';
import { insertRewards, lockOrdersForReward, updateRewardedOrders } from './reward.store.ts';

export interface SettledRewards {
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
const ORDERS_PER_MESSAGE = 90;

/**
 * Credits the rewards of a day, or corrections of them, and records their receipts. Each part of an order's day is credited once,
 * however often this runs; each transaction of some thousand orders is complete in itself.
 */
export const settleRewards = async (
  context: Pick<Context, 'pool' | 'clock' | 'random' | 'bus'>,
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
    tellEnded(context, outcome.ended);
  }
  return {
    settled,
    skipped: rewards.length - settled - stale.length,
    stale,
    endedOrderIds: ended,
    freedLines: [...freed],
  };
};

interface EndedOrder {
  readonly id: string;
  readonly memberId: bigint;
}

const settlePart = async (
  { clock, random }: Pick<Context, 'clock' | 'random'>,
  tx: Tx,
  day: string,
  part: readonly OrderReward[],
): Promise<{ settled: number; stale: string[]; ended: EndedOrder[]; freed: PackageLine[] }> => {
  const now = new Date(clock.now());
  // The ledger's lock order: stock, orders, accounts (ledger-tables.ts).
  if (part.some(({ endsOrder }) => endsOrder)) await lockStock(tx);
  const orders = await lockOrdersForReward(tx, day, part);
  const stale: string[] = [];
  const due = part.flatMap((reward) => {
    const order = orders.get(reward.orderId);
    if (order === undefined || order.settled || !isLive(order.status as OrderStatus)) return [];
    const { profitBalanceUnits, carryPicoSat } = reward.inputs;
    if (order.profitBalanceUnits === BigInt(profitBalanceUnits) && order.carryPicoSat === BigInt(carryPicoSat)) {
      return [{ ...reward, memberId: order.memberId, transferId: reward.sat > 0n ? uuidV7(clock, random) : null }];
    }
    stale.push(reward.orderId);
    return [];
  });
  const transfers = due.flatMap(({ transferId, sat, memberId, orderId, cause }): Transfer[] => {
    const kind = cause === null ? 'reward' : 'reward_correction';
    return transferId === null
      ? []
      : [{ id: transferId, kind, memberId, orderId, postings: [rewardPosting(memberId, sat)] }];
  });
  await addToBalances(tx, transfers);
  for (const writing of writeTransfers(tx, transfers, now)) await writing;
  await insertRewards(tx, day, due, now);
  await updateRewardedOrders(tx, due, now);
  const ended = due.filter(({ endsOrder }) => endsOrder).map(({ orderId, memberId }) => ({ id: orderId, memberId }));
  const freed = await releaseOrderDevices(
    tx,
    ended.map(({ id }) => id),
    now,
  );
  return { settled: due.length, stale, ended, freed };
};

const rewardPosting = (memberId: bigint, sat: bigint) => ({
  walletId: WALLET.BTC,
  source: accountId(HOUSE.MINING, WALLET.BTC),
  destination: accountId(memberId, WALLET.BTC),
  amount: sat,
});

const tellEnded = ({ bus }: Pick<Context, 'bus'>, ended: readonly EndedOrder[]): void => {
  for (let from = 0; from < ended.length; from += ORDERS_PER_MESSAGE) {
    const part = ended.slice(from, from + ORDERS_PER_MESSAGE);
    bus.publish('orders_changed', {
      orderIds: part.map(({ id }) => id),
      memberIds: [...new Set(part.map(({ memberId }) => String(memberId)))],
    });
  }
};
