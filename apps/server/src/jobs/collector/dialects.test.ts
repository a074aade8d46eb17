import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../../../../simulators/src/spawn.ts';
import type { MinuteRow } from '../../modules/telemetry/telemetry.command.ts';
import { pollDevice } from '../../outside/hashrate/cgminer.ts';
import type { HashrateSample, PollResult } from '../../outside/hashrate/port.ts';
import { createFleet, type Fleet } from './collector-fleet.ts';

const START = Date.UTC(2026, 10, 20, 12, 0, 0);
const INTERVAL_S = 10;
const MINUTES = 60;
/** What is switched on after a quarter of the time. */
const SWITCH_AT = 15;
const SWITCH_S = SWITCH_AT * 60;

interface Row {
  name: string;
  dialect?: string;
  /** Of every answer, from the beginning. */
  fault?: object;
  /** Switched on in the middle. */
  later?: object;
  /** When it did nothing, in seconds from the beginning. */
  outage?: [fromS: number, toS: number];
  /** How often it is polled. */
  everyS?: number;
  minutes?: number;
  /** When we did not look, in minutes from the beginning. */
  away?: [from: number, to: number];
  /** Our own clock is off by so much from one second on to another. */
  ours?: { byS: number; fromS: number; toS: number };
  /** `right`: within a thousandth where it was seen, and seen but for `blindS`; `blind`: nothing is counted, and it is not called down; `down`: nothing is counted. */
  verdict: 'right' | 'blind' | 'down';
  /** Most that may be blind, seconds, of a row that is right but for the moment of the fault. */
  blindS?: number;
  /** Seconds of work that may be believed before the lie shows. */
  overS?: number;
}

const TABLE: Row[] = [
  { name: 'cgminer', verdict: 'right' },
  { name: 'Antminer: rates as text, counter with an exponent', dialect: 'antminer', verdict: 'right' },
  { name: 'S19: every figure as text', dialect: 's19-text', verdict: 'right' },
  { name: 'VNish', dialect: 'vnish', verdict: 'right' },
  { name: 'LuxOS', dialect: 'luxos', verdict: 'right' },
  { name: 'BOSminer', dialect: 'bosminer', verdict: 'right' },
  { name: 'MARA: averages and no counter', dialect: 'mara', verdict: 'right' },
  { name: 'Avalon: MHS 30s', dialect: 'avalon', verdict: 'right' },
  { name: 'Foundry: TH under the name of MH', dialect: 'foundry', verdict: 'right' },
  { name: 'no counter', dialect: 'no-counter', verdict: 'right' },
  { name: 'no average', dialect: 'no-average', verdict: 'right' },
  { name: 'a counter that is always 0', dialect: 'zero-counter', verdict: 'right' },
  { name: 'a counter of 32 bits', dialect: 'counter-32-bit', verdict: 'right' },
  { name: 'a counter of 24 binary places', dialect: 'counter-float32', verdict: 'right' },
  { name: 'a counter below zero', dialect: 'counter-negative', verdict: 'right' },
  { name: 'Whatsminer: figures in the message', dialect: 'whatsminer', verdict: 'right' },
  { name: 'Whatsminer: permission denied', dialect: 'whatsminer-denied', verdict: 'blind' },
  { name: 'stats only', dialect: 'stats-only', verdict: 'right' },
  { name: 'text only', dialect: 'text', verdict: 'right' },
  { name: 'no NUL, connection kept open', fault: { kind: 'stays-open' }, verdict: 'right' },
  { name: 'half answers', fault: { kind: 'truncated' }, verdict: 'blind' },
  { name: 'an answer cut in the middle, one in three', fault: { kind: 'truncated', every: 3 }, verdict: 'right' },
  { name: 'half a number', fault: { kind: 'half-number' }, verdict: 'blind' },
  { name: 'half a number, one in two', fault: { kind: 'half-number', every: 2 }, verdict: 'right' },
  { name: 'only one of two calls is answered', fault: { kind: 'closed', every: 2 }, verdict: 'right' },
  { name: 'no call is answered', fault: { kind: 'closed' }, verdict: 'blind' },
  { name: 'an answer of 5 MB', fault: { kind: 'huge' }, verdict: 'blind' },
  { name: 'an answer of 5 MB, one in three', fault: { kind: 'huge', every: 3 }, verdict: 'right' },
  { name: 'connection refused', fault: { kind: 'port-closed' }, outage: [0, MINUTES * 60], verdict: 'down' },
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
  {
    name: 'Elapsed leaps forward',
    later: { kind: 'device-clock', seconds: 1_600_000_000 },
    verdict: 'right',
    blindS: 10,
  },
  {
    name: 'the device’s clock an hour on',
    later: { kind: 'device-clock', seconds: 3600 },
    verdict: 'right',
    blindS: 10,
  },
  {
    name: 'the device’s clock an hour back',
    later: { kind: 'device-clock', seconds: -3600 },
    verdict: 'right',
    blindS: 10,
  },
  { name: 'our clock an hour on', ours: { byS: 3600, fromS: SWITCH_S, toS: Infinity }, verdict: 'right', blindS: 10 },
  {
    name: 'our clock an hour back',
    ours: { byS: -3600, fromS: SWITCH_S, toS: Infinity },
    verdict: 'right',
    blindS: 10,
  },
  {
    name: 'our clock an hour on, and right again',
    ours: { byS: 3600, fromS: SWITCH_S, toS: SWITCH_S + 600 },
    verdict: 'right',
    blindS: 20,
  },
  {
    name: 'our clock an hour back, and right again',
    ours: { byS: -3600, fromS: SWITCH_S, toS: SWITCH_S + 600 },
    verdict: 'right',
    blindS: 20,
  },
  { name: 'an hour in which we did not look', minutes: 90, away: [15, 75], verdict: 'right' },
  {
    name: 'an hour in which we did not look, and no counter',
    dialect: 'no-counter',
    minutes: 90,
    away: [15, 75],
    verdict: 'right',
    blindS: 3620,
  },
  ...[3, INTERVAL_S, 60].flatMap((everyS): Row[] => [
    {
      name: `a reboot of a minute, polled each ${everyS} s`,
      everyS,
      outage: [904, 964],
      verdict: 'right',
      blindS: everyS,
    },
    { name: `a reboot of 3 s, polled each ${everyS} s`, everyS, outage: [904, 907], verdict: 'right', blindS: 7 },
  ]),
  { name: 'the counter begins anew', later: { kind: 'counter-resets' }, verdict: 'right', blindS: 10 },
  {
    name: 'the counter leaps 6e16 a minute',
    later: { kind: 'counter-leaps', mh: 60_000_000_000 },
    verdict: 'right',
    blindS: 10,
  },
  {
    name: 'the counter stands still from a moment on, and the average with it',
    later: { kind: 'counter-times', factor: 0 },
    verdict: 'right',
    blindS: 610,
  },
  {
    name: 'a counter three times too slow, and no average',
    dialect: 'no-average',
    later: { kind: 'counter-times', factor: 0.3 },
    verdict: 'right',
    blindS: 610,
  },
  { name: 'a counter twice too fast', later: { kind: 'counter-times', factor: 2 }, verdict: 'right', overS: 61 },
  { name: 'a counter 12 times too fast', later: { kind: 'counter-times', factor: 12 }, verdict: 'right', blindS: 10 },
];

