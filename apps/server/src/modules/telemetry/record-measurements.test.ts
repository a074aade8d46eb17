import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../../../test/read-api.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { boundPerMinute } from '@minerx/rules/device-bound';
import { recordLinks, recordMeasurements, type MinuteRow, type StateRow } from './telemetry.command.ts';

const DAY = '2026-11-20';
const MINUTE = Date.parse(`${DAY}T10:00:00Z`) / 60_000;
const WORK = 76_000_000_000_000n * 60n;

let database: TestDatabase;
let devices: number[];

const minute = (deviceId: number, at: number, hashes = WORK, coveredS = 60): MinuteRow => ({
  deviceId,
  minute: at,
  hashes,
  coveredS,
  downS: 0,
  blindS: 60 - coveredS,
});

const state = (deviceId: number, counterHashes: bigint | null = 5n): StateRow => ({
  deviceId,
  answeredAt: MINUTE * 60_000,
  polledAt: MINUTE * 60_000,
  hashrateThs: 76,
  counterHashes,
  elapsedS: 100,
  connected: true,
});

const record = (minutes: MinuteRow[], states: StateRow[] = []) =>
  inTransaction(database.pool, (tx) => recordMeasurements(tx, minutes, states));

const mails = async (): Promise<string[]> =>
  (
    await database.pool.query<{ text: string }>(
      `SELECT payload->>'text' AS text FROM outbox WHERE topic = 'operator_mail' ORDER BY id`,
    )
  ).rows.map(({ text }) => text);

const written = async (at: number) =>
  (
    await database.pool.query<{ deviceId: number; hashes: bigint; coveredS: number }>(
      `SELECT device_id AS "deviceId", hashes, covered_s AS "coveredS" FROM device_minute WHERE day = $1 AND minute = $2 ORDER BY 1`,
      [new Date(at * 60_000).toISOString().slice(0, 10), at % 1440],
    )
  ).rows;

const close = (day: string) =>
  database.pool.query(
    `INSERT INTO settlement_day (day, state, segments, pool_fee_ppm, price_units, price_at, simulated)
     VALUES ($1, 'settled', '[]', 20000, 1, now(), true)`,
    [day],
  );

beforeAll(async () => {
  database = await testDatabase();
  const rows = rowsOf(database);
  await rows.reference();
  devices = [];
  for (const serial of ['D1', 'D2', 'D3', 'D4', 'D5']) devices.push(await rows.device(serial));
});

afterAll(() => database.drop());

/** What is kept of the fleet, beside what its rows say. */
const counted = async () => {
  const { rows } = await database.pool.query<{ kept: unknown; said: unknown }>(
    `SELECT (SELECT jsonb_build_array(polled, connected) FROM fleet_state) AS kept,
            (SELECT jsonb_build_array(count(polled_at), count(*) FILTER (WHERE connected)) FROM device_state) AS said`,
  );
  return rows[0]!;
};

