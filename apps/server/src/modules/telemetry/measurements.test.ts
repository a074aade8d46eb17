import { expectedSat } from '@minerx/rules/mining-reward';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../../../test/read-api.ts';
import { createLocalBus } from '../../bus/bus.ts';
import type { Context } from '../../context.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { createMeasurements } from './measurements.ts';
import { createReadings } from './readings.ts';

const DAY = '2026-11-20';
const TH = 1_000_000_000_000n;
const MINUTE = 76n * TH * 60n;
let now = Date.parse(`${DAY}T10:00:20Z`);

let database: TestDatabase;
let context: Context;
let rows: ReturnType<typeof rowsOf>;
let orderId: string;
let devices: number[];

const minute = async (
  day: string,
  deviceId: number,
  at: number,
  hashes: bigint,
  coveredS = 60,
  downS = 0,
): Promise<void> => {
  await database.pool.query('SELECT ensure_device_minute_day($1)', [day]);
  await database.pool.query('INSERT INTO device_minute VALUES ($1, $2, $3, $4, $5, $6, $7)', [
    day,
    deviceId,
    at,
    hashes,
    coveredS,
    downS,
    60 - coveredS - downS,
  ]);
};

beforeAll(async () => {
  database = await testDatabase();
  rows = rowsOf(database);
  await rows.reference();
  await rows.member(1001n);
  context = {
    pool: database.pool,
    bus: createLocalBus(),
    clock: { now: () => now },
    log: pino({ level: 'silent' }),
  } as unknown as Context;
  orderId = await rows.order(1001n, 1);
  devices = [await rows.device('D1'), await rows.device('D2')];
  await rows.insert('allocation', { order_id: orderId, device_id: devices[0], share_tenths: 10 });
  await rows.insert('allocation', { order_id: orderId, device_id: devices[1], share_tenths: 1 });
  for (let at = 0; at < 600; at++) {
    if (at >= 590) continue; // Ten minutes that nobody saw.
    await minute(DAY, devices[0]!, at, MINUTE);
    await minute(DAY, devices[1]!, at, at < 300 ? MINUTE : 0n, at < 300 ? 60 : 0, at < 300 ? 0 : 60);
  }
});

afterAll(() => database.drop());

describe('what the screens read of the measurements', () => {
  it('says nothing of today without a network source', async () => {
    const measurements = createMeasurements(context, createReadings(context));
    expect(await measurements.todayOfOrder(orderId)).toBeNull();
    expect(await measurements.todaySatOfMember(1001n)).toBe(0n);
  });

  it('estimates today from the measured hashes at the difficulty of now', async () => {
    await database.pool.query(
      `INSERT INTO setting VALUES ('network_tip', '{"height":930000,"bits":"1701fca1","difficulty":"1","at":"","simulated":true}'), ('pool_fee_ppm', '20000')`,
    );
    const measurements = createMeasurements(context, createReadings(context));
    const hashes = MINUTE * 590n + (MINUTE * 300n) / 10n;
    const expected = expectedSat(hashes, '1701fca1', 930_000, 20_000);
    expect(await measurements.todayOfOrder(orderId)).toEqual({
      day: DAY,
      estimatedSat: expected,
      coveredSeconds: (590 + 300) * 60,
      downSeconds: 290 * 60,
      blindSeconds: 2 * 10 * 60,
    });
    // The three are all of the time of both devices since midnight.
    expect((590 + 300 + 290 + 2 * 10) * 60).toBe(2 * 600 * 60);
    expect(await measurements.todaySatOfMember(1001n)).toBe(expected);
    expect(await measurements.todayOfOrder('019aaaaa-0000-7000-8000-00000000ffff')).toBeNull();
  });

  it('says of a day that is over, until it is settled, what was measured of it', async () => {
    const later = { ...context, clock: { now: () => now + 86_400_000 } };
    const measurements = createMeasurements(later, createReadings(later));
    const expected = expectedSat(MINUTE * 590n + (MINUTE * 300n) / 10n, '1701fca1', 930_000, 20_000);
    expect(await measurements.dayOfOrder(orderId, DAY)).toMatchObject({ day: DAY, estimatedSat: expected });
    expect(await measurements.daySatOfOrders([orderId], DAY)).toBe(expected);
    // In the first seconds of a day nothing of it is written, and yesterday is not today.
    const midnight = { ...context, clock: { now: () => Date.parse(`${DAY}T00:00:05Z`) + 86_400_000 } };
    const early = createMeasurements(midnight, createReadings(midnight));
    expect([await early.todayOfOrder(orderId), await early.todaySatOfMember(1001n)]).toEqual([null, 0n]);
  });

  it('gives six hours of minutes: what both devices did, zero while down, nothing where nobody looked', async () => {
    const series = await createMeasurements(context, createReadings(context)).hashrateSeries(orderId);
    expect(series).toHaveLength(360);
    expect(series[0]!.at.toISOString()).toBe(`${DAY}T04:00:00.000Z`);
    expect(series.at(-1)!.at.toISOString()).toBe(`${DAY}T09:59:00.000Z`);
    expect(series[0]!.hashrateThs).toBeCloseTo(83.6, 6);
    expect(series[100]!.hashrateThs).toBeCloseTo(76, 6);
    expect(series.at(-1)!.hashrateThs).toBeNull();
  });

  it('tells nothing of a machine from before the order was activated, of a tenth of one neither', async () => {
    const measurements = createMeasurements(context, createReadings(context));
    for (const [tenths, ths] of [
      [10, 76],
      [1, 7.6],
    ] as const) {
      const id = await rows.order(1001n, 1, { activated_at: `${DAY}T09:40:12Z` });
      await rows.insert('allocation', { order_id: id, device_id: devices[0], share_tenths: tenths });
      const series = await measurements.hashrateSeries(id);
      // Six hours as ever, and empty up to the first full minute.
      expect(series).toHaveLength(360);
      const told = series.filter(({ hashrateThs }) => hashrateThs !== null);
      expect(told[0]!.at.toISOString()).toBe(`${DAY}T09:41:00.000Z`);
      expect(told).toHaveLength(9);
      for (const { hashrateThs } of told) expect(hashrateThs).toBeCloseTo(ths, 6);
    }
    const ready = await rows.order(1001n, 2);
    await rows.insert('allocation', { order_id: ready, device_id: devices[0], share_tenths: 10 });
    expect((await measurements.hashrateSeries(ready)).every(({ hashrateThs }) => hashrateThs === null)).toBe(true);
  });

  it('knows the last values of before its own start, and forgets them after a minute', async () => {
    await database.pool.query(
      `INSERT INTO device_state (device_id, answered_at, polled_at, hashrate_ths, connected) VALUES ($1, $2, $2, 75.5, true)`,
      [devices[0], new Date(now - 30_000)],
    );
    const readings = createReadings(context);
    await readings.loaded;
    const shares = [
      { deviceId: devices[0]!, shareTenths: 10 },
      { deviceId: devices[1]!, shareTenths: 1 },
    ];
    expect(readings.hashrateOf(shares)).toBe(75.5);
    expect(readings.answers(devices[0]!)).toBe(true);
    expect(readings.answers(devices[1]!)).toBe(false);
    now += 31_000;
    expect(readings.hashrateOf(shares)).toBeNull();
    context.bus.publish('device_readings', { readings: [[devices[1]!, 70, now]] });
    expect(readings.hashrateOf(shares)).toBe(7);
    // A late message does not push a newer value aside.
    context.bus.publish('device_readings', { readings: [[devices[1]!, 10, now - 5000]] });
    expect(readings.hashrateOf(shares)).toBe(7);
    readings.close();
  });
});
