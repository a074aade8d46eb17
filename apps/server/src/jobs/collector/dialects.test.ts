import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../../../../simulators/src/spawn.ts';
import type { MinuteRow } from '../../modules/telemetry/telemetry.command.ts';
import { pollDevice } from '../../outside/hashrate/cgminer.ts';
import { createFleet, type Fleet } from './collector-fleet.ts';

const START = Date.UTC(2026, 10, 20, 12, 0, 0);
const INTERVAL_MS = 10_000;
const MINUTES = 60;
/** What is switched on after a quarter of the time. */
const SWITCH_AT = 15;

interface Row {
  name: string;
  dialect?: string;
  /** Of every answer, from the beginning. */
  fault?: object;
  /** Switched on in the middle. */
  later?: object;
  /** `right`: all seen, within a thousandth; `partly`: what was seen is right, the rest is blind; `blind`: nothing is counted. */
  verdict: 'right' | 'partly' | 'blind';
  /** Most that may be blind, seconds, of a row that is right but for the moment of the fault. */
  blindS?: number;
  /** Seconds of work that may be believed before the lie shows. */
  overS?: number;
}

const TABLE: Row[] = [
  { name: 'cgminer', verdict: 'right' },
  { name: 'Antminer: rates as text, counter with an exponent', dialect: 'antminer', verdict: 'right' },
  { name: 'Avalon: MHS 30s', dialect: 'avalon', verdict: 'right' },
  { name: 'Foundry: TH under the name of MH', dialect: 'foundry', verdict: 'right' },
  { name: 'no counter', dialect: 'no-counter', verdict: 'right' },
  { name: 'a counter that is always 0', dialect: 'zero-counter', verdict: 'right' },
  { name: 'a counter of 32 bits', dialect: 'counter-32-bit', verdict: 'right' },
  { name: 'Whatsminer: figures in the message', dialect: 'whatsminer', verdict: 'right' },
  { name: 'Whatsminer: permission denied', dialect: 'whatsminer-denied', verdict: 'blind' },
  { name: 'stats only', dialect: 'stats-only', verdict: 'right' },
  { name: 'text only', dialect: 'text', verdict: 'right' },
  { name: 'no NUL, connection kept open', fault: { kind: 'stays-open' }, verdict: 'right' },
  { name: 'half answers', fault: { kind: 'truncated' }, verdict: 'blind' },
  { name: 'silence', fault: { kind: 'silent' }, verdict: 'blind' },
  {
    name: 'another machine that ran 20 days',
    later: { kind: 'exchanged', ranS: 1_728_000 },
    verdict: 'right',
    blindS: 10,
  },
  {
    name: 'another machine that ran for a minute',
    later: { kind: 'exchanged', ranS: 60 },
    verdict: 'right',
    blindS: 10,
  },
  { name: 'Elapsed restarts, the counter goes on', later: { kind: 'elapsed-restarts' }, verdict: 'right', blindS: 10 },
  {
    name: 'the device’s clock set back',
    later: { kind: 'device-clock', seconds: -86_400 },
    verdict: 'right',
    blindS: 10,
  },
  {
    name: 'the device’s clock set back below its start',
    later: { kind: 'device-clock', seconds: -90_000_000 },
    verdict: 'right',
    blindS: 10,
  },
  { name: 'the counter begins anew', later: { kind: 'counter-resets' }, verdict: 'right', blindS: 10 },
  {
    name: 'the counter leaps 6e16 a minute',
    later: { kind: 'counter-leaps', mh: 60_000_000_000 },
    verdict: 'right',
    blindS: 10,
  },
  { name: 'a counter twice too fast', later: { kind: 'counter-times', factor: 2 }, verdict: 'right', overS: 61 },
  { name: 'a counter 12 times too fast', later: { kind: 'counter-times', factor: 12 }, verdict: 'right', blindS: 10 },
];

