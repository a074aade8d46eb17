import type { FailureReason } from './failure.ts';

/** What an operator sees of a source: counted since the process started. Times are epoch milliseconds. */
export type SourceHealth = {
  sourceId: string;
  simulated: boolean;
  answered: number;
  failed: Partial<Record<FailureReason, number>>;
  lastAnswerAt: number | null;
  lastFailureAt: number | null;
  lastFailure: string | null;
};

/** Every adapter can be asked how it is doing. */
export type HasHealth = { health(): SourceHealth };

/** A clock in epoch milliseconds; `Date` itself fits. */
export type Clock = { now(): number };
