import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { epochOf } from '../../outside/hashrate/epoch.ts';
import type { EpochMemory, HashrateSample, PollResult } from '../../outside/hashrate/port.ts';
import { boundPerSecond } from '@minerx/rules/device-bound';
import { accountPoll, createTrack, type DeviceTrack } from './minute-estimator.ts';

const START = Date.UTC(2026, 10, 20, 10, 0, 7);
const INTERVAL = 10_000;
const LIMITS = { intervalMs: INTERVAL, boundPerS: boundPerSecond(76) };
const TH = 1_000_000_000_000n;

/** A machine with what it has done in its life, and what it says of it. */
interface Machine {
  ths: number;
  counter: bigint;
  /** What its program believes to be the seconds since it began. */
  elapsedS: number;
  hasCounter: boolean;
}

const reading = (machine: Machine, at: number, before: EpochMemory | null): HashrateSample => {
  const counterHashes = machine.hasCounter ? machine.counter : null;
  const figures = { at, elapsedS: machine.elapsedS, counterHashes };
  return {
    serial: 'X1-1',
    sourceId: 'fleet',
    instantThs: machine.ths,
    counterAttested: false,
    epochId: epochOf(figures, before),
    accepted: 0,
    rejected: 0,
    lastShareAt: null,
    repairs: [],
    simulated: true,
    ...figures,
  };
};

const failed = (at: number, reason: 'timeout' | 'parse' | 'unreachable'): PollResult => ({
  ok: false,
  serial: 'X1-1',
  at,
  reason,
  detail: '',
});

const totalOf = (track: DeviceTrack): bigint =>
  [...track.minutes.values()].reduce((sum, { hashes }) => sum + hashes, 0n);

const EVENTS = [
  'answer',
  'answer',
  'answer',
  'timeout',
  'parse',
  'away',
  'restart',
  'elapsed-restarts',
  'exchange',
  'device-clock',
  'our-clock',
  'counter-resets',
] as const;

const event = fc.record({
  kind: fc.constantFrom(...EVENTS),
  seconds: fc.integer({ min: 3, max: 20 }),
  awayS: fc.integer({ min: 31, max: 100_000 }),
  /** Seconds by which a clock is set. */
  step: fc.constantFrom(-86_400, -3600, -90, -20, 20, 90, 3600, 86_400),
  ths: fc.integer({ min: 60, max: 76 }),
  /** Two machines that began within ten seconds of each other cannot be told apart; what the machine can do bounds them. */
  livedS: fc.integer({ min: 5000, max: 5_000_000 }),
});

describe('what is counted', () => {
  it('is never more than the machines at the address did, whatever restarts, is exchanged or set', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(event, { minLength: 1, maxLength: 40 }), (hasCounter, events) => {
        let machine: Machine = { ths: 74, counter: 74n * TH * 900_000n, elapsedS: 900_000, hasCounter };
        let offsetS = 0;
        let trueS = 0;
        let truth = 0n;
        let before: HashrateSample | null = null;
        const track = createTrack();
        const ask = (): void => {
          const sample: HashrateSample = reading(machine, START + (trueS + offsetS) * 1000, before);
          before = sample;
          accountPoll(track, { ok: true, sample }, LIMITS);
        };
        ask();
        for (const { kind, seconds, awayS, step, ths, livedS } of events) {
          const passed = kind === 'away' ? awayS : seconds;
          trueS += passed;
          if (kind === 'exchange') {
            // The other machine has worked somewhere else before; what it did at most since the last poll is this address's.
            truth += BigInt(ths) * TH * BigInt(Math.min(passed, livedS));
            machine = { ths, counter: BigInt(ths) * TH * BigInt(livedS), elapsedS: livedS, hasCounter };
          } else if (kind === 'restart') {
            const upS = Math.floor(passed / 2);
            // Where its clock was set so that the new run seems to be the old one, a counter that began anew cannot be told from it.
            const isTold = Math.abs(machine.elapsedS + passed - upS) > 10;
            truth += BigInt(machine.ths) * TH * BigInt(isTold ? upS : passed);
            machine = { ...machine, counter: BigInt(machine.ths) * TH * BigInt(upS), elapsedS: upS };
          } else {
            const done = BigInt(machine.ths) * TH * BigInt(passed);
            truth += done;
            machine = { ...machine, counter: machine.counter + done, elapsedS: machine.elapsedS + passed };
            if (kind === 'elapsed-restarts') machine.elapsedS = Math.floor(passed / 2);
            if (kind === 'device-clock') machine.elapsedS += step;
            if (kind === 'counter-resets') machine.counter = 0n;
            if (kind === 'our-clock') offsetS += step;
          }
          if (kind === 'timeout' || kind === 'parse')
            accountPoll(track, failed(START + (trueS + offsetS) * 1000, kind), LIMITS);
          else ask();
        }
        // By rate × time a stretch may be off by what the clocks round, two and a half seconds where something happened.
        const slack = hasCounter ? truth / 1000n : BigInt(events.length * 3 * 76) * TH;
        expect(totalOf(track)).toBeLessThanOrEqual(truth + slack);
        for (const part of track.minutes.values()) expect(part.hashes >= 0n).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('never exceeds what the machine can do in the time that passed, whatever it says', () => {
    const told = fc.record({
      ok: fc.boolean(),
      stepMs: fc.oneof(fc.integer({ min: -90_000_000, max: 90_000_000 }), fc.integer({ min: 200, max: 20_000 })),
      elapsedS: fc.integer({ min: -100_000, max: 10_000_000 }),
      counter: fc.oneof(
        fc.constant(null),
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.bigInt({ min: 0n, max: 10n ** 16n }),
      ),
      ths: fc.oneof(fc.constant(76), fc.double({ min: 0, max: 10_000, noNaN: true }), fc.constant(Number.NaN)),
      attested: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(told, { maxLength: 60 }), (answers) => {
        const track = createTrack();
        let at = START;
        let passedMs = 1000;
        let before: EpochMemory | null = null;
        for (const { ok, stepMs, elapsedS, counter, ths, attested } of answers) {
          at += stepMs;
          passedMs += Math.max(0, stepMs);
          if (!ok) {
            accountPoll(track, failed(at, 'timeout'), LIMITS);
            continue;
          }
          const machine = { ths, counter: counter ?? 0n, elapsedS, hasCounter: counter !== null };
          const sample: HashrateSample = { ...reading(machine, at, before), counterAttested: attested };
          before = sample;
          accountPoll(track, { ok: true, sample }, LIMITS);
        }
        expect(totalOf(track) <= (LIMITS.boundPerS * BigInt(passedMs)) / 1000n).toBe(true);
        for (const { hashes, coveredS, downS, blindS } of track.minutes.values()) {
          expect(hashes >= 0n && coveredS >= 0 && downS >= 0 && blindS >= 0).toBe(true);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
