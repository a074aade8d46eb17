import type { PollFailureReason, PollResult } from './port.ts';

/** Counted since the poller was made. */
export type PollerCounts = {
  polled: number;
  answered: number;
  failed: Record<PollFailureReason, number>;
  /** How often each named repair was needed. */
  repairs: Record<string, number>;
  /** Devices left out of a round because their last poll had not ended. */
  skipped: number;
  /** Rounds cut short after twice the interval: too many slow devices for the concurrency given. */
  lateRounds: number;
  rounds: number;
  inFlight: number;
  /** `onResult` or `devices` threw: a sample is lost to the consumer or the list is the old one; the poller goes on. */
  consumerErrors: number;
  lastConsumerError: string | null;
};

export const newCounts = (): PollerCounts => ({
  polled: 0,
  answered: 0,
  failed: { refused: 0, unreachable: 0, timeout: 0, parse: 0, truncated: 0, denied: 0 },
  repairs: {},
  skipped: 0,
  lateRounds: 0,
  rounds: 0,
  inFlight: 0,
  consumerErrors: 0,
  lastConsumerError: null,
});

export const count = (counts: PollerCounts, result: PollResult): void => {
  if (!result.ok) {
    counts.failed[result.reason] += 1;
    return;
  }
  counts.answered += 1;
  for (const name of result.sample.repairs) counts.repairs[name] = (counts.repairs[name] ?? 0) + 1;
};

/** Runs what the consumer gave us; a failure there is counted and must not end the polling of all other devices. */
export const guarded = (counts: PollerCounts, run: () => void): void => {
  try {
    run();
  } catch (error) {
    counts.consumerErrors += 1;
    counts.lastConsumerError = error instanceof Error ? error.message : String(error);
  }
};