describe('writing what was measured', () => {
  it('puts one device aside that the database does not take, and writes all others', async () => {
    const poison = minute(devices[2]!, MINUTE, 131_348_791_101_719_800_000n);
    const rejected = await record(
      devices.map((id) => (id === devices[2] ? poison : minute(id, MINUTE))),
      devices.map((id) => state(id)),
    );
    expect(rejected).toEqual([
      { deviceId: devices[2], reason: expect.stringContaining('out of range'), isFirst: true },
    ]);
    expect(await mails()).toEqual([expect.stringContaining('D3: value "131348791101719800000"')]);
    expect((await written(MINUTE)).map(({ deviceId }) => deviceId)).toEqual(devices.filter((id) => id !== devices[2]));
    const aside = await database.pool.query('SELECT device_id, told FROM device_minute_rejected');
    expect(aside.rows).toEqual([
      {
        device_id: devices[2],
        told: expect.objectContaining({ minutes: [expect.objectContaining({ minute: MINUTE })] }),
      },
    ]);
    expect(aside.rows[0].told.minutes[0].hashes).toBe('131348791101719800000');
    // Its place is forgotten: the next start does not begin from what could not be written.
    const place = await database.pool.query(
      'SELECT device_id, counter_hashes, elapsed_s, answered_at FROM device_state ORDER BY device_id',
    );
    expect(place.rows[2]).toEqual({ device_id: devices[2], counter_hashes: null, elapsed_s: null, answered_at: null });
    expect(place.rows[1]).toMatchObject({ device_id: devices[1], elapsed_s: 100 });
    // Once a day, however often it goes on.
    expect(await record([poison])).toMatchObject([{ deviceId: devices[2], isFirst: false }]);
    expect(await mails()).toHaveLength(1);
  });

  it('counts the fleet with it: who was asked and who answers, whoever else notes something of a device', async () => {
    // The one that was put aside begins anew.
    const asked = devices.length - 1;
    expect(await counted()).toEqual({ kept: [asked, asked], said: [asked, asked] });
    await inTransaction(database.pool, (tx) =>
      recordLinks(tx, [
        [devices[0]!, false],
        [devices[1]!, true],
      ]),
    );
    expect(await counted()).toEqual({ kept: [asked, asked - 1], said: [asked, asked - 1] });
    await inTransaction(database.pool, (tx) => recordLinks(tx, [[devices[0]!, true]]));
    expect(await counted()).toEqual({ kept: [asked, asked], said: [asked, asked] });
    const { rows } = await database.pool.query('SELECT measured_at FROM fleet_state');
    expect(rows).toEqual([{ measured_at: new Date(MINUTE * 60_000) }]);
  });

  it('writes the device again as soon as it tells what can be', async () => {
    expect(await record([minute(devices[2]!, MINUTE + 1)], [state(devices[2]!)])).toEqual([]);
    expect(await written(MINUTE + 1)).toEqual([{ deviceId: devices[2], hashes: WORK, coveredS: 60 }]);
  });

  it('puts a place aside that cannot be kept', async () => {
    const endless = { ...state(devices[3]!), counterHashes: 10n ** 60n };
    const rejected = await record([minute(devices[3]!, MINUTE + 2), minute(devices[4]!, MINUTE + 2)], [endless]);
    expect(rejected.map(({ deviceId }) => deviceId)).toEqual([devices[3]]);
    expect((await written(MINUTE + 2)).map(({ deviceId }) => deviceId)).toEqual([devices[4]]);
  });

  it('adds to a minute up to sixty seconds and to what the machine can do, and no further', async () => {
    const at = MINUTE + 3;
    await record([{ ...minute(devices[0]!, at, WORK / 2n, 30), blindS: 0 }]);
    await record([{ ...minute(devices[0]!, at, boundPerMinute(76), 30), blindS: 0 }]);
    expect(await written(at)).toEqual([{ deviceId: devices[0], hashes: boundPerMinute(76), coveredS: 60 }]);
    // Measured twice, because a clock was set back.
    await record([minute(devices[0]!, at)]);
    expect(await written(at)).toEqual([{ deviceId: devices[0], hashes: boundPerMinute(76), coveredS: 60 }]);
  });

  it('leaves the minutes of a settled day as they are, and keeps what is proved later for a correction', async () => {
    const day = '2026-11-19';
    const at = Date.parse(`${day}T20:00:00Z`) / 60_000;
    await record([{ ...minute(devices[0]!, at, 0n, 0), blindS: 60 }]);
    await close(day);
    await record([{ ...minute(devices[0]!, at), blindS: -60 }, minute(devices[1]!, MINUTE + 4)]);
    expect(await written(at)).toEqual([{ deviceId: devices[0], hashes: 0n, coveredS: 0 }]);
    expect(await written(MINUTE + 4)).toHaveLength(1);
    const late = await database.pool.query(
      'SELECT day, device_id, minute, hashes, covered_s, blind_s FROM device_minute_late',
    );
    expect(late.rows).toEqual([
      { day, device_id: devices[0], minute: 1200, hashes: WORK, covered_s: 60, blind_s: -60 },
    ]);
  });
  const lateOn = async (day: string) =>
    (
      await database.pool.query<{ hashes: bigint; coveredS: bigint }>(
        'SELECT hashes, covered_s AS "coveredS" FROM device_minute_late WHERE day = $1 ORDER BY id',
        [day],
      )
    ).rows;

  it('adds to a closed minute up to what still fits into it, as to an open one', async () => {
    const day = '2026-11-18';
    const at = Date.parse(`${day}T20:00:00Z`) / 60_000;
    await record([{ ...minute(devices[0]!, at, WORK / 2n, 30), blindS: 0 }]);
    await close(day);
    expect(await record([{ ...minute(devices[0]!, at, boundPerMinute(76), 20), blindS: 0 }])).toEqual([]);
    expect(await lateOn(day)).toEqual([{ hashes: boundPerMinute(76) - WORK / 2n, coveredS: 20 }]);
    // Measured twice, because a clock was set back.
    expect(await record([minute(devices[0]!, at), { ...minute(devices[0]!, at, 1n, 11), blindS: 0 }])).toEqual([]);
    expect(await lateOn(day)).toHaveLength(1);
  });

  it.each([
    ['of a part that is not the next', { part: 1 }, 'device_minute_late_part'],
    ['of more than its device can do', { hashes: boundPerMinute(76) + 1n }, 'device_minute_late_fits'],
    ['of more than sixty seconds', { covered_s: 61 }, 'device_minute_late_fits'],
    ['of work that no second covers', { covered_s: 0 }, 'device_minute_late_fits'],
  ])('is refused by the database to the app itself for a late minute %s', async (_, wrong, constraint) => {
    const day = '2026-11-17';
    const row = { hashes: WORK, covered_s: 60, part: 0, ...wrong };
    const insert = database.pool.query(
      `INSERT INTO device_minute_late (day, device_id, minute, hashes, covered_s, down_s, blind_s, part) VALUES ($1, $2, 5, $3, $4, 0, 0, $5)`,
      [day, devices[1], row.hashes, row.covered_s, row.part],
    );
    await expect(insert).rejects.toMatchObject({ constraint });
  });
});
