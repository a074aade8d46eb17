import type { Context } from '../context.ts';
import { ADVISORY_LOCK } from '../db/advisory-locks.ts';
import type { Role } from '../env/env.ts';
import { createSchedule } from './clock.ts';
import { startCollector, type CollectorInput } from './collector/collector.ts';
import { createLeadership } from './leadership.ts';
import { startOrderLinks } from './order-links.ts';
import { outboxQueues } from './outbox-topics.ts';
import { dueTicker, startOutboxWorker, type OutboxHandler } from './outbox.ts';
import { LONG_WORK } from '../modules/operator/long-work.command.ts';
import { scheduledJobs } from './schedule.ts';

interface Jobs {
  /** Ends in order: nothing new is begun, what runs is finished, measured minutes are written. */
  stop(): Promise<void>;
}

/**
 * Starts what the roles ask for: `collector` polls the miners; `worker` keeps prices and the chain's tip, records the pool's
 * figures, settles days, ends stakes, folds team figures up, moves orders as their devices answer or stock comes, and works the outbox
 * off. Of several workers one runs the jobs by the clock; the others may run everywhere.
 */
export const startJobs = (
  context: Context,
  roles: ReadonlySet<Role>,
  input: { collector?: CollectorInput; longWork?: OutboxHandler } = {},
): Jobs => {
  const stops: (() => unknown)[] = [];
  if (roles.has('collector')) {
    const collector = startCollector(context, input.collector);
    stops.push(() => collector.stop());
  }
  if (roles.has('worker')) {
    const { pool, log } = context;
    const lease = createLeadership({ pool, log, lock: ADVISORY_LOCK.worker, name: 'worker' });
    const schedule = createSchedule(log, () => lease.isLeader());
    for (const job of scheduledJobs(context)) schedule.add(job);
    const { longWork } = input;
    const topics = [...outboxQueues(context), ...(longWork ? [{ [LONG_WORK]: longWork }] : [])];
    const ticker = dueTicker(context);
    const queues = topics.map((handlers) => startOutboxWorker(context, handlers, ticker));
    const others = [...queues, startOrderLinks(context)];
    stops.push(...others.map((job) => () => job.stop()), async () => {
      await schedule.stop();
      await lease.stop();
    });
  }
  return {
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
};
