import { HOUR_MS } from '@minerx/rules/duration';
import { CANCELLED, ENDED } from '@minerx/rules/order-status';
import { computeReward } from '@minerx/rules/mining-reward';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  contextOf,
  database,
  DAY,
  endWorld,
  FULL_MINUTE,
  minutes,
  order as makeOrder,
  orderRow,
  rewards,
  rows,
  START,
  startWorld,
  world,
} from '../../test/settlement-world.ts';
import { inTransaction } from '../db/transaction.ts';
import { checkEquations } from '../modules/integrity/integrity.query.ts';
import { SETTLEMENT_EQUATIONS } from '../modules/settlement/settlement.equations.ts';
import { recordMeasurements } from '../modules/telemetry/telemetry.command.ts';
import { correctSettledDay, settleDay } from './settlement.ts';

beforeEach(async () => {
  await startWorld();
  world.now = START + 24 * HOUR_MS + 60_000;
});
afterEach(endWorld);

/** Nothing earned before the day. */
const order: typeof makeOrder = (devices, more) =>
  makeOrder(devices, { max_profit_units: 200_000_000_000n, profit_balance_units: 200_000_000_000n, ...more });

/** The order goes on with another machine. */
const moveTo = async (orderId: string, from: number, to: number, at: Date): Promise<void> => {
  await database.pool.query('UPDATE allocation SET released_at = $3 WHERE order_id = $1 AND device_id = $2', [
    orderId,
    from,
    at,
  ]);
  await rows.insert('allocation', { order_id: orderId, device_id: to, share_tenths: 10, allocated_at: at });
};

/** The last four hours of the day, called down until its counter proved them. */
const prove = async (deviceId: number, hashes = FULL_MINUTE): Promise<void> => {
  const proved = Array.from({ length: 240 }, (_, n) => ({
    deviceId,
    minute: START / 60_000 + 1200 + n,
    hashes,
    coveredS: 60,
    downS: -60,
    blindS: 0,
  }));
  expect(await inTransaction(database.pool, (tx) => recordMeasurements(tx, proved, []))).toEqual([]);
};

/** A device that is down from 20:00 on. */
const halfSeen = async (name: string): Promise<number> => {
  const device = await rows.device(name);
  await minutes(device, 0, 1200);
  await minutes(device, 1200, 1440, { hashes: 0n, coveredS: 0, downS: 60 });
  return device;
};

/** Order, part and full minutes of each receipt. */
const receipts = async () =>
  (await rewards()).map(({ order_id: id, part, inputs }) => [
    id,
    part,
    Number(BigInt(inputs.segments[0]!.hashesTenths) / (FULL_MINUTE * 10n)),
  ]);

const expectTheBooksToHold = async (): Promise<void> => {
  for (const { inputs, sat } of await rewards()) expect(computeReward(inputs).rewardSat).toBe(sat);
  const outcomes = await checkEquations(database.pool, SETTLEMENT_EQUATIONS);
  expect(outcomes.filter(({ violations }) => violations > 0n)).toEqual([]);
};

describe('a correction of a settled day', () => {
  it('pays by the machine that the order had then, not by the one that it has now', async () => {
    const [then, now] = [await halfSeen('D1'), await halfSeen('D2')];
    const moved = await order([[then, 10]]);
    await settleDay(contextOf(), DAY);
    expect(await receipts()).toEqual([[moved, 0, 1200]]);
    const at = new Date(START + 30 * HOUR_MS);
    await moveTo(moved, then, now, at);
    const next = await order([[then, 10]], { activated_at: at });
    await prove(then);
    await prove(now, FULL_MINUTE / 2n);
    expect((await correctSettledDay(contextOf(), DAY)).orders).toBe(1);
    expect((await receipts()).filter(([id]) => id === moved)).toEqual([
      [moved, 0, 1200],
      [moved, 1, 1440],
    ]);
    expect((await receipts()).filter(([id]) => id === next)).toEqual([]);
    await expectTheBooksToHold();
  });

  it('leaves an order alone that has ended since: it had its maximum profit; and so whoever has its machine now', async () => {
    const device = await halfSeen('D1');
    const ending = await order([[device, 10]], { profit_balance_units: 1_000_000n, max_profit_units: 1_000_000n });
    await settleDay(contextOf(), DAY);
    expect(await orderRow(ending)).toMatchObject({ status: ENDED, left: 0n });
    const next = await order([[device, 10]], { activated_at: new Date(START + 26 * HOUR_MS) });
    const paid = await rewards();
    await prove(device);
    expect(await correctSettledDay(contextOf(), DAY)).toEqual({ orders: 0, sat: 0n });
    expect(await rewards()).toEqual(paid);
    expect((await orderRow(next)).left).toBe(200_000_000_000n);
    expect((await database.pool.query('SELECT state FROM settlement_day')).rows).toEqual([{ state: 'settled' }]);
    await expectTheBooksToHold();
  });

  it('has nothing for an order that was cancelled while it waited: it never had a machine', async () => {
    const device = await halfSeen('D1');
    const running = await order([[device, 10]]);
    const waited = await rows.order(1001n, CANCELLED);
    await settleDay(contextOf(), DAY);
    await prove(device);
    expect((await correctSettledDay(contextOf(), DAY)).orders).toBe(1);
    expect((await receipts()).map(([id]) => id)).toEqual([running, running]);
    expect((await orderRow(waited)).status).toBe(CANCELLED);
    await expectTheBooksToHold();
  });
});

describe('the day on which an order gets another machine', () => {
  it('is paid by both, each in its own minutes, at once and when one proves more later', async () => {
    const [before, after] = [await rows.device('D1'), await halfSeen('D2')];
    await minutes(before, 0, 1440, { hashes: FULL_MINUTE / 2n });
    world.workers = { D1: 38e12, D2: 76e12 };
    const at = new Date(START + 12 * HOUR_MS - 1);
    const moved = await order([[before, 10]]);
    await moveTo(moved, before, after, at);
    const next = await order([[before, 10]], { activated_at: new Date(START + 18 * HOUR_MS) });
    await settleDay(contextOf(), DAY);
    const sorted = async () => (await receipts()).toSorted((a, b) => Number(a[1]) - Number(b[1]));
    expect((await sorted()).toSorted()).toEqual(
      [
        [moved, 0, 360 + 480],
        [next, 0, 180],
      ].toSorted(),
    );
    await prove(after);
    expect((await correctSettledDay(contextOf(), DAY)).orders).toBe(1);
    expect((await sorted()).at(-1)).toEqual([moved, 1, 360 + 720]);
    await expectTheBooksToHold();
  });
});
