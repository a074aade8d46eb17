import type { Logger } from 'pino';
import { traced } from '../base/tracing.ts';
import { isOutsideFailure } from '../outside/failure.ts';

export interface Job {
  name: string;
  everyMs: number;
  /** Wait before the first run; by default it runs at once. */
  firstAfterMs?: number;
  /** Listens for what makes it due before its time; gives what ends that. */
  hurriedBy?(hurry: () => void): () => void;
  /** Whether only the process that has the lease runs it. */
  lease: boolean;
  run(): Promise<unknown>;
}

/** Runs jobs by the clock, each never twice at a time. A job that fails is logged and runs again when it is due. */
interface Schedule {
  add(job: Job): void;
  /** Starts nothing more and waits for what runs. */
  stop(): Promise<void>;
}

const ASK_AGAIN_MS = 1000;
/** What makes a job due seldom comes alone: the miners of a delivery answer within a round of polls. */
const HURRIED_AFTER_MS = 3000;

/** A stop that waits longer says for what. */
const LATE_END_MS = 5000;

/** @param hasLease asked before each run of a job that needs it: one of several processes has it. */
export const createSchedule = (
  log: Logger,
  hasLease: () => boolean,
  hurriedAfterMs: number = HURRIED_AFTER_MS,
): Schedule => {
  /** Of those that wait. */
  const timers = new Map<Job, NodeJS.Timeout>();
  const running = new Map<Promise<void>, string>();
  /** Are to run before their time. */
  const hurried = new Set<Job>();
  const subscriptions: (() => void)[] = [];
  let stopped = false;

  const plan = (job: Job, afterMs: number): void => {
    if (stopped) return;
    timers.set(
      job,
      setTimeout(() => {
        timers.delete(job);
        // Whoever takes over the lease does the work soon, not a whole interval later.
        if (job.lease && !hasLease()) return plan(job, Math.min(job.everyMs, ASK_AGAIN_MS));
        hurried.delete(job);
        const run = runOnce(log, job).finally(() => {
          running.delete(run);
          plan(job, hurried.has(job) ? soon(job) : job.everyMs);
        });
        running.set(run, job.name);
      }, afterMs),
    );
  };

  const soon = (job: Job): number => Math.min(job.everyMs, hurriedAfterMs);

  const hurry = (job: Job): void => {
    if (hurried.has(job)) return;
    hurried.add(job);
    const timer = timers.get(job);
    if (timer === undefined) return;
    clearTimeout(timer);
    plan(job, soon(job));
  };

  return {
    add: (job) => {
      plan(job, job.firstAfterMs ?? 0);
      if (job.hurriedBy !== undefined) subscriptions.push(job.hurriedBy(() => hurry(job)));
    },
    stop: async () => {
      stopped = true;
      for (const unsubscribe of subscriptions) unsubscribe();
      for (const timer of timers.values()) clearTimeout(timer);
      const late = setTimeout(() => log.warn({ jobs: [...running.values()] }, 'jobs do not end'), LATE_END_MS);
      await Promise.all(running.keys());
      clearTimeout(late);
    },
  };
};

const runOnce = (log: Logger, job: Job): Promise<void> =>
  traced('job', job.name, async (span) => {
    try {
      await job.run();
    } catch (error) {
      span.fail(error);
      // Sources outside fail every day and tell it themselves; everything else is ours to look at.
      if (isOutsideFailure(error)) log.warn({ job: job.name, err: error }, 'source did not answer');
      else log.error({ job: job.name, err: error }, 'job failed');
    }
  });