/** What a device did: in all, in each minute as if it were up, and for how many seconds it was not. */
interface Truth {
  hashes: number;
  whileUp: number[];
  upS: number;
}

let simulator: Simulator;
let rows: MinuteRow[] = [];
const truth = new Map<number, Truth>();
/** Answers of each row that an honest machine would not have given: without them a row proves nothing of its fault. */
const odd = new Map<number, number>();

const control = (path: string, body: object): Promise<unknown> => simulator.control(path, body);
const setTime = (at: number): Promise<unknown> => control('/clock', { at: new Date(at).toISOString() });
const intervalOf = ({ everyS = INTERVAL_S }: Row): number => everyS;
const secondsOf = ({ minutes = MINUTES }: Row): number => minutes * 60;

const isPolled = (row: Row, atS: number): boolean => {
  const [from, to] = row.away ?? [0, 0];
  return atS % intervalOf(row) === 0 && atS <= secondsOf(row) && !(atS > from * 60 && atS < to * 60);
};

const offsetOf = ({ ours }: Row, atS: number): number =>
  ours !== undefined && atS >= ours.fromS && atS < ours.toS ? ours.byS * 1000 : 0;

beforeAll(async () => {
  simulator = await startSimulator('fleet', ['--devices', String(TABLE.length), '--outages-per-mille', '0']);
  await setTime(START);
  const places = (await simulator.ask('/devices')) as { serial: string; host: string; port: number }[];
  const serialOf = (id: number): string => places[id]!.serial;
  const fleets = new Map<number, Fleet>(TABLE.map((row) => [intervalOf(row), createFleet(intervalOf(row) * 1000)]));
  for (const [everyS, fleet] of fleets) {
    const device = (id: number) => ({ id, ...places[id]!, simulated: true, ratedThs: 76, site: `${id}` });
    fleet.adopt([...TABLE.keys()].filter((id) => intervalOf(TABLE[id]!) === everyS).map(device));
  }
  for (const [id, { dialect, fault, outage }] of TABLE.entries()) {
    const serial = serialOf(id);
    if (dialect !== undefined) await control('/dialect', { serial, dialect });
    if (fault !== undefined) await control('/fault', { serial, ...fault });
    const [from, to] = (outage ?? []).map((seconds) => START + seconds * 1000);
    if (outage !== undefined) await control('/fault', { serial, kind: 'outage', from, to });
  }
  const answered = new Map<number, Answer>();
  const silent = TABLE.findIndex(({ name }) => name === 'silence');
  const poll = async (id: number, atS: number): Promise<void> => {
    const fleet = fleets.get(intervalOf(TABLE[id]!))!;
    const device = fleet.endpoints().find(({ serial }) => serial === serialOf(id))!;
    const clock = { now: () => START + atS * 1000 + offsetOf(TABLE[id]!, atS) };
    const before = answered.get(id) ?? null;
    // Who answers has all the time that a busy machine takes.
    const timeoutMs = id === silent ? 1000 : 20_000;
    const result = await pollDevice({ ...device, timeoutMs, clock, before: fleet.remembered(device.serial) });
    if (isOdd(result, before, atS - (before?.atS ?? 0))) odd.set(id, (odd.get(id) ?? 0) + 1);
    if (result.ok) answered.set(id, { ...result.sample, atS });
    fleet.take(result);
  };
  for (let atS = 0; atS <= Math.max(...TABLE.map(secondsOf)); atS += 1) {
    const due = [...TABLE.keys()].filter((id) => isPolled(TABLE[id]!, atS));
    if (due.length === 0) continue;
    await setTime(START + atS * 1000);
    if (atS === SWITCH_S) {
      for (const [id, { later }] of TABLE.entries()) {
        if (later !== undefined) await control('/fault', { serial: serialOf(id), ...later });
      }
    }
    // Silence costs its timeout each time: a minute of it is enough.
    if (atS === 60) await control('/fault', { serial: serialOf(silent), kind: 'truncated' });
    await Promise.all(due.map((id) => poll(id, atS)));
  }
  rows = [...fleets.values()].flatMap((fleet) => fleet.batch().minutes);
  for (const [id, row] of TABLE.entries()) {
    const to = START + secondsOf(row) * 1000;
    const told = (await simulator.ask(`/truth?serial=${serialOf(id)}&from=${START}&to=${to}&step=60000`)) as {
      hashes: string;
      steps: string[];
      outages: { fromMs: number; toMs: number }[];
    };
    const outS = told.outages.reduce((sum, { fromMs, toMs }) => sum + (toMs - fromMs) / 1000, 0);
    truth.set(id, { hashes: Number(told.hashes), whileUp: told.steps.map(Number), upS: secondsOf(row) - outS });
  }
}, 300_000);

