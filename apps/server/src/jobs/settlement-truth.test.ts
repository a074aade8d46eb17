import { HOUR_MS } from '@minerx/rules/duration';
import { computeReward, PICO } from '@minerx/rules/mining-reward';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  byHand,
  contextOf,
  database,
  DAY,
  endWorld,
  FULL_DAY,
  FULL_MINUTE,
  MIDNIGHT,
  minutes,
  order,
  rewards,
  rows,
  START,
  startWorld,
  TH,
  world,
} from '../../test/settlement-world.ts';
import { runShell } from '../../test/operator/shell.ts';
import { runVerifier, textOf } from '../../test/run-verifier.ts';
import { presentReward } from '../modules/order/order.presenter.ts';
import { writeReceipts } from '../modules/order/receipts.ts';
import { listRewards } from '../modules/order/reward.query.ts';
import { replaceDevice } from '../modules/device/change-device.command.ts';
import { settleDay, settleOpenDays } from './settlement.ts';

/** The answer of a day on which the pool filled one machine and cut another: `e2e/journeys/other-days/14-marks.spec.ts` gives it to the app. */
const THREE_LINES = '../../test/whole/receipt-of-three-lines.json';

beforeEach(async () => {
  await startWorld();
  world.now = MIDNIGHT + 60_000;
});
afterEach(endWorld);

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

  it('stands as three lines on the receipts that a member saves, and the published script adds them up', async () => {
    const [honest, liar, blind] = [await rows.device('D1'), await rows.device('D2'), await rows.device('D3')];
    await minutes(honest, 0, 1440);
    await minutes(liar, 0, 1440, { hashes: 12n * FULL_MINUTE });
    await minutes(blind, 0, 1000);
    for (const device of [honest, liar, blind]) await order([[device, 10]]);
    world.paidSat = byHand(3n * FULL_DAY) / PICO + 1n;
    expect(await settleDay(contextOf(), DAY)).toMatchObject({ state: 'settled', orders: 3 });
    const file = await textOf(writeReceipts(database.pool, 1001n));
    const { receipts } = JSON.parse(file) as {
      receipts: { price: unknown; inputs: { segments: Record<string, string>[]; btcPriceUnits: string } }[];
    };
    // Whose price it is, of which pair, and of which moment: the last close of the day.
    for (const { price, inputs } of receipts) {
      expect(price).toEqual({ source: 'test', pair: 'BTCUSDT', time: new Date(MIDNIGHT).toISOString() });
      expect(inputs.btcPriceUnits).toBe(String(world.close));
    }
    const lines = receipts
      .map(({ inputs }) => inputs.segments[0]!)
      .map(({ measuredTenths, filledTenths, cutTenths }) => [measuredTenths, filledTenths !== '0', cutTenths !== '0']);
    expect(lines).toHaveLength(3);
    expect(lines).toEqual(
      expect.arrayContaining([
        [String(10n * FULL_DAY), false, false],
        [String(120n * FULL_DAY), false, true],
        [String(10_000n * FULL_MINUTE), true, false],
      ]),
    );
    const said = await runVerifier('verify-receipt.mjs', file);
    expect([said.code, said.said.split(', equal\n').length - 1]).toEqual([0, 3]);
    const forgeries: [string, RegExp, string][] = [
      ['less cut', /"cutTenths":"[1-9]\d*"/, '"cutTenths":"1"'],
      ['more filled', /"filledTenths":"[1-9]\d*"/, `"filledTenths":"${FULL_DAY}"`],
      ['more measured', new RegExp(`"measuredTenths":"${10_000n * FULL_MINUTE}"`), '"measuredTenths":"1"'],
      ['a line left out', /"cutTenths":"[1-9]\d*"/, '"cut":"1"'],
    ];
    for (const [what, line, forged] of forgeries) {
      expect(file).toMatch(line);
      expect([what, (await runVerifier('verify-receipt.mjs', file.replace(line, forged))).code]).toEqual([what, 1]);
    }
  });

  it('and one whose line was gone stand on one receipt in three lines, which a journey shows as it is', async () => {
    const [honest, liar, blind] = [await rows.device('D1'), await rows.device('D2'), await rows.device('D3')];
    await minutes(honest, 0, 1440);
    await minutes(liar, 0, 1440, { hashes: 12n * FULL_MINUTE });
    await minutes(blind, 0, 1000);
    await order([[honest, 10]]);
    const both = await order([
      [liar, 10],
      [blind, 10],
    ]);
    world.paidSat = byHand(3n * FULL_DAY) / PICO + 1n;
    expect(await settleDay(contextOf(), DAY)).toMatchObject({ state: 'settled', orders: 2 });
    const { rows: settled } = await listRewards(database.pool, both, { page: 1, pageSize: 8 });
    const receipts = settled.map((row) => ({ ...presentReward(row), transaction_id: null }));
    await expect(`${JSON.stringify(receipts, null, 2)}\n`).toMatchFileSnapshot(THREE_LINES);
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
    await order([[device, 10]], { activated_at: new Date(START + 6 * HOUR_MS) });
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
    world.workers = { D1: 60e12 };
    world.now = MIDNIGHT + 12 * HOUR_MS;
    expect(await settleDay(context, DAY)).toMatchObject({ state: 'settled', orders: 1 });
    expect((await rewards())[0]!.inputs.segments[0]).toMatchObject({
      hashesTenths: String(FULL_DAY * 10n),
      cutTenths: '0',
    });
  });

  it('takes no figure that is a day late, because none of the day is in it, and waits for an operator, forty days or more', async () => {
    const device = await rows.device('D1');
    await minutes(device, 0, 720);
    await order([[device, 10]]);
    const context = contextOf();
    for (const hours of [24, 25, 30 * 24]) {
      world.now = MIDNIGHT + hours * HOUR_MS;
      expect(await settleDay(context, DAY)).toMatchObject({ state: 'provisional', orders: 0, openOrders: 1 });
    }
    expect((await database.pool.query('SELECT FROM pool_worker_day')).rows).toEqual([]);
    world.now = MIDNIGHT + 41 * 24 * HOUR_MS;
    expect(await settleDay(context, DAY, { withoutPoolFigures: true })).toMatchObject({ state: 'settled', orders: 1 });
    expect((await rewards())[0]!.inputs.segments[0]).toMatchObject({
      hashesTenths: String(FULL_DAY * 5n),
      filledTenths: '0',
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

describe('workers that end alike', () => {
  it('are each their own machine’s by their whole names, and pay its owner', async () => {
    const [a, b] = [await rows.device('S1'), await rows.device('S2')];
    for (const [device, hall] of [
      [a, 'hallA'],
      [b, 'hallB'],
    ] as const) {
      await database.pool.query('UPDATE device SET pool_worker = $2 WHERE id = $1', [device, `acct.${hall}.1`]);
      await minutes(device, 0, 1440);
      await order([[device, 10]]);
    }
    world.workers = { 'acct.hallA.1': 76e12, 'acct.hallB.1': 38e12 };
    expect(await settleDay(contextOf(), DAY)).toMatchObject({ state: 'settled', orders: 2 });
    const { rows: figures } = await database.pool.query('SELECT device_id, hashes FROM pool_worker_day ORDER BY 1');
    expect(figures).toEqual([
      { device_id: a, hashes: String(FULL_DAY) },
      { device_id: b, hashes: String(FULL_DAY / 2n) },
    ]);
  });

  it('are nobody’s where they cannot be told apart: their orders wait', async () => {
    const device = await rows.device('1');
    await minutes(device, 0, 1440);
    await order([[device, 10]]);
    world.workers = { 'acct.hallA.1': 76e12, 'acct.hallB.1': 0 };
    expect(await settleDay(contextOf(), DAY)).toMatchObject({ state: 'provisional', orders: 0, openOrders: 1 });
  });
});

describe('a figure of the pool that was read late', () => {
  /** The pool is silent until six in the evening: of what its average holds then, three quarters are of the next day. */
  const LATE_H = 18;
  const average = (hours: number): number => (76e12 * hours) / 24;
  const fleet = async (ofTheDay: number): Promise<number> => {
    const [seen, unseen] = [await rows.device('D1'), await rows.device('D2')];
    await minutes(seen, 0, 1440);
    await order([[seen, 10]]);
    await order([[unseen, 10]]);
    world.now = MIDNIGHT + LATE_H * HOUR_MS;
    world.workers = { D1: 76e12, D2: average(ofTheDay) };
    return unseen;
  };
  const paid = async (): Promise<bigint[]> => {
    const { rows: orders } = await database.pool.query<{ sat: bigint }>(
      `SELECT coalesce(sum(r.sat), 0)::bigint AS sat FROM allocation a LEFT JOIN reward r ON r.order_id = a.order_id
        GROUP BY a.device_id ORDER BY a.device_id`,
    );
    return orders.map(({ sat }) => sat);
  };
  const whole = byHand(FULL_DAY) / PICO;

  it('fills no day with the work of the next one: who was off that day costs nobody anything', async () => {
    await fleet(LATE_H);
    world.paidSat = whole + 1n;
    const context = contextOf();
    expect(await settleDay(context, DAY)).toMatchObject({ state: 'provisional', orders: 1, openOrders: 1 });
    await settleDay(context, DAY, { withoutPoolFigures: true });
    await settleOpenDays(context)();
    expect(await paid()).toEqual([whole, 0n]);
  });

  it('settles no day for good with what is left of it in the average: the counter may still prove the day', async () => {
    const unseen = await fleet(24 - LATE_H);
    world.paidSat = 2n * whole + 1n;
    const context = contextOf();
    expect(await settleDay(context, DAY)).toMatchObject({ state: 'provisional', orders: 1, openOrders: 1 });
    expect(await runShell(context, ['settlement', 'show', '--day', DAY])).toContain('1 device with live orders');
    await minutes(unseen, 0, 1440);
    expect(await settleDay(context, DAY)).toMatchObject({ state: 'settled', orders: 1, openOrders: 0 });
    await settleOpenDays(context)();
    expect(await paid()).toEqual([whole, whole]);
  });

  it('is told to operators as what the day waits for, when nothing settles it by itself', async () => {
    await fleet(24 - LATE_H);
    const context = contextOf();
    await settleDay(context, DAY);
    world.now = MIDNIGHT + 25 * HOUR_MS;
    expect(await runShell(context, ['settlement', 'status'])).toContain(
      `${DAY} waits for 1 devices with orders that the pool has told nothing of, or too late: settlement decide`,
    );
    await settleDay(context, DAY, { withoutPoolFigures: true });
    expect(await runShell(context, ['settlement', 'status'])).not.toContain(`${DAY} waits`);
  });

  it('fills what it proves of the day where it came within the hour, and settles a device that a moment is missing of', async () => {
    const [hour, moment] = [await rows.device('D1'), await rows.device('D2')];
    await minutes(hour, 0, 1200);
    await minutes(moment, 0, 1431);
    await order([[hour, 10]]);
    await order([[moment, 10]]);
    world.now = MIDNIGHT + HOUR_MS;
    world.workers = { D1: 76e12 };
    const context = contextOf();
    expect(await settleDay(context, DAY)).toMatchObject({ orders: 1 });
    world.now = MIDNIGHT + 2 * HOUR_MS;
    world.workers = { D2: 76e12 };
    expect(await settleDay(context, DAY)).toMatchObject({ state: 'settled', orders: 1 });
    const lines = (await rewards()).map(({ inputs }) => inputs.segments[0]!);
    // Of four hours that nobody saw, what an hour of the next day may have brought at most is not filled: 240 minutes less 75.
    expect(lines.map(({ filledTenths }) => filledTenths)).toEqual([String(FULL_MINUTE * 165n * 10n), '0']);
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
