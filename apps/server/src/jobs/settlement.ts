import { DAY_MS, HOUR_MS, MINUTE_MS } from '@minerx/rules/duration';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { createQueue, type Turns } from '../base/turns.ts';
import type { Context } from '../context.ts';
import { ADVISORY_LOCK, endLease, tryLease } from '../db/advisory-locks.ts';
import { arePayoutsFrozen } from '../modules/integrity/payout-freeze.query.ts';
import { takeClosePrice } from '../modules/market/minute-close.command.ts';
import { settleRewards } from '../modules/reward/reward.command.ts';
import { correctDay, type CorrectionOutcome } from '../modules/settlement/correction.command.ts';
import { listDaysToCorrect } from '../modules/settlement/correction.query.ts';
import { settle, type SettlementInput, type SettlementOutcome } from '../modules/settlement/settlement.command.ts';
import { listOpenDays } from '../modules/settlement/settlement.query.ts';
import { helpToCredit } from '../modules/settlement/split/credit-ranges.command.ts';
import { tellWaitingDays } from '../modules/settlement/waiting/waiting-days.command.ts';
import { Refusal } from '../refusal.ts';

/** Yesterday is settled from 01:00 UTC on: pools close their day by then. */
const SETTLE_AFTER_MS = HOUR_MS;
const PROVISIONAL_EVERY_MS = HOUR_MS;
const LOOK_BACK_DAYS = 40;
const LOCK_TRY_MS = 250;
const FROZEN = 'payouts are frozen: an equation of the integrity check is broken';

/**
 * Settles one UTC day `YYYY-MM-DD`; the same whoever asks and however often. Settlements run one at a time across all
 * processes, so that an order's carry and balance are never computed twice from the same state.
 */
export const settleDay = (context: Context, day: string, input: SettlementInput = {}): Promise<SettlementOutcome> =>
  inTurn(context, async () => {
    const parts = { credit: settleRewards, takeClosePrice };
    const outcome = await unlessFrozen(context, () => settle(context, parts, day, input));
    if (outcome === null) return { day, state: 'waiting', reason: FROZEN, orders: 0, sat: 0n, openOrders: 0 };
    context.log.info({ day, reason: outcome.reason, count: outcome.orders }, `settlement: ${outcome.state}`);
    return outcome;
  });

/** Pays what became known of a settled day after it was settled; nothing where there is nothing. */
export const correctSettledDay = (context: Context, day: string): Promise<CorrectionOutcome> =>
  inTurn(context, async () => {
    const outcome = await unlessFrozen(context, () => correctDay(context, settleRewards, day));
    if (outcome === null) return { orders: 0, sat: 0n };
    if (outcome.orders > 0) context.log.info({ day, count: outcome.orders }, 'settlement: corrected');
    return outcome;
  });

/** Null while payouts are frozen: before it begins, and where its own transactions meet the freeze. What is credited by then stays. */
const unlessFrozen = async <T>({ pool }: Context, work: () => Promise<T>): Promise<T | null> => {
  if (await arePayoutsFrozen(pool)) return null;
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'err_payouts_frozen') return null;
    throw error;
  }
};

/** Credits a part of the orders of a day that another process settles; each order once, whoever does it. */
export const helpSettling = (context: Context): Promise<void> =>
  inOwnTurn(context, async () => void (await unlessFrozen(context, () => helpToCredit(context, settleRewards))));

const inTurn = <T>(context: Context, work: () => Promise<T>): Promise<T> =>
  // Waiting inside this process takes no connection; only the one whose turn it is waits for other processes.
  inOwnTurn(context, () => locked(context, work));

/** One after the other in this process. */
const inOwnTurn = <T>({ pool }: Context, work: () => Promise<T>): Promise<T> => {
  const queue = queues.get(pool) ?? createQueue();
  queues.set(pool, queue);
  return queue(work);
};

const queues = new WeakMap<Pool, Turns>();

const locked = async <T>({ pool }: Context, work: () => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  let broken = false;
  try {
    await lock(client);
    return await work();
  } finally {
    await endLease(client, ADVISORY_LOCK.settlement).catch(() => (broken = true));
    client.release(broken);
  }
};

/** Tries again and again: a statement that waits for a lock would run into the statement timeout. */
const lock = async (client: PoolClient): Promise<void> => {
  while (!(await tryLease(client, ADVISORY_LOCK.settlement))) await sleep(LOCK_TRY_MS);
};

/**
 * Every day that is over and not settled: yesterday from 01:00 UTC on, provisional days again every hour; corrections that are due; and a word about days that wait for somebody.
 * A day that fails holds no other one up.
 * @throws what the last one failed with, when all were tried
 */
export const settleOpenDays = (context: Context): (() => Promise<void>) => {
  const triedAt = new Map<string, number>();
  const settleOpen = async (day: string, now: number): Promise<void> => {
    if (now - (triedAt.get(day) ?? 0) < PROVISIONAL_EVERY_MS) return;
    const { state } = await settleDay(context, day);
    // What the network or the pool has not told yet is asked for again soon.
    if (state === 'waiting') triedAt.set(day, now - PROVISIONAL_EVERY_MS + 5 * MINUTE_MS);
    else if (state === 'provisional') triedAt.set(day, now);
    else triedAt.delete(day);
  };
  return async () => {
    const now = context.clock.now();
    const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
    const [first, settleable] = [dayOf(now - LOOK_BACK_DAYS * DAY_MS), dayOf(now - SETTLE_AFTER_MS)];
    const faults: unknown[] = [];
    const each = async (days: readonly string[], work: (day: string) => Promise<unknown>): Promise<void> => {
      for (const day of days)
        await work(day).catch((error: unknown) => {
          faults.push(error);
          context.log.error({ day, err: error }, 'settlement: failed');
        });
    };
    try {
      await each(await listOpenDays(context.pool, first, settleable), (day) => settleOpen(day, now));
      await each(await listDaysToCorrect(context.pool, first), (day) => correctSettledDay(context, day));
    } finally {
      await tellWaitingDays(context);
    }
    if (faults.length > 0) throw faults.at(-1);
  };
};
