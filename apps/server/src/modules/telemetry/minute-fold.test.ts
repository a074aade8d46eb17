import { HOUR_MS, MINUTE_MS } from '@minerx/rules/duration';
import { minedPicoSat } from '@minerx/rules/mining-reward';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  contextOf,
  database,
  DAY,
  endWorld,
  FULL_MINUTE,
  minutes,
  order,
  rewards,
  rows,
  START,
  startWorld,
  world,
} from '../../../test/settlement-world.ts';
import { inTransaction } from '../../db/transaction.ts';
import { correctSettledDay, settleDay } from '../../jobs/settlement.ts';
import { judge } from '../integrity/integrity.query.ts';
import { DEVICE_DAY_EQUATIONS } from '../settlement/device-day.equations.ts';
import { recordPayoutByHand } from '../settlement/pool/pool-payout.command.ts';
import { measureDevices, measureWindows } from '../settlement/settlement.query.ts';
import { foldPastMinutes } from './minute-fold.command.ts';
import { recordMeasurements } from './telemetry.command.ts';

const LONG_AGO = '2026-01-15';
const FROM = 6 * 60 + 17;
const STRETCHES = [
  { fromMinute: 0, toMinute: 601, bits: '1701fca1', height: 931_391 },
  { fromMinute: 601, toMinute: 1440, bits: '17020000', height: 931_392 },
];

let owner: pg.Client;
let device: number;
let shared: string;
let seen: { before: unknown; after: unknown };

const minute = (at: number, coveredS: number) => ({
  deviceId: device,
  minute: START / MINUTE_MS + at,
  hashes: FULL_MINUTE,
  coveredS,
  downS: 0,
  blindS: 0,
});
const late = (rowsOfMinutes: readonly ReturnType<typeof minute>[]) =>
  inTransaction(database.pool, (tx) => recordMeasurements(tx, rowsOfMinutes, []));
const lateRows = async (): Promise<number> => (await database.pool.query('SELECT FROM device_minute_late')).rowCount!;
/** Sums by stretch of the whole day, and of the order that began within it. */
const look = async () => ({
  day: [...(await measureDevices(database.pool, DAY, STRETCHES, [device]))],
  window: [
    ...(
      await measureWindows(database.pool, DAY, STRETCHES, [
        { orderId: shared, deviceId: device, tenths: 1, fromMinute: FROM, toMinute: 1440 },
      ])
    ).get(shared)!,
  ],
});

/** A settled day with a change of the difficulty and an order that began, both within an hour, and late minutes that were paid. */
beforeAll(async () => {
  await startWorld();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  world.now = START + 24 * HOUR_MS + MINUTE_MS;
  world.segments = [
    { fromMs: START, toMs: START + 601 * MINUTE_MS, bits: '1701fca1', height: 931_391 },
    { fromMs: START + 601 * MINUTE_MS, toMs: START + 24 * HOUR_MS, bits: '17020000', height: 931_392 },
  ];
  // Less than what the day is worth: everybody gets a part.
  world.paidSat = 1500n;
  device = await rows.device('D1');
  await minutes(device, 0, 1000);
  await minutes(device, 1100, 1300, { hashes: FULL_MINUTE / 2n });
  const fresh = { max_profit_units: 250_000_000_000n, profit_balance_units: 250_000_000_000n };
  await order([[device, 9]], fresh);
  shared = await order([[device, 1]], { ...fresh, activated_at: new Date(START + FROM * MINUTE_MS - 30_000) });
  await settleDay(contextOf(), DAY);
  await late([minute(1000, 60), minute(1010, 60)]);
  await correctSettledDay(contextOf(), DAY);
  const before = await look();
  await owner.query('SELECT fold_day_minutes($1)', [DAY]);
  seen = { before, after: await look() };
}, 60_000);
afterAll(async () => {
  await owner.end();
  await endWorld();
});

