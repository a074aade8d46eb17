import { MINUTE_MS } from '@minerx/rules/duration';

/**
 * Whether a device's counter may be believed: over windows of some minutes it is held against the hashrates that the same device
 * tells, because a counter can stand still, count in another unit, or run twice as fast while the rate beside it is right.
 */

/** What one stretch between two answers says. */
interface CounterStretch {
  ms: number;
  /** By the counter. */
  counted: bigint;
  /** By the trapezoid of the rates at both ends. */
  rated: bigint;
  lowThs: number;
  highThs: number;
  /** Whether the device's own average over its whole run agrees with its counter. */
  attested: boolean;
  /** Shares that the pool accepted since the run began: that they go on is the sign of a device that really works. */
  accepted: number;
}

/**
 * - `counter` believed
 * - `rate`    the counter is wrong and the device works: its rate × time counts
 * - `none`    nothing that it says proves anything
 */
type Verdict = 'counter' | 'rate' | 'none';

export interface CounterTrust {
  verdict: Verdict;
  ms: number;
  counted: bigint;
  rated: bigint;
  lowThs: number;
  highThs: number;
  acceptedBefore: number | null;
}

/** Long enough that the noise of momentary rates evens out. */
const WINDOW_MS = 300_000;
/** A counter that runs half as fast again as the rates for this long is wrong, whatever the window would say. */
const RUNAWAY_MS = MINUTE_MS;
/** Counter and rates may differ by a twentieth. */
const TOLERANCE = 20n;
/** A window whose rates differ by more than this is no measure: the rates themselves lag behind. */
const STEADY = 0.8;

export const newTrust = (): CounterTrust => ({ verdict: 'counter', ...emptyWindow(), acceptedBefore: null });

const emptyWindow = (): Pick<CounterTrust, 'ms' | 'counted' | 'rated' | 'lowThs' | 'highThs'> => ({
  ms: 0,
  counted: 0n,
  rated: 0n,
  lowThs: Number.POSITIVE_INFINITY,
  highThs: 0,
});

/** Takes a stretch into the window and gives what is to be believed of it. */
export const judge = (trust: CounterTrust, stretch: CounterStretch): Verdict => {
  trust.acceptedBefore ??= stretch.accepted;
  trust.ms += stretch.ms;
  trust.counted += stretch.counted;
  trust.rated += stretch.rated;
  trust.lowThs = Math.min(trust.lowThs, stretch.lowThs);
  trust.highThs = Math.max(trust.highThs, stretch.highThs);
  const runsAway = trust.ms >= RUNAWAY_MS && trust.counted * 2n > trust.rated * 3n;
  if (runsAway || trust.ms >= WINDOW_MS) {
    if (runsAway || trust.lowThs >= trust.highThs * STEADY) trust.verdict = verdictOf(trust, stretch);
    Object.assign(trust, emptyWindow());
    trust.acceptedBefore = stretch.accepted;
  }
  // A counter that stands beside a live rate proves nothing, not even before the window has told; the average made of it stands with it.
  const stands = stretch.rated > 0n && stretch.counted * 2n < stretch.rated;
  const isAttested = stretch.attested && stretch.counted > 0n;
  return trust.verdict === 'counter' && stands && !isAttested ? 'none' : trust.verdict;
};

const verdictOf = ({ counted, rated, acceptedBefore }: CounterTrust, last: CounterStretch): Verdict => {
  if (agree(counted, rated)) return 'counter';
  if (counted > rated) return 'rate';
  // Two of its own figures against one, unless both only repeat what was.
  if (last.attested && counted > 0n) return 'counter';
  const isWorking = last.accepted > (acceptedBefore ?? last.accepted);
  return counted * 2n < rated && isWorking ? 'rate' : 'none';
};

const agree = (a: bigint, b: bigint): boolean => {
  const [low, high] = a < b ? [a, b] : [b, a];
  return (high - low) * TOLERANCE <= high;
};

/** Whether a counter's step is what the rates at its ends say, to a twentieth. */
export const isConfirmed = (counted: bigint, rated: bigint): boolean => rated > 0n && agree(counted, rated);
