import { computeReward, PICO } from '@minerx/rules/mining-reward';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  balance,
  byHand,
  contextOf,
  database,
  DAY,
  endWorld,
  FULL_MINUTE,
  HOUR,
  minutes,
  order,
  orderRow,
  rewards,
  rows,
  START,
  startWorld,
  TH,
  world,
} from '../../test/settlement-world.ts';
import { runVerifier, textOf } from '../../test/run-verifier.ts';
import { createPool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { replaceDevice } from '../modules/device/change-device.command.ts';
import { writeReceipts } from '../modules/order/receipts.ts';
import { recordPayoutByHand } from '../modules/settlement/pool-payout.command.ts';
import { recordMeasurements, type MinuteRow } from '../modules/telemetry/telemetry.command.ts';
import { correctSettledDay, settleDay, settleOpenDays } from './settlement.ts';

const FULL_DAY = 76n * TH * 86_400n;
/** Right at the day's end, when the pool's average is the day. */
const MIDNIGHT = START + 24 * HOUR;

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
/** Total of the day's postings between two house accounts, in BTC: outside is 1, mining is 4. */
const moved = async (source: number, destination: number): Promise<string> =>
  (
    await database.pool.query<{ sum: string }>(
      'SELECT coalesce(sum(amount), 0)::text AS sum FROM posting WHERE source = $1 * 16 + 3 AND destination = $2 * 16 + 3',
      [source, destination],
    )
  ).rows[0]!.sum;

describe('a device that tells more than the pool saw', () => {
  it('is credited what the pool saw and its luck, says so on the receipt, and costs the others nothing', async () => {
    const [honest, liar] = [await rows.device('D1'), await rows.device('D2')];
    await minutes(honest, 0, 1440);
    await minutes(liar, 0, 1440, { hashes: 12n * FULL_MINUTE });
    const right = await order([[honest, 10]]);
    const wrong = await order([[liar, 10]]);
    // The pool paid for what it saw: two devices at 76 Th/s.
    world.paidSat = byHand(2n * FULL_DAY) / PICO + 1n;
    expect(await settleDay(contextOf(), DAY)).toMatchObject({ state: 'settled', orders: 2 });
    const [first, second] = [right, wrong].map(async (id) => (await rewards()).find((row) => row.order_id === id)!);
    expect((await first!).sat).toBe(byHand(FULL_DAY) / PICO);
    const { inputs, sat } = await second!;
    const { measuredTenths, filledTenths, cutTenths, hashesTenths } = inputs.segments[0]!;
    expect([measuredTenths, filledTenths]).toEqual([String(12n * FULL_DAY * 10n), '0']);
    expect(BigInt(hashesTenths)).toBe(BigInt(measuredTenths!) - BigInt(cutTenths!));
    // What is left of the payout's last satoshi is less than a millionth of the band.
    expect(sat - byHand(FULL_DAY) / PICO).toBeLessThanOrEqual(1n);
    const { rows: shown } = await database.pool.query(
      'SELECT measured, cut, pool_hashes FROM device_day WHERE device_id = $1',
      [liar],
    );
    expect(shown).toEqual([
      { measured: String(12n * FULL_DAY), cut: String(BigInt(cutTenths!) / 10n), pool_hashes: String(FULL_DAY) },
    ]);
  });

  it('gets its luck up to the band where the payout covers it', async () => {
    const device = await rows.device('D1');
    await minutes(device, 0, 1440, { hashes: 2n * FULL_MINUTE });
    await order([[device, 10]]);
    await settleDay(contextOf(), DAY);
    expect((await rewards())[0]!.inputs.segments[0]!.hashesTenths).toBe(String(FULL_DAY * 11n));
  });

  it('cuts an order that began in the day by its own part', async () => {
    const device = await rows.device('D1');
    await minutes(device, 0, 1440, { hashes: 2n * FULL_MINUTE });
    await order([[device, 10]], { activated_at: new Date(START + 6 * HOUR) });
    await settleDay(contextOf(), DAY);
    const { measuredTenths, hashesTenths } = (await rewards())[0]!.inputs.segments[0]!;
    expect(measuredTenths).toBe(String(2n * FULL_MINUTE * 1080n * 10n));
    expect(hashesTenths).toBe(String((FULL_DAY * 33n) / 4n));
  });

  it('keeps the band that an operator has set', async () => {
    await rows.insert('setting', { key: 'luck_band_ppm', value: '20000' });
    const device = await rows.device('D1');
    await minutes(device, 0, 1440, { hashes: 2n * FULL_MINUTE });
    await order([[device, 10]]);
    await settleDay(contextOf(), DAY);
    expect((await rewards())[0]!.inputs.segments[0]!.hashesTenths).toBe(String((FULL_DAY * 102n) / 10n));
  });
});

describe('a device of which the pool has told nothing', () => {
  it('waits although it was seen all day; nothing is fixed before somebody can be paid', async () => {
    const device = await rows.device('D1');
    await minutes(device, 0, 1440);
    await order([[device, 10]]);
    world.workers = {};
    const context = contextOf();
    expect(await settleDay(context, DAY)).toMatchObject({ state: 'provisional', orders: 0, openOrders: 1 });
    expect((await database.pool.query('SELECT FROM settlement_day')).rows).toEqual([]);
    // Twelve hours later the pool answers again: its average has moved on, and is taken with that in mind.
    world.workers = { D1: 70e12 };
    world.now = MIDNIGHT + 12 * HOUR;
    expect(await settleDay(context, DAY)).toMatchObject({ state: 'settled', orders: 1 });
    expect((await rewards())[0]!.inputs.segments[0]).toMatchObject({
      hashesTenths: String(FULL_DAY * 10n),
      cutTenths: '0',
    });
  });

  it.each(['the pool tells', 'an operator decides'])(
    'leaves nothing with the house: what was kept for it is paid to all once %s',
    async (end) => {
      const devices = await Promise.all(Array.from({ length: 10 }, (_, n) => rows.device(`D${n}`)));
      const [silent, ...others] = devices;
      for (const device of others) await minutes(device, 0, 1440);
      for (const device of devices) await order([[device, 10]]);
      world.workers = Object.fromEntries(others.map((_, n) => [`D${n + 1}`, 76e12]));
      const whole = byHand(FULL_MINUTE * 1440n) / PICO;
      world.paidSat = whole * 10n + 10n;
      const context = contextOf();
      expect(await settleDay(context, DAY)).toMatchObject({ state: 'provisional', orders: 9, openOrders: 1 });
      expect((await rewards()).every(({ sat }) => sat < whole)).toBe(true);
      await settleOpenDays(context)();
      expect(await rewards()).toHaveLength(9);
      const hashes = 76n * TH * 86_400n;
      if (end === 'the pool tells')
        await rows.insert('pool_worker_day', { day: DAY, device_id: silent!, hashes, simulated: false });
      await settleDay(context, DAY, { withoutPoolFigures: true });
      await settleOpenDays(context)();
      const paid = new Map<string, bigint>();
      for (const { order_id: id, sat } of await rewards()) paid.set(id, (paid.get(id) ?? 0n) + sat);
      const earners = end === 'the pool tells' ? 10 : 9;
      expect([...paid.values()].filter((sat) => sat > 0n)).toEqual(Array.from({ length: earners }, () => whole));
      const parts = (await rewards()).filter(({ part }) => part > 0);
      expect(new Set(parts.map(({ cause }) => cause))).toEqual(new Set(['pool_figures']));
      for (const { inputs, sat } of await rewards()) expect(computeReward(inputs).rewardSat).toBe(sat);
      const all = await rewards();
      await settleOpenDays(context)();
      expect(await rewards()).toEqual(all);
    },
  );

  it('counts, where an operator decides, at most with what its machine can do', async () => {
    const device = await rows.device('D1');
    await minutes(device, 0, 1440, { hashes: 12n * FULL_MINUTE });
    await order([[device, 10]]);
    world.workers = {};
    expect((await settleDay(contextOf(), DAY, { withoutPoolFigures: true })).state).toBe('settled');
    expect((await rewards())[0]!.inputs.segments[0]!.hashesTenths).toBe(String((FULL_DAY * 125n) / 10n));
  });
});

describe('a machine that is rated lower than others', () => {
  /** A quarter above 38 TH/s, all day. */
  const MOST = (FULL_DAY / 2n / 4n) * 5n;
  const rated = (id: number, ths: number) =>
    database.pool.query('UPDATE device SET rated_ths = $2 WHERE id = $1', [id, ths]);
  const credited = async (): Promise<bigint[]> =>
    (await rewards()).map(({ inputs }) => BigInt(inputs.segments[0]!.hashesTenths) / 10n);

  it('is credited what it can do, whatever it, the pool, or nobody says', async () => {
    const devices = await Promise.all([1, 2, 3, 4].map((n) => rows.device(`D${n}`)));
    for (const device of devices) await rated(device, 38);
    await minutes(devices[0]!, 0, 1440); // Tells 76, and the pool agrees.
    await minutes(devices[1]!, 0, 720, { hashes: FULL_MINUTE / 2n }); // The pool saw 76; the rest of the day nobody.
    await minutes(devices[3]!, 0, 1440); // Tells 76, and the pool is silent.
    for (const device of devices) await order([[device, 10]]); // Of the third nobody but the pool has heard.
    const context = contextOf();
    await settleDay(context, DAY);
    await settleDay(context, DAY, { withoutPoolFigures: true });
    expect(await credited()).toEqual([MOST, (FULL_DAY / 4n) * 1n + (FULL_DAY / 4n / 10n) * 11n, MOST, MOST]);
  });

  it('counts by what was there that day, not by the machine that came in its place', async () => {
    const [weaker, stronger] = [await rows.device('D1'), await rows.device('D2')];
    await rated(stronger, 38);
    await minutes(weaker, 0, 1440);
    await minutes(stronger, 0, 1440);
    await order([[weaker, 10]]);
    await order([[stronger, 10]]);
    const context = contextOf();
    const why = { actor: 'operator:shell' as const, reason: 'Broken' };
    for (const [serial, ratedThs] of [
      ['D1', 19],
      ['D2', 152],
    ] as const)
      await replaceDevice(context, serial, { host: '10.9.9.9', port: 4000 + ratedThs, ratedThs }, why);
    await settleDay(context, DAY);
    expect(await credited()).toEqual([FULL_DAY, MOST]);
  });
});

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
    const late = await order([[device, 10]], { activated_at: new Date(START + 12 * HOUR) });
    const context = contextOf();
    await settleDay(context, DAY);
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
