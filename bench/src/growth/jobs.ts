import type { Pool } from 'pg';
import { HIGHEST_ID, LOWEST_ID } from '../../../apps/server/src/base/ids.ts';
import type { Context } from '../../../apps/server/src/context.ts';
import { scheduledJobs } from '../../../apps/server/src/jobs/schedule.ts';
import { clearLoginAttemptsIn } from '../../../apps/server/src/modules/attempt/attempt.store.ts';
import { listDueOrders } from '../../../apps/server/src/modules/settlement/settlement.query.ts';
import { listToAsk } from '../../../apps/server/src/modules/device/device-identity.query.ts';
import { TODAY } from '../world/grown-world.ts';

/** Equations, nightly sums and the list of the fleet ask of everything there is, and take longer the more there is: `docs/decisions/048`. */
const OF_THE_WHOLE = new Set(['fleet', 'integrity', 'integrity-slow', 'integrity-guard', 'team-night']);

type Work = (context: Context) => Promise<unknown>;

/** Work of jobs that a world at rest would not show. */
const WITH_WORK: Record<string, (db: Pool) => Promise<unknown>> = {
  'job settlement: 200 orders due': (db) =>
    listDueOrders(db, '2026-11-20', { afterId: LOWEST_ID, untilId: HIGHEST_ID }, 200),
  'job collector: machines to ask': (db) => listToAsk(db, [1, 2], { single: new Date(0), doubled: new Date(0) }, 50),
  'a right password': (db) =>
    clearLoginAttemptsIn(db as unknown as Parameters<typeof clearLoginAttemptsIn>[0], 'pepper', `m1@x.org of ${TODAY}`),
};

/** What stands before what leaves is asked twice a minute. Here nothing holds, so each of its slices is told whole. */
export const runGuards: Work = (context) =>
  scheduledJobs(context)
    .find(({ name }) => name === 'integrity-guard')!
    .run();

/** Every job of the schedule, as it runs when all that was due is done, and what is above. */
export const jobsOf = (context: Context): [name: string, work: Work][] => [
  ...scheduledJobs(context)
    .filter(({ name }) => !OF_THE_WHOLE.has(name))
    .map(({ name }): [string, Work] => [
      `job ${name}`,
      (at) =>
        scheduledJobs(at)
          .find((job) => job.name === name)!
          .run(),
    ]),
  ...Object.entries(WITH_WORK).map(([name, ask]): [string, Work] => [name, ({ pool }) => ask(pool)]),
];
