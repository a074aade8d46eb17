import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { allowIdle } from '../../../db/shared-pool.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { readFleet } from '../freeze-day.command.ts';
import type { OrderReward } from '../../reward/reward.ledger.ts';
import { rewardOf, workOfOrders, type Fleet } from '../order-work.ts';
import { listDueOrders } from '../settlement.query.ts';
import {
  endSplit,
  findSplitDay,
  isLeftToDo,
  noteCredited,
  splitDay,
  takeRange,
  type Credited,
  type SettlementRange,
  type SplitDay,
} from './range.store.ts';

/** Credits rewards; those whose order changed meanwhile come back as stale. `modules/reward` provides it. */
export type CreditRewards = (
  context: Context,
  day: string,
  rewards: readonly OrderReward[],
) => Promise<{ settled: number; stale: readonly string[] }>;

/**
 * A day's orders in ranges, credited by all workers that there are: whoever settles the day splits it, and works at it like everybody
 * else. Each has a range by the lock of its row, so that of one who dies it is free again. Nothing rests on that but the work itself:
 * an order that two compute at once is credited once, by its own lock (`settleRewards`).
 */

/** One transaction of rewards. */
const ORDERS_IN_RANGE = 2000;
/** Who is silent for so long about a range, frozen or without a network, loses it. */
const SILENT_MS = 30_000;
const LOOK_AGAIN_MS = 250;

/** Credits what is due of a day, with the help of others; comes back when nothing of it is under way anywhere. */
export const creditByRanges = async (
  context: Context,
  credit: CreditRewards,
  fleet: Fleet,
  ordersInRange = ORDERS_IN_RANGE,
): Promise<Credited> => {
  const split = await inTransaction(context.pool, (tx) => splitDay(tx, fleet.day.day, ordersInRange));
  for (;;) {
    await creditRanges(context, credit, split, fleet);
    if (!(await isLeftToDo(context.pool, split))) break;
    // Others have it, or had: of who has died it is there to take.
    await sleep(LOOK_AGAIN_MS);
  }
  return inTransaction(context.pool, (tx) => endSplit(tx, split));
};

/** Helps whoever settles a day now; nothing where nobody does. */
export const helpToCredit = async (context: Context, credit: CreditRewards): Promise<void> => {
  const split = await findSplitDay(context.pool);
  if (split === null) return;
  const fleet = await readFleet(context, split.day);
  if (fleet !== null) await creditRanges(context, credit, split, fleet);
};

/** Until there is none to take. */
const creditRanges = async (context: Context, credit: CreditRewards, split: SplitDay, fleet: Fleet): Promise<void> => {
  const next = (): Promise<boolean> =>
    inTransaction(context.pool, async (tx) => {
      await allowIdle(tx, SILENT_MS);
      const range = await takeRange(tx, split);
      if (range === null) return false;
      await noteCredited(tx, split.day, range, await creditRange(context, credit, fleet, range));
      return true;
    });
  while (await next());
};

const creditRange = async (
  context: Context,
  credit: CreditRewards,
  fleet: Fleet,
  range: SettlementRange,
): Promise<Credited> => {
  const { day } = fleet.day;
  const due = await listDueOrders(context.pool, day, range, ORDERS_IN_RANGE);
  const works = await workOfOrders(context.pool, fleet, due);
  const rewards = due.flatMap((order) => {
    const work = works.get(order.id);
    return work ? [rewardOf(order, fleet.day, work)] : [];
  });
  const { settled, stale } = await credit(context, day, rewards);
  const left = new Set(stale);
  const credited = rewards.filter(({ orderId }) => !left.has(orderId));
  return {
    orders: settled,
    // Only settlements change these balances and one day is settled at a time, so a stale one is an operator's doing: next run.
    openOrders: due.length - credited.length,
    sat: credited.reduce((sum, { sat }) => sum + sat, 0n),
  };
};
