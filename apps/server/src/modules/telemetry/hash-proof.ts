import { MINUTE_MS } from '@minerx/rules/duration';
import type { HashrateSample } from '../../outside/hashrate/port.ts';
import { judge, isConfirmed, type CounterTrust } from './counter-trust.ts';
import { boundOfMs } from '@minerx/rules/device-bound';

/** The last usable answer: where the counter continues from. */
export type Answer = Pick<HashrateSample, 'at' | 'elapsedS' | 'epochId' | 'counterHashes' | 'instantThs'>;

/** What a device can do, and how often it is asked. */
export interface Limits {
  intervalMs: number;
  /** Hashes a second. */
  boundPerS: bigint;
}

/** Hashes that an answer proves, and since when; `since` null: since the last answer, whatever that time had been called. */
interface Proof {
  hashes: bigint;
  sinceS: number | null;
}

/** Samples farther apart than this many poll intervals prove nothing about the time between them. */
export const BRIDGE_INTERVALS = 3;
/** Momentary rates of answers farther apart say nothing against a counter. */
const RATE_REACH_MS = MINUTE_MS;
/** A counter may run ahead of our clock by this much: it moves in steps, and answers travel. */
const STEP_MS = MINUTE_MS;
/** Elapsed is told in whole seconds, and answers take their time. */
const CLOCK_MS = 2500;
const DRIFT = 0.001;

/**
 * What an answer proves of the time since the last one, never more than that: the counter's difference inside one run; the
 * total of a run that began after the last answer; the rate × time between answers close to each other. A run that began
 * before the last answer without being the one we know (another machine at the address, a clock that was set) brings nothing along.
 */
export const proveHashes = (
  last: Answer | null,
  sample: HashrateSample,
  trust: CounterTrust,
  where: Limits & { nowS: number; sinceS: number },
): Proof | null => {
  if (last === null) return proveOwnRun(sample, where.nowS - sample.elapsedS, where.sinceS, where);
  const passedMs = sample.at - last.at;
  if (passedMs <= 0) return null;
  const continued = proveContinued(last, sample, passedMs, trust, where);
  if (continued !== undefined) return continued === null ? null : { hashes: continued, sinceS: null };
  // Without a smaller `Elapsed` or counter it may as well be our clock that leapt: then the run is older than it seems.
  if (!hasRestarted(last, sample)) return null;
  return proveOwnRun(sample, where.nowS - sample.elapsedS, Math.floor(last.at / 1000), where);
};

/** Undefined: it is not the run of the last answer; null: it is, but nothing can be believed. */
const proveContinued = (
  last: Answer,
  sample: HashrateSample,
  passedMs: number,
  trust: CounterTrust,
  { intervalMs, boundPerS }: Limits,
): bigint | null | undefined => {
  const isSameRun = sample.epochId === last.epochId;
  const isNear = passedMs <= BRIDGE_INTERVALS * intervalMs;
  const rated = boundedRate(last, sample, passedMs, boundPerS);
  // Both clocks must agree that this much time has passed, or rate × time is a guess.
  const byRate = isNear && isSameRun && clocksAgree(last, sample, passedMs) ? rated : null;
  if (last.counterHashes === null || sample.counterHashes === null) return isSameRun ? byRate : undefined;
  const step = sample.counterHashes - last.counterHashes;
  const isPossible = step >= 0n && step <= boundOfMs(boundPerS, passedMs + STEP_MS);
  if (!isSameRun) {
    // Only `Elapsed` changed its mind (a clock was set, or it restarts while the counter goes on).
    return isNear && isPossible && rated !== null && isConfirmed(step, rated) ? step : undefined;
  }
  if (!isPossible) return byRate;
  if (rated === null || passedMs > RATE_REACH_MS) return trust.verdict === 'counter' ? step : byRate;
  const verdict = judge(trust, {
    ms: passedMs,
    counted: step,
    rated,
    lowThs: Math.min(last.instantThs, sample.instantThs),
    highThs: Math.max(last.instantThs, sample.instantThs),
    attested: sample.counterAttested,
    accepted: sample.accepted,
  });
  if (verdict === 'counter') return step;
  return verdict === 'rate' ? byRate : null;
};

/** The whole present run, when it began after `notBeforeS`. */
const proveOwnRun = (
  sample: HashrateSample,
  startS: number,
  notBeforeS: number,
  { intervalMs, boundPerS }: Limits,
): Proof | null => {
  if (sample.elapsedS < 0 || startS < notBeforeS - CLOCK_MS / 1000) return null;
  const sinceS = Math.max(startS, notBeforeS);
  const runMs = sample.elapsedS * 1000;
  // A run that seems to have begun a moment before the last answer counts from the answer on.
  const ownMs = Math.min(runMs, Math.max(0, sample.at - notBeforeS * 1000));
  const counter = sample.counterHashes;
  if (counter !== null && counter <= boundOfMs(boundPerS, runMs + CLOCK_MS)) {
    return { hashes: ownMs < runMs ? (counter * BigInt(ownMs)) / BigInt(runMs) : counter, sinceS };
  }
  const rated = runMs <= BRIDGE_INTERVALS * intervalMs ? rateOver(sample.instantThs, ownMs, boundPerS) : null;
  return rated === null ? null : { hashes: rated, sinceS };
};

const hasRestarted = (last: Answer, sample: HashrateSample): boolean =>
  sample.elapsedS < last.elapsedS ||
  (last.counterHashes !== null && sample.counterHashes !== null && sample.counterHashes < last.counterHashes);

const clocksAgree = (last: Answer, sample: HashrateSample, passedMs: number): boolean =>
  Math.abs((sample.elapsedS - last.elapsedS) * 1000 - passedMs) <= CLOCK_MS + DRIFT * passedMs;

const boundedRate = (last: Answer, sample: HashrateSample, ms: number, boundPerS: bigint): bigint | null =>
  rateOver((last.instantThs + sample.instantThs) / 2, ms, boundPerS);

/** Rates are read to a whole MH/s. A rate that no such device has proves nothing. */
const rateOver = (ths: number, ms: number, boundPerS: bigint): bigint | null => {
  if (!Number.isFinite(ths) || ths < 0) return null;
  const perSecond = BigInt(Math.round(ths * 1e6)) * 1_000_000n;
  return perSecond > boundPerS ? null : (perSecond * BigInt(Math.round(ms))) / 1000n;
};
