import { HOUR_MS } from '@minerx/rules/duration';
import { computeReward, PICO } from '@minerx/rules/mining-reward';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  balance,
  byHand,
  contextOf,
  database,
  DAY,
  endWorld,
  FULL_DAY,
  FULL_MINUTE,
  MIDNIGHT,
  minutes,
  moved,
  order,
  orderRow,
  rewards,
  rows,
  START,
  startWorld,
  world,
} from '../../../test/settlement-world.ts';
import { runVerifier, textOf } from '../../../test/run-verifier.ts';
import { createPool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { correctSettledDay, settleDay, settleOpenDays } from '../../jobs/settlement.ts';
import { writeReceipts } from '../order/receipts.ts';
import { recordMeasurements, type MinuteRow } from '../telemetry/telemetry.command.ts';
import { sumDay } from './shown/settlement-show.query.ts';
import { findSummary, summaryOf } from './shown/settlement-summary.store.ts';
import { recordPayoutByHand } from './pool/pool-payout.command.ts';

beforeEach(async () => {
  await startWorld();
  world.now = MIDNIGHT + 60_000;
});
afterEach(endWorld);

const record = async (parts: Partial<MinuteRow>[], deviceId: number): Promise<void> => {
  const none = { deviceId, minute: 0, hashes: 0n, coveredS: 0, downS: 0, blindS: 0 };
  const told = parts.map((part) => ({ ...none, ...part }));
  expect(await inTransaction(database.pool, (tx) => recordMeasurements(tx, told, []))).toEqual([]);
};
const minuteOfDay = (minute: number): number => START / 60_000 + minute;
describe('a settled day', () => {
  it('refuses other minutes, for the app and for everybody else', async () => {
    const device = await rows.device('D1');
    await minutes(device, 0, 1440);
    await order([[device, 10]]);
    await settleDay(contextOf(), DAY);
    const refused = /minutes of a settled day do not change/;
    const owner = createPool(database.ownerUrl, { max: 1 });
    for (const pool of [database.pool, owner]) {
      await expect(pool.query('UPDATE device_minute SET hashes = hashes + 1 WHERE minute = 7')).rejects.toThrow(
        refused,
      );
      await expect(pool.query(`INSERT INTO device_minute VALUES ($1, 99, 7, 1, 60, 0, 0)`, [DAY])).rejects.toThrow(
        refused,
      );
    }
    await expect(owner.query('DELETE FROM device_minute')).rejects.toThrow(refused);
    await owner.end();
  });

  it('pays what is proved later as a correction of its own, once, with a receipt that recomputes', async () => {
    const device = await rows.device('D1');
    await minutes(device, 0, 1200);
    await minutes(device, 1200, 1440, { hashes: 0n, coveredS: 0, downS: 60 });
    const id = await order([[device, 10]]);
    const late = await order([[device, 10]], { activated_at: new Date(START + 12 * HOUR_MS) });
    const context = contextOf();
    await settleDay(context, DAY);
    expect(await findSummary(database.pool, DAY)).toEqual(summaryOf(await sumDay(database.pool, DAY)));
    const first = await rewards();
    const before = await balance();
    expect(first.map(({ sat }) => sat)).toEqual([
      byHand(FULL_MINUTE * 1200n) / PICO,
      byHand(FULL_MINUTE * 480n) / PICO,
    ]);
    // The counter proves that it had run on: what was called down is covered after all.
    const proved = Array.from({ length: 240 }, (_, n) => ({
      minute: minuteOfDay(1200 + n),
      hashes: FULL_MINUTE,
      coveredS: 60,
      downS: -60,
    }));
    await record(proved, device);
    expect(await balance()).toBe(before);
    await settleOpenDays(context)();
    const all = await rewards();
    expect(all.map(({ order_id: order, part, cause }) => [order, part, cause])).toEqual([
      [id, 0, null],
      [id, 1, 'late_minutes'],
      [late, 0, null],
      [late, 1, 'late_minutes'],
    ]);
    for (const { inputs, sat } of all) expect(computeReward(inputs).rewardSat).toBe(sat);
    const file = await textOf(writeReceipts(database.pool, 1001n));
    expect(await runVerifier('verify-receipt.mjs', file)).toMatchObject({
      code: 0,
      said: expect.stringContaining(`${DAY}, correction 1: `),
    });
    expect(await findSummary(database.pool, DAY)).toEqual(summaryOf(await sumDay(database.pool, DAY)));
    const sum = (orderId: string) =>
      all.filter((row) => row.order_id === orderId).reduce((total, { sat }) => total + sat, 0n);
    expect([sum(id), sum(late)]).toEqual([byHand(FULL_DAY) / PICO, byHand(FULL_MINUTE * 720n) / PICO]);
    expect((await orderRow(id)).carry).toBe(byHand(FULL_DAY) % PICO);
    expect(await balance()).toBe(sum(id) + sum(late));
    const { rows: kinds } = await database.pool.query(
      `SELECT kind, count(*)::integer AS n FROM transfer GROUP BY 1 ORDER BY 1`,
    );
    expect(kinds).toEqual([
      { kind: 'pool_payout', n: 1 },
      { kind: 'reward', n: 2 },
      { kind: 'reward_correction', n: 2 },
    ]);
    // Again: nothing is due. Later still: the next correction.
    expect(await correctSettledDay(context, DAY)).toEqual({ orders: 0, sat: 0n });
    await settleOpenDays(context)();
    expect(await rewards()).toHaveLength(4);
    await record([{ minute: minuteOfDay(3), hashes: 10n ** 15n }], device);
    expect((await correctSettledDay(context, DAY)).orders).toBe(1);
    expect((await rewards()).filter((row) => row.order_id === id).map(({ part }) => part)).toEqual([0, 1, 2]);
  });

  it('never pays more than the pool paid, however much is proved later', async () => {
    const [one, two] = [await rows.device('D1'), await rows.device('D2')];
    await minutes(one, 0, 720);
    await minutes(one, 720, 1440, { hashes: 0n, coveredS: 0, downS: 60 });
    await minutes(two, 0, 1440);
    await order([[one, 10]]);
    await order([[two, 10]]);
    world.paidSat = byHand((FULL_DAY * 7n) / 4n) / PICO;
    const context = contextOf();
    await settleDay(context, DAY);
    const untouched = (await rewards())[1]!.sat;
    await record(
      Array.from({ length: 720 }, (_, n) => ({
        minute: minuteOfDay(720 + n),
        hashes: FULL_MINUTE,
        coveredS: 60,
        downS: -60,
      })),
      one,
    );
    await correctSettledDay(context, DAY);
    const all = await rewards();
    expect(all.map(({ part }) => part)).toEqual([0, 1, 0]);
    // Half of what was proved is covered; the rest is a line of its own.
    expect(all[1]!.sat).toBeGreaterThan(byHand(FULL_DAY / 4n) / PICO - 3n);
    expect(BigInt(all[1]!.inputs.segments[0]!.cutTenths!)).toBeGreaterThan((FULL_DAY * 10n) / 4n);
    expect(all[2]!.sat).toBe(untouched);
    expect(all.reduce((total, { sat }) => total + sat, 0n)).toBeLessThanOrEqual(world.paidSat);
  });

  it('takes nothing back where the counter proves less than the pool had told', async () => {
    const device = await rows.device('D1');
    await minutes(device, 0, 1380);
    await order([[device, 10]]);
    const context = contextOf();
    await settleDay(context, DAY);
    const { filledTenths } = (await rewards())[0]!.inputs.segments[0]!;
    expect(filledTenths).toBe(String(FULL_MINUTE * 600n));
    await record(
      Array.from({ length: 60 }, (_, n) => ({ minute: minuteOfDay(1380 + n), hashes: FULL_MINUTE / 2n, coveredS: 60 })),
      device,
    );
    expect(await correctSettledDay(context, DAY)).toEqual({ orders: 0, sat: 0n });
    expect(await rewards()).toHaveLength(1);
  });

  it('finishes a correction that was broken off between its figures and its credits', async () => {
    const device = await rows.device('D1');
    await minutes(device, 0, 1200);
    await minutes(device, 1200, 1440, { hashes: 0n, coveredS: 0, downS: 60 });
    await order([[device, 10]]);
    await settleDay(contextOf(), DAY);
    await record([{ minute: minuteOfDay(1300), hashes: FULL_MINUTE, coveredS: 60, downS: -60 }], device);
    const broken = contextOf();
    broken.random = {
      bytes: () => {
        throw new Error('gone');
      },
    } as never;
    await expect(correctSettledDay(broken, DAY)).rejects.toThrow('gone');
    expect((await database.pool.query('SELECT state FROM settlement_day')).rows).toEqual([{ state: 'correcting' }]);
    await settleOpenDays(contextOf())();
    expect((await rewards()).map(({ part }) => part)).toEqual([0, 1]);
    expect((await database.pool.query('SELECT state FROM settlement_day')).rows).toEqual([{ state: 'settled' }]);
  });
});

describe("the pool's payout", () => {
  const input = (rewardSat: bigint) => ({
    day: DAY,
    rewardSat,
    actor: 'operator:shell' as const,
    reason: 'The pool corrected itself',
  });

  it('is not taken before the day was over when the pool computed it, and is booked once from outside to mining', async () => {
    const device = await rows.device('D1');
    await minutes(device, 0, 1440);
    await order([[device, 10]]);
    const context = contextOf();
    world.calculatedAt = MIDNIGHT - 1;
    world.paidSat = 11_111n;
    expect(await settleDay(context, DAY)).toMatchObject({ state: 'waiting' });
    world.calculatedAt = MIDNIGHT + 1;
    world.paidSat = 20_000n;
    expect((await settleDay(context, DAY)).state).toBe('settled');
    await settleDay(context, DAY);
    expect(await moved(1, 4)).toBe('20000');
  });

  it('is not taken at once when the pool does not say when it computed it, but a day later, as it stands then', async () => {
    const device = await rows.device('D1');
    await minutes(device, 0, 1440);
    await order([[device, 10]]);
    const context = contextOf();
    world.calculatedAt = null;
    world.paidSat = 11_111n;
    expect(await settleDay(context, DAY)).toMatchObject({ state: 'waiting' });
    expect(await moved(1, 4)).toBe('0');
    world.now = MIDNIGHT + 24 * HOUR_MS - 1;
    world.paidSat = 20_000n;
    expect(await settleDay(context, DAY)).toMatchObject({ state: 'waiting' });
    world.now = MIDNIGHT + 24 * HOUR_MS;
    expect((await settleDay(context, DAY)).state).toBe('settled');
    expect(await moved(1, 4)).toBe('20000');
  });

  it('is put right by an operator before the settlement, with the difference booked and the reason kept', async () => {
    const device = await rows.device('D1');
    await minutes(device, 0, 1440);
    await order([[device, 10]]);
    const context = contextOf();
    expect(await recordPayoutByHand(context, input(1500n))).toBeNull();
    expect(await recordPayoutByHand(context, input(1000n))).toBe(1500n);
    expect(await recordPayoutByHand(context, input(1000n))).toBe(1000n);
    await settleDay(context, DAY);
    expect((await rewards())[0]!.sat).toBe(999n);
    expect([await moved(1, 4), await moved(4, 1)]).toEqual(['1500', '500']);
    const { rows: audit } = await database.pool.query(
      `SELECT action, reason, detail FROM audit WHERE actor LIKE 'operator:%' ORDER BY id`,
    );
    expect(audit).toEqual([
      { action: 'settlement.payout', reason: 'The pool corrected itself', detail: { before: null, after: '1500' } },
      { action: 'settlement.payout', reason: 'The pool corrected itself', detail: { before: '1500', after: '1000' } },
    ]);
  });

  it('moves by the kinds that tables bring, and by no other', async () => {
    const context = contextOf();
    const tables = context.tables.filter(({ money }) => money?.kinds?.pool_payout === undefined);
    await expect(recordPayoutByHand({ ...context, tables }, input(1500n))).rejects.toThrow(
      'no table brings the kind of transfer pool_payout',
    );
    expect(await moved(1, 4)).toBe('0');
  });

  it('is paid on by a correction where it was put right upwards after the settlement, and takes nothing back downwards', async () => {
    const devices = await Promise.all([1, 2].map((n) => rows.device(`D${n}`)));
    for (const device of devices) await minutes(device, 0, 1440);
    for (const device of devices) await order([[device, 10]]);
    world.paidSat = 2000n;
    const context = contextOf();
    await settleDay(context, DAY);
    expect((await rewards()).map(({ sat }) => sat)).toEqual([999n, 999n]);
    await recordPayoutByHand(context, input(3000n));
    await settleOpenDays(context)();
    const all = await rewards();
    expect(all.map(({ part, cause, sat }) => [part, cause, sat])).toEqual([
      [0, null, 999n],
      [1, 'pool_payout', 500n],
      [0, null, 999n],
      [1, 'pool_payout', 500n],
    ]);
    for (const { inputs, sat } of all) expect(computeReward(inputs).rewardSat).toBe(sat);
    await recordPayoutByHand(context, input(100n));
    await settleOpenDays(context)();
    expect(await rewards()).toHaveLength(4);
    expect([await moved(1, 4), await moved(4, 1)]).toEqual(['3000', '2900']);
    await recordPayoutByHand(context, input(10n ** 9n));
    await settleOpenDays(context)();
    expect(await balance()).toBe(2n * (byHand(FULL_DAY) / PICO));
  });
});