afterAll(() => simulator.stop());

const TH = 1e12;

/** The last one that could be read, by the true clock. */
type Answer = Pick<HashrateSample, 'elapsedS' | 'counterHashes'> & { atS: number };

/** Whether an answer tells of a fault: it could not be read as it stands, its time is not ours, or its counter is not what such a machine does. */
const isOdd = (result: PollResult, before: Answer | null, passedS: number): boolean => {
  if (!result.ok || result.sample.repairs.length > 0) return true;
  const { elapsedS, counterHashes } = result.sample;
  if (before === null || before.counterHashes === null || counterHashes === null) return false;
  const rateThs = Number(counterHashes - before.counterHashes) / passedS / TH;
  return elapsedS - before.elapsedS !== passedS || rateThs < 60 || rateThs > 90;
};

/** What was measured of a device, and what it did in the seconds that are called measured. */
const measured = (id: number): { hashes: number; coveredS: number; downS: number; did: number } => {
  const { hashes, whileUp, upS } = truth.get(id)!;
  const isShifted = TABLE[id]!.ours !== undefined;
  const sum = { hashes: 0, coveredS: 0, downS: 0, did: 0 };
  for (const row of rows.filter(({ deviceId }) => deviceId === id)) {
    sum.hashes += Number(row.hashes);
    sum.coveredS += row.coveredS;
    sum.downS += row.downS;
    // Where our clock was off its minutes are not the device's: then the pace of the whole time stands for them.
    const perSecond = isShifted ? hashes / upS : whileUp[row.minute - START / 60_000]! / 60;
    sum.did += perSecond * row.coveredS;
  }
  return sum;
};

describe('every dialect and fault is measured within a thousandth of the truth, or is blind', () => {
  it.each(TABLE.map((row, id) => ({ ...row, id })))('$name: $verdict', ({ id, verdict, blindS = 0, overS = 0 }) => {
    const { hashes, coveredS, downS, did } = measured(id);
    const { upS, hashes: all } = truth.get(id)!;
    const totalS = secondsOf(TABLE[id]!);
    if (verdict !== 'right') {
      expect({ hashes, coveredS, downS }).toEqual({ hashes: 0, coveredS: 0, downS: verdict === 'down' ? totalS : 0 });
      return;
    }
    // Seen but for what may be blind, and never called down while it worked.
    expect(coveredS).toBeLessThanOrEqual(upS + 1);
    expect(coveredS).toBeGreaterThanOrEqual(upS - blindS);
    expect(downS).toBeLessThanOrEqual(totalS - upS);
    expect(hashes).toBeGreaterThan(did * 0.999);
    expect(hashes).toBeLessThan((did + (all * overS) / upS) * 1.001);
  });

  it.each(TABLE.map((row, id) => ({ ...row, id })).filter(({ fault, later, outage }) => fault ?? later ?? outage))(
    '$name: the fault was there',
    ({ id }) => expect(odd.get(id)).toBeGreaterThan(0),
  );

  it('an honest machine has no odd answer', () => expect(odd.get(0)).toBeUndefined());
});
