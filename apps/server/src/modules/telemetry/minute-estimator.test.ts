import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PollResult } from '../../outside/hashrate/port.ts';
import { boundPerSecond } from '@minerx/rules/device-bound';
import { accountPoll, createTrack, type DeviceTrack, type MinutePart } from './minute-estimator.ts';

const START = Date.UTC(2026, 10, 20, 10, 0, 0);
const INTERVAL = 10_000;
const RATED = 76;
const LIMITS = { intervalMs: INTERVAL, boundPerS: boundPerSecond(RATED) };
const THS = 1_000_000_000_000n;

interface Told {
  atS: number;
  elapsedS?: number;
  counter?: bigint | null;
  ths?: number;
  epoch?: string;
}

const answer = ({ atS, elapsedS = 1000 + atS, counter = null, ths = 74, epoch = 'first' }: Told): PollResult => ({
  ok: true,
  sample: {
    serial: 'X1-1',
    sourceId: 'fleet',
    at: START + atS * 1000,
    instantThs: ths,
    counterHashes: counter,
    counterAttested: false,
    elapsedS,
    epochId: epoch,
    accepted: 0,
    rejected: 0,
    lastShareAt: null,
    repairs: [],
    simulated: true,
  },
});

const silence = (atS: number, reason: 'refused' | 'timeout' | 'parse' = 'refused'): PollResult => ({
  ok: false,
  serial: 'X1-1',
  at: START + atS * 1000,
  reason,
  detail: '',
});

const run = (results: PollResult[], track: DeviceTrack = createTrack()): DeviceTrack => {
  for (const result of results) accountPoll(track, result, LIMITS);
  return track;
};

const total = (track: DeviceTrack): MinutePart => {
  const sum = { hashes: 0n, coveredS: 0, downS: 0, blindS: 0 };
  for (const part of track.minutes.values()) {
    sum.hashes += part.hashes;
    sum.coveredS += part.coveredS;
    sum.downS += part.downS;
    sum.blindS += part.blindS;
  }
  return sum;
};

