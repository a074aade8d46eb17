import type { Context } from '../context.ts';
import { ADVISORY_LOCK } from '../db/advisory-locks.ts';
import type { Role } from '../env.ts';
import { blessingSeedsJob } from './blessing-seeds.ts';
import { createSchedule } from './clock.ts';
import { startCollector, type CollectorInput } from './collector.ts';
import { deviceStockJob } from './device-stock.ts';
import { integrityGuardJob, integrityJob } from './integrity.ts';
import { createLeadership } from './leadership.ts';
import { marketPriceJobs } from './market-price.ts';
import { networkTipJob } from './network-tip.ts';
import { nftExpiryJob } from './nft-expiry.ts';
import { startOrderLinks } from './order-links.ts';
import { outboxTopics } from './outbox-topics.ts';
import { startOutboxWorker } from './outbox.ts';
import { startPlacement } from './placement.ts';
import { poolFiguresJob } from './pool-figures.ts';
import { settlementJob } from './settlement.ts';
import { stakingEndJob } from './staking.ts';
import { startSweeper } from './sweep.ts';
import { teamFoldJob, teamNightJob } from './team.ts';

export interface Jobs {
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
  input: { collector?: CollectorInput } = {},
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
    schedule.add(networkTipJob(context));
    for (const job of marketPriceJobs(context)) schedule.add(job);
    schedule.add(poolFiguresJob(context));
    schedule.add(deviceStockJob(context));
    schedule.add(blessingSeedsJob(context));
    schedule.add(settlementJob(context));
    schedule.add(nftExpiryJob(context));
    schedule.add(stakingEndJob(context));
    schedule.add(teamFoldJob(context));
    schedule.add(teamNightJob(context));
    schedule.add(integrityJob(context));
    schedule.add(integrityGuardJob(context));
    const others = [
      startOutboxWorker(context, outboxTopics(context)),
      startPlacement(context),
      startOrderLinks(context),
      startSweeper(context),
    ];
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