let simulator: Simulator;
let rows: MinuteRow[] = [];
const truth = new Map<number, bigint>();

const control = (path: string, body: object): Promise<unknown> => simulator.control(path, body);
const setTime = (at: number): Promise<unknown> => control('/clock', { at: new Date(at).toISOString() });

const pollAll = async (fleet: Fleet, at: number): Promise<void> => {
  const results = await Promise.all(
    fleet
      .endpoints()
      .map((device) =>
        pollDevice({ ...device, timeoutMs: 1000, clock: { now: () => at }, before: fleet.remembered(device.serial) }),
      ),
  );
  for (const result of results) fleet.take(result);
};

beforeAll(async () => {
  simulator = await startSimulator('fleet', ['--devices', String(TABLE.length), '--outages-per-mille', '0']);
  await setTime(START);
  const places = (await simulator.ask('/devices')) as { serial: string; host: string; port: number }[];
  const fleet = createFleet(INTERVAL_MS);
  fleet.adopt(
    places.map(({ serial, host, port }, id) => ({
      id,
      serial,
      host,
      port,
      simulated: true,
      ratedThs: 76,
      site: `${id}`,
    })),
  );
  const serialOf = (id: number): string => places[id]!.serial;
  for (const [id, { dialect, fault }] of TABLE.entries()) {
    if (dialect !== undefined) await control('/dialect', { serial: serialOf(id), dialect });
    if (fault !== undefined) await control('/fault', { serial: serialOf(id), ...fault });
  }
  const silent = TABLE.findIndex(({ name }) => name === 'silence');
  for (let atS = 0; atS <= MINUTES * 60; atS += INTERVAL_MS / 1000) {
    const at = START + atS * 1000;
    await setTime(at);
    if (atS === SWITCH_AT * 60) {
      for (const [id, { later }] of TABLE.entries()) {
        if (later !== undefined) await control('/fault', { serial: serialOf(id), ...later });
      }
    }
    // Silence costs its timeout each time: a minute of it is enough.
    if (atS === 60) await control('/fault', { serial: serialOf(silent), kind: 'truncated' });
    await pollAll(fleet, at);
  }
  rows = fleet.batch().minutes;
  for (const id of TABLE.keys()) {
    const told = (await simulator.ask(
      `/truth?serial=${serialOf(id)}&from=${START}&to=${START + MINUTES * 60_000}`,
    )) as { hashes: string };
    truth.set(id, BigInt(told.hashes));
  }
}, 120_000);

afterAll(() => simulator.stop());

const sumOf = (id: number): { hashes: number; coveredS: number; downS: number; blindS: number } => {
  const sum = { hashes: 0, coveredS: 0, downS: 0, blindS: 0 };
  for (const row of rows.filter(({ deviceId }) => deviceId === id)) {
    sum.hashes += Number(row.hashes);
    sum.coveredS += row.coveredS;
    sum.downS += row.downS;
    sum.blindS += row.blindS;
  }
  return sum;
};

describe('every dialect and fault is measured within a thousandth of the truth, or is blind', () => {
  it.each(TABLE.map((row, id) => ({ ...row, id })))('$name: $verdict', ({ id, verdict, blindS = 0, overS = 0 }) => {
    const { hashes, coveredS, downS, ...sum } = sumOf(id);
    expect(downS).toBe(0);
    if (verdict === 'blind') {
      expect({ hashes, coveredS }).toEqual({ hashes: 0, coveredS: 0 });
      return;
    }
    expect(sum.blindS).toBeLessThanOrEqual(blindS);
    expect(coveredS + sum.blindS).toBe(MINUTES * 60);
    const expected = (Number(truth.get(id)) * coveredS) / (MINUTES * 60);
    const over = (Number(truth.get(id)) * overS) / (MINUTES * 60);
    expect(hashes).toBeGreaterThan(expected * 0.999);
    expect(hashes).toBeLessThan((expected + over) * 1.001);
  });
});