describe('a settled day whose minutes have become hours', () => {
  it('has a row a device and no minutes, and says of each stretch and window what the minutes said', async () => {
    const { rows: hours } = await owner.query(
      'SELECT since, cardinality(hashes) AS spans FROM device_hours WHERE day = $1',
      [DAY],
    );
    expect(hours).toEqual([{ since: expect.arrayContaining([0, 60, FROM, 601, 1380]), spans: 26 }]);
    expect((await owner.query('SELECT to_regclass($1) AS part', ['device_minute_20261119'])).rows).toEqual([
      { part: null },
    ]);
    expect(seen.after).toEqual(seen.before);
  });

  it('takes nothing late any more, and the database holds to it', async () => {
    const before = await lateRows();
    await late([minute(1020, 60)]);
    expect(await lateRows()).toBe(before);
    await expect(
      database.pool.query(
        'INSERT INTO device_minute_late (day, device_id, minute, hashes, covered_s, down_s, blind_s, part) VALUES ($1, $2, 1020, 1, 60, 0, 0, 2)',
        [DAY, device],
      ),
    ).rejects.toMatchObject({ constraint: 'device_minute_late_past' });
  });

  it('is still paid when its payout is put right, by receipts that recompute', async () => {
    const paid = (await rewards()).length;
    await recordPayoutByHand(contextOf(), { day: DAY, rewardSat: 1800n, actor: 'operator:shell', reason: 'more' });
    expect(await correctSettledDay(contextOf(), DAY)).toMatchObject({ orders: 2 });
    const receipts = await rewards();
    expect(receipts).toHaveLength(paid + 2);
    for (const { inputs } of receipts.filter(({ part }) => part === 2))
      expect(minedPicoSat(inputs, inputs.poolFeePpm)).toBeGreaterThan(minedPicoSat(inputs.before!, inputs.poolFeePpm));
  });

  it.each([
    ['an hour that counts more', 'hashes[3] = hashes[3] + 1', ['device-days']],
    ['hashes moved into an order’s time', 'hashes[7] = hashes[7] - 1, hashes[8] = hashes[8] + 1', ['reward-windows']],
    [
      'seconds that nobody saw',
      'covered_s[19] = covered_s[19] + 60',
      ['device-days', 'device-credits', 'reward-windows'],
    ],
    [
      'an hour of more seconds than it has',
      'covered_s[19] = 3600',
      ['device-days', 'device-credits', 'reward-windows', 'late-minutes'],
    ],
  ])('is found out where it is not as it was: %s', async (_, forgery, found) => {
    await owner.query('BEGIN');
    await owner.query(`UPDATE device_hours SET ${forgery}`);
    const broken = (await judge(owner as never, DEVICE_DAY_EQUATIONS)).filter(({ violations }) => violations > 0n);
    await owner.query('ROLLBACK');
    expect(broken.map(({ name }) => name)).toEqual(found);
  });
});

describe('minutes that are still needed', () => {
  it('stay: the app can neither fold a day that may be corrected nor write hours itself', async () => {
    const refused = async (sql: string, values: unknown[] = []): Promise<unknown> =>
      database.pool.query(sql, values).then(
        () => 'done',
        (error: { constraint?: string; code?: string }) => error.constraint ?? error.code,
      );
    const { rows: today } = await owner.query<{ day: string }>('SELECT (now()::date - 40)::text AS day');
    expect(await refused('SELECT fold_past_minutes($1)', [today[0]!.day])).toBe('device_hours_past');
    expect(await refused('SELECT fold_past_minutes($1)', [LONG_AGO])).toBe('device_hours_settled');
    for (const sql of ['SELECT fold_day_minutes($1)', 'DELETE FROM device_hours WHERE day = $1'])
      expect(await refused(sql, [DAY])).toBe('42501');
    expect(await refused(`UPDATE device_hours SET hashes = '{}'`)).toBe('42501');
  });

  it('become hours by the clock, once their day is settled and older than they are kept', async () => {
    await database.pool.query('SELECT ensure_device_minute_day($1)', [LONG_AGO]);
    await database.pool.query('INSERT INTO device_minute SELECT $1, $2, m, 7, 60, 0, 0 FROM generate_series(0, 9) m', [
      LONG_AGO,
      device,
    ]);
    const fold = async (minuteDays: number): Promise<unknown[]> => {
      await foldPastMinutes({ ...contextOf(), env: { minuteDays } } as never);
      const { rows: spans } = await owner.query(
        'SELECT count(*)::integer AS spans, sum(hashes)::text AS hashes FROM device_span WHERE day = $1',
        [LONG_AGO],
      );
      return spans;
    };
    const asMinutes = [{ spans: 10, hashes: '70' }];
    expect(await fold(41)).toEqual(asMinutes);
    await owner.query(
      `INSERT INTO settlement_day (day, state, segments, pool_fee_ppm, price_units, price_at, simulated) VALUES ($1, 'settled', '[]', 0, 1, now(), false)`,
      [LONG_AGO],
    );
    expect(await fold(3650)).toEqual(asMinutes);
    expect(await fold(45)).toEqual([{ spans: 24, hashes: '70' }]);
    expect(await fold(45)).toEqual([{ spans: 24, hashes: '70' }]);
    await owner.query('DELETE FROM settlement_day WHERE day = $1', [LONG_AGO]);
    await owner.query('DELETE FROM device_hours WHERE day = $1', [LONG_AGO]);
  });
});