describe('minutes of a device', () => {
  it('takes the counter difference, whatever the momentary rate says', () => {
    const track = run([answer({ atS: 0, counter: 5n }), answer({ atS: 10, counter: 5n + 740n * THS, ths: 1 })]);
    expect(total(track)).toEqual({ hashes: 740n * THS, coveredS: 10, downS: 0, blindS: 0 });
  });

  it('spreads a difference over the minutes it spans without losing a hash', () => {
    const track = run([
      answer({ atS: 55, counter: 0n }),
      ...[65, 75, 85, 95, 105, 115].map((atS) => silence(atS)),
      answer({ atS: 125, counter: 7n }),
    ]);
    expect(total(track)).toEqual({ hashes: 7n, coveredS: 70, downS: 0, blindS: 0 });
    expect([...track.minutes.values()].map(({ hashes, coveredS }) => [hashes, coveredS])).toEqual([
      [1n, 5],
      [6n, 60],
      [0n, 5],
    ]);
  });

  it('counts from the own total of the counter after a restart, and calls it down from its first refusal on', () => {
    const track = run([
      answer({ atS: 0, counter: 900n }),
      silence(10),
      silence(20),
      answer({ atS: 30, elapsedS: 4, counter: 296n, epoch: 'second' }),
    ]);
    expect(total(track)).toEqual({ hashes: 296n, coveredS: 4, downS: 16, blindS: 10 });
  });

  it('does not know when a device stopped after its last answer, and earns nothing while it refuses us', () => {
    const refused = run([answer({ atS: 0, counter: 0n }), silence(10), silence(20)]);
    expect(total(refused)).toEqual({ hashes: 0n, coveredS: 0, downS: 10, blindS: 10 });
  });

  it('does not call down what lies between an answer and a run that began since, when nothing was refused', () => {
    const again = answer({ atS: 20, elapsedS: 7, counter: 50n, epoch: 'second' });
    const quick = run([answer({ atS: 0, counter: 900n }), again]);
    expect(total(quick)).toEqual({ hashes: 50n, coveredS: 7, downS: 0, blindS: 13 });
  });

  it('is blind between a poll that told nothing and one that was refused', () => {
    const unclear = run([answer({ atS: 0 }), silence(10, 'timeout'), silence(20), silence(30)]);
    expect(total(unclear)).toMatchObject({ downS: 10, blindS: 20 });
  });

  it('is down while it refuses us, and blind as soon as it says nothing at all', () => {
    const sum = total(run([answer({ atS: 0 }), silence(10), silence(20), silence(30, 'timeout'), silence(40)]));
    expect(sum).toMatchObject({ hashes: 0n, downS: 10, blindS: 30 });
  });

  it('counts nothing of a run that is not the one we know and began before our last answer', () => {
    const counter = (seconds: number) => BigInt(seconds) * 74n * THS;
    const known = answer({ atS: 0, elapsedS: 100_000, counter: counter(100_000) });
    const other = answer({ atS: 10, elapsedS: 50_000, counter: counter(50_000), epoch: 'other' });
    expect(total(run([known, other]))).toEqual({ hashes: 0n, coveredS: 0, downS: 0, blindS: 10 });
    const next = answer({ atS: 20, elapsedS: 50_010, counter: counter(50_010), epoch: 'other' });
    expect(total(run([known, other, next]))).toEqual({ hashes: counter(10), coveredS: 10, downS: 0, blindS: 10 });
  });

  it('is blind where answers could not be read or nobody asked', () => {
    const unreadable = run([answer({ atS: 0 }), silence(10, 'parse')]);
    expect(total(unreadable)).toMatchObject({ blindS: 10, downS: 0 });
    const unseen = run([answer({ atS: 0 }), silence(10, 'timeout')]);
    expect(total(unseen)).toMatchObject({ blindS: 10, downS: 0 });
    const nobodyAsked = run([answer({ atS: 0 }), answer({ atS: 50 })]);
    expect(total(nobodyAsked)).toMatchObject({ hashes: 0n, blindS: 50 });
  });

  it('fills a blind gap when the counter proves what happened in it', () => {
    const track = run([answer({ atS: 0, counter: 10n }), answer({ atS: 3600, counter: 10n + 3600n * 74n * THS })]);
    expect(total(track)).toEqual({ hashes: 3600n * 74n * THS, coveredS: 3600, downS: 0, blindS: 0 });
  });

  it('continues from the kept place after our own restart, even when the first poll fails', () => {
    const kept = answer({ atS: 0, counter: 100n });
    const place = { answered: kept.ok ? kept.sample : null, accountedAt: START };
    const track = run([silence(7200), answer({ atS: 7210, counter: 7310n })], createTrack(place));
    expect(total(track)).toEqual({ hashes: 7210n, coveredS: 7210, downS: 0, blindS: 0 });
  });

  it('measures a device without a counter between samples at most three intervals apart', () => {
    const track = run([
      answer({ atS: 0, ths: 70 }),
      answer({ atS: 10, ths: 80 }),
      silence(20),
      answer({ atS: 40, ths: 80 }),
    ]);
    expect(total(track)).toEqual({ hashes: 75n * 10n * THS + 80n * 30n * THS, coveredS: 40, downS: 0, blindS: 0 });
  });

  it('does not believe a counter that jumps beyond what the machine can do: rate × time stands in', () => {
    const track = run([answer({ atS: 0, counter: 0n }), answer({ atS: 10, counter: 10n ** 30n })]);
    expect(total(track)).toEqual({ hashes: 740n * THS, coveredS: 10, downS: 0, blindS: 0 });
    expect(track.doubted).toBe(0);
    const blind = run([answer({ atS: 0, counter: 0n }), answer({ atS: 50, counter: 10n ** 30n })]);
    expect(total(blind)).toMatchObject({ hashes: 0n, blindS: 50 });
    expect(blind.doubted).toBe(1);
  });

  it('counts no more than the machine can do in the time that passed, before a counter that runs ahead is found out', () => {
    const minute = 60n * LIMITS.boundPerS;
    const track = run([0, 10, 20, 30, 40, 50].map((atS) => answer({ atS, counter: (BigInt(atS) / 10n) * minute })));
    expect(total(track).hashes).toBe(50n * LIMITS.boundPerS);
    expect(track.doubted).toBe(5);
  });

  it('keeps every hash the counters showed, and every second once, whatever happens', () => {
    const step = fc.record({
      kind: fc.constantFrom('answer', 'answer', 'answer', 'timeout', 'refused', 'parse', 'restart', 'away'),
      seconds: fc.integer({ min: 1, max: 30 }),
      awayS: fc.integer({ min: 31, max: 20_000 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
        let atS = 7;
        let counter = 12_345n;
        let bootS = -500;
        let expected = 0n;
        let answeredS = atS - bootS;
        const track = run([answer({ atS, counter, elapsedS: atS - bootS, epoch: `${bootS}` })]);
        let seen = counter;
        for (const { kind, seconds, awayS } of steps) {
          const passed = kind === 'away' ? awayS : seconds;
          atS += passed;
          // A run shorter than the poll before it cannot be told from a clock that leapt; that one is not counted.
          if (kind === 'restart' && Math.ceil(passed / 2) < answeredS) {
            bootS = atS - Math.floor(passed / 2);
            counter = 0n;
            seen = 0n;
          }
          counter += BigInt(Math.min(passed, atS - bootS)) * 73_999_999_999_983n;
          if (kind === 'timeout' || kind === 'parse' || kind === 'refused')
            accountPoll(track, silence(atS, kind), LIMITS);
          else {
            accountPoll(track, answer({ atS, counter, elapsedS: atS - bootS, epoch: `${bootS}` }), LIMITS);
            expected += counter - seen;
            seen = counter;
            answeredS = atS - bootS;
          }
        }
        expect(total(track).hashes).toBe(expected);
        const firstMinute = Math.floor((START / 1000 + 7) / 60);
        const lastMinute = Math.floor((START / 1000 + atS) / 60);
        for (const [minute, part] of track.minutes) {
          const sum = part.coveredS + part.downS + part.blindS;
          expect([part.coveredS, part.downS, part.blindS].every((seconds) => seconds >= 0)).toBe(true);
          if (minute === firstMinute || minute === lastMinute) expect(sum).toBeLessThanOrEqual(60);
          else expect(sum).toBe(60);
        }
      }),
      { numRuns: 500 },
    );
  });
});
