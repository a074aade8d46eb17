import type { EpochMemory } from './port.ts';

/** Reading and answering takes time and both clocks drift: a start may move by this much between two polls of one run. */
const toleranceMs = 10_000;
const driftPerMs = 0.001;

/**
 * Names the run of the device's program that a reading belongs to: the one remembered when `elapsedS`, the counter and
 * the start computed from them all continue it, else a new one. A device that restarted while we were blind and has
 * run longer than before is found by its start, which then lies elsewhere.
 */
export const epochOf = (
  reading: { at: number; elapsedS: number; counterHashes: bigint | null },
  before: EpochMemory | null,
): string => {
  const startedAt = reading.at - reading.elapsedS * 1000;
  if (before && reading.elapsedS >= before.elapsedS && !counterFell(reading.counterHashes, before.counterHashes)) {
    const moved = Math.abs(startedAt - (before.at - before.elapsedS * 1000));
    if (moved <= toleranceMs + driftPerMs * Math.abs(reading.at - before.at)) return before.epochId;
  }
  return String(Math.floor(startedAt / 1000));
};

const counterFell = (now: bigint | null, before: bigint | null): boolean =>
  now !== null && before !== null && now < before;
