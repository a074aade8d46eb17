import { HOUR_MS, MINUTE_MS } from '@minerx/rules/duration';
import type { Context } from '../context.ts';
import { keepDaySeeds } from '../modules/blessing/draw/day-seed.command.ts';
import { recordPoolSight, recountStock, whenFreeDevicesAnswer } from '../modules/device/device-stock.command.ts';
import { reckonFleet } from '../modules/device/fleet.command.ts';
import { recordBtcPrice, recordMinuteCloses } from '../modules/market/market-price.command.ts';
import { keepLedgerMonths } from '../modules/ledger-month/ledger-month.command.ts';
import { proveHandSent } from '../modules/withdrawal/withdrawal-proof.command.ts';
import { recordNetworkTip } from '../modules/network/network-tip.command.ts';
import { sweepExpired } from '../modules/session/sweep.command.ts';
import { keepBalanceMarks } from '../modules/transaction/balance-mark.command.ts';
import { foldPastMinutes } from '../modules/telemetry/minute-fold.command.ts';
import { foldAllTeamDeltas } from '../modules/team/team-fold.command.ts';
import type { Job } from './clock.ts';
import { poolFigures, teamNight } from './daily.ts';
import { depositJobs } from './chain/deposits.ts';
import { endDueStakes, expireNftWithdrawals, expireWithdrawals, moveWaitingOrders } from './due.ts';
import { integrityJobs } from './integrity.ts';
import { payoutJobs } from './chain/payouts.ts';
import { reconciliationJobs } from './chain/reconciliation.ts';
import { sweepJobs } from './chain/sweeps.ts';
import { helpSettling, settleOpenDays } from './settlement.ts';

const SECOND = 1000;

/**
 * What runs by the clock: one more is one line, and `job:<name>` where a command asks who does it. Jobs with the lease run in one
 * process of several; the others may run in each, the locks of what they change keep them apart.
 */
export const scheduledJobs = (context: Context): Job[] => [
  // For estimates; settlement asks for the whole day itself.
  { name: 'network-tip', everyMs: MINUTE_MS, lease: true, run: () => recordNetworkTip(context) },
  { name: 'btc-price', everyMs: 10 * SECOND, lease: true, run: () => recordBtcPrice(context) },
  {
    name: 'minute-closes',
    everyMs: MINUTE_MS,
    firstAfterMs: 2000,
    lease: true,
    run: () => recordMinuteCloses(context),
  },
  { name: 'pool-figures', everyMs: 10 * SECOND, lease: true, run: poolFigures(context) },
  deviceStock(context),
  { name: 'fleet', everyMs: MINUTE_MS, firstAfterMs: 5 * SECOND, lease: true, run: () => reckonFleet(context) },
  // Commits to what draws today and tomorrow, and shows what drew the days that are over.
  { name: 'blessing-seeds', everyMs: 10 * MINUTE_MS, lease: true, run: () => keepDaySeeds(context) },
  // The collector first closes the gap that our own absence left.
  { name: 'settlement', everyMs: MINUTE_MS, firstAfterMs: 90 * SECOND, lease: true, run: settleOpenDays(context) },
  // A day of many orders is credited by all workers together.
  { name: 'settlement-help', everyMs: 2 * SECOND, lease: false, run: () => helpSettling(context) },
  ...depositJobs(context),
  ...payoutJobs(context),
  ...sweepJobs(context),
  ...reconciliationJobs(context),
  // A block of TRON's takes as long.
  { name: 'withdrawal-proof', everyMs: 3 * SECOND, lease: true, run: () => proveHandSent(context) },
  // A deadline is days away, and nobody waits for the minute.
  { name: 'nft-expiry', everyMs: 5 * MINUTE_MS, lease: true, run: () => expireNftWithdrawals(context) },
  { name: 'withdrawal-expiry', everyMs: 5 * MINUTE_MS, lease: true, run: () => expireWithdrawals(context) },
  { name: 'staking-end', everyMs: 30 * SECOND, lease: true, run: () => endDueStakes(context) },
  // Well below the five seconds within which a purchase shows in the team.
  { name: 'team-fold', everyMs: 500, lease: true, run: () => foldAllTeamDeltas(context.pool) },
  { name: 'team-night', everyMs: 15 * MINUTE_MS, firstAfterMs: 5 * MINUTE_MS, lease: true, run: teamNight(context) },
  {
    name: 'minute-fold',
    everyMs: HOUR_MS,
    firstAfterMs: 10 * MINUTE_MS,
    lease: true,
    run: () => foldPastMinutes(context),
  },
  { name: 'ledger-months', everyMs: HOUR_MS, firstAfterMs: MINUTE_MS, lease: true, run: keepLedgerMonths(context) },
  {
    name: 'balance-marks',
    everyMs: HOUR_MS,
    firstAfterMs: 2 * MINUTE_MS,
    lease: true,
    run: () => keepBalanceMarks(context),
  },
  ...integrityJobs(context),
  {
    name: 'placement',
    everyMs: 15 * SECOND,
    firstAfterMs: 15 * SECOND,
    lease: false,
    run: () => moveWaitingOrders(context),
  },
  { name: 'sweep', everyMs: HOUR_MS, firstAfterMs: MINUTE_MS, lease: false, run: () => sweepExpired(context) },
];

/** A pool that does not answer leaves its last word standing. */
const deviceStock = (context: Context): Job => ({
  name: 'device-stock',
  everyMs: MINUTE_MS,
  lease: true,
  run: async () => {
    try {
      await recordPoolSight(context);
    } finally {
      // Who waits for these machines waits for nothing else.
      if ((await recountStock(context)).length > 0) await moveWaitingOrders(context);
    }
  },
  hurriedBy: (hurry) => whenFreeDevicesAnswer(context, hurry),
});
