import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowsOf } from '../../../test/read-api.ts';
import { inTransaction } from '../../db/transaction.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { recordMeasurements } from '../../modules/telemetry/telemetry.command.ts';
import { epochOf } from '../../outside/hashrate/epoch.ts';
import type { DeviceRow } from '../../modules/device/device.query.ts';
import { createFleet, type Fleet } from './collector-fleet.ts';

const START = Date.UTC(2026, 10, 20, 10, 0, 0);
const POLL_S = 10;
const HASHES_PER_S = 76_000_000_000_000n;
const DAY_S = 86_400;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await rowsOf(database).reference();
});
afterAll(() => database.drop());

const polled = (device: DeviceRow, trueS: number, clockS: number, fleet: Fleet): void => {
  const at = START + clockS * 1000;
  const [elapsedS, counterHashes] = [100_000 + trueS, BigInt(100_000 + trueS) * HASHES_PER_S];
  const epochId = epochOf({ at, elapsedS, counterHashes }, fleet.remembered(device.serial));
  const told = { sourceId: 'x', instantThs: 76, counterAttested: true, accepted: 0, rejected: 0, lastShareAt: null };
  const sample = { serial: device.serial, at, elapsedS, counterHashes, epochId, repairs: [], simulated: true, ...told };
  fleet.take({ ok: true, sample });
};

interface Course {
  /** Our clock, in seconds from the start, and after how many true seconds it is set by how much. */
  beginS: number;
  sets: [afterS: number, byS: number][];
  lastS: number;
  writtenAfterS: number;
}

/** One process that polls and writes for so long; gives what stands of each whole minute that our clock passed. */
const collect = async (serial: string, { beginS, sets, lastS, writtenAfterS }: Course): Promise<string[]> => {
  const id = await rowsOf(database).device(serial);
  const device: DeviceRow = { id, serial, host: '10.0.0.1', port: 4028, simulated: true, ratedThs: 76, site: null };
  const fleet = createFleet(POLL_S * 1000);
  fleet.adopt([device]);
  const passed = new Set<number>();
  let clockS = beginS;
  for (let trueS = 0; trueS <= lastS; trueS += 1) {
    const set = sets.find(([afterS]) => afterS === trueS)?.[1];
    clockS += set ?? 0;
    if (trueS % POLL_S === 0) polled(device, trueS, clockS, fleet);
    // Written by the minute of a timer, which no clock moves.
    if (trueS % 60 === writtenAfterS || trueS === lastS) {
      const { minutes, states } = fleet.batch();
      expect(await inTransaction(database.pool, (tx) => recordMeasurements(tx, minutes, states))).toEqual([]);
    }
    passed.add(clockS);
    clockS += 1;
  }
  const whole = [...passed].filter(
    (second) => second % 60 === 0 && Array.from({ length: 60 }, (_, n) => second + n).every((each) => passed.has(each)),
  );
  const { rows } = await database.pool.query<{ at: number; hashes: bigint; s: number; covered: number }>(
    `SELECT extract(epoch FROM day)::integer + minute * 60 - $2 AS at, hashes, covered_s + down_s + blind_s AS s, covered_s AS covered
       FROM device_minute WHERE device_id = $1`,
    [id, START / 1000],
  );
  const found = new Map(rows.map((row) => [row.at, row]));
  return whole.map((second) => {
    const row = found.get(second);
    return row === undefined ? 'lost' : `${row.covered} of ${row.s} s, ${Number(row.hashes) / Number(HASHES_PER_S)}`;
  });
};

it.each<[string, Course]>([
  ['is not set', { beginS: 3, sets: [], lastS: 900, writtenAfterS: 12 }],
  ['is set back by a little more than a minute', { beginS: 3, sets: [[305, -61]], lastS: 900, writtenAfterS: 12 }],
  ['is set back between two writings', { beginS: 37, sets: [[455, -125]], lastS: 900, writtenAfterS: 49 }],
  ['is set back by an hour', { beginS: 3607, sets: [[605, -3600]], lastS: 4800, writtenAfterS: 12 }],
  ['is set back by a day', { beginS: 13, sets: [[333, -DAY_S]], lastS: 900, writtenAfterS: 12 }],
  [
    'is set back again and again',
    {
      beginS: 21,
      sets: [
        [205, -90],
        [411, -70],
        [600, -300],
      ],
      lastS: 1800,
      writtenAfterS: 31,
    },
  ],
])('no minute is lost, doubled or half when our clock %s', async (name, course) => {
  const minutes = await collect(name, course);
  expect(minutes.length).toBeGreaterThan(10);
  expect(new Set(minutes)).toEqual(new Set(['60 of 60 s, 60']));
});
