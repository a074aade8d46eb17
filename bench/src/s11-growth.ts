import '../../scripts/pinned-node.ts';
import { cpus, loadavg } from 'node:os';
import type { Pool, PoolClient } from 'pg';
import { createPool } from '../../apps/server/src/db/pool.ts';
import { clearLoginAttemptsIn } from '../../apps/server/src/modules/attempt/attempt.store.ts';
import { findDashboard, listWaitingOrders, listWeek } from '../../apps/server/src/modules/dashboard/dashboard.query.ts';
import { listPicks } from '../../apps/server/src/modules/blessing/blessing.query.ts';
import { listDeposits } from '../../apps/server/src/modules/deposit/deposit.query.ts';
import { listToAsk } from '../../apps/server/src/modules/device/device-identity.query.ts';
import { listNfts, listSendableNfts, listShowcase } from '../../apps/server/src/modules/nft/nft.query.ts';
import {
  findOrder,
  listLiveOrders,
  listOrders,
  listQueuedOrders,
} from '../../apps/server/src/modules/order/order.query.ts';
import { listProvisionalDays, listReceipts, listRewards } from '../../apps/server/src/modules/order/reward.query.ts';
import { listDueWaitingOrders } from '../../apps/server/src/modules/order/waiting-order.query.ts';
import { findProfile } from '../../apps/server/src/modules/profile/profile.query.ts';
import { listOpenSessions } from '../../apps/server/src/modules/session/session.query.ts';
import { sweepExpired } from '../../apps/server/src/modules/session/sweep.command.ts';
import { listDaysToCorrect } from '../../apps/server/src/modules/settlement/correction.query.ts';
import { LOWEST_ID } from '../../apps/server/src/base/ids.ts';
import { listDueOrders, listOpenDays } from '../../apps/server/src/modules/settlement/settlement.query.ts';
import { listDueStakes, listStakes } from '../../apps/server/src/modules/staking/staking.query.ts';
import { findSources } from '../../apps/server/src/modules/system/system.query.ts';
import { findFigures, listFirstLevel, sumStanding } from '../../apps/server/src/modules/team/team.query.ts';
import { hashrateSeries } from '../../apps/server/src/modules/telemetry/telemetry.query.ts';
import { findTicket, listMessages, listTickets } from '../../apps/server/src/modules/ticket/ticket.query.ts';
import { readTransactions } from '../../apps/server/src/modules/transaction/transaction.query.ts';
import { listDueWithdrawals, listWithdrawals } from '../../apps/server/src/modules/withdrawal/withdrawal.query.ts';
import { costOf, type Cost } from './measure/explained.ts';
import { format, median, mustHold, row, startCluster } from './measure/harness.ts';
import { makeGrownWorld, PROBE, probeId, TODAY } from './world/grown-world.ts';

/** `MEMBERS=100000 npm run bench -- s11` is a tenth of the goal's world, in a tenth of the time. */
const LARGE = Number(process.env['MEMBERS'] ?? 1_000_000);
const SMALL = Math.min(10_000, LARGE / 10);
const ROUNDS = 9;
const RATIO_GOAL = 1.3;
/** Of a table that is a few pages large each row is found on one of them, by an index of a large one after three or four. */
const PAGES_GOAL = 4;
const FEW_PAGES = 20;
/** Below this both are as quick as the way to the database and back. */
const SOUND_MS = 1;

const FIRST_PAGE = { page: 1, pageSize: 8 };
const now = new Date(`${TODAY}T12:00:00Z`);
const order = probeId('order');

/** Every one of them asks for as much in a small world as in a large one. */
const WORK: Record<string, (db: Pool) => Promise<unknown>> = {
  'orders, a page': (db) => listOrders(db, PROBE, FIRST_PAGE),
  'orders, page 3': (db) => listOrders(db, PROBE, { page: 3, pageSize: 8 }),
  'an order': (db) => findOrder(db, PROBE, order),
  'live orders': (db) => listLiveOrders(db, PROBE),
  'orders that wait': (db) => listQueuedOrders(db, PROBE),
  'dashboard sums': (db) => findDashboard(db, PROBE, TODAY),
  'dashboard week': (db) => listWeek(db, PROBE, TODAY),
  'dashboard, not settled': (db) => listWaitingOrders(db, PROBE, TODAY),
  'rewards of an order': (db) => listRewards(db, order, FIRST_PAGE),
  'days not settled of an order': (db) => listProvisionalDays(db, order, TODAY),
  receipts: (db) => listReceipts(db, PROBE, null, 100),
  'hashrate of an order': (db) => hashrateSeries(db, order, new Date(now.getTime() - 86_400_000), now),
  'movements by id': (db) => readTransactions(db, PROBE, [probeId('deposit')]),
  NFTs: (db) => listNfts(db, PROBE, FIRST_PAGE),
  'NFT showcase': (db) => listShowcase(db),
  tickets: (db) => listTickets(db, PROBE, FIRST_PAGE),
  'a ticket': (db) => findTicket(db, PROBE, probeId('ticket')),
  'messages of a ticket': (db) => listMessages(db, probeId('ticket')),
  picks: (db) => listPicks(db, PROBE, FIRST_PAGE),
  stakes: (db) => listStakes(db, PROBE, FIRST_PAGE),
  withdrawals: (db) => listWithdrawals(db, PROBE, FIRST_PAGE),
  deposits: (db) => listDeposits(db, PROBE, FIRST_PAGE),
  profile: (db) => findProfile(db, PROBE),
  devices: (db) => listOpenSessions(db, PROBE, now.getTime()),
  'team figures': (db) => findFigures(db, PROBE),
  'first level': (db) => listFirstLevel(db, PROBE, null),
  'standing totals': (db) => sumStanding(db, PROBE),
  sources: (db) => findSources(db),
  'job: days to settle': (db) => listOpenDays(db, '2026-10-12', TODAY),
  'job: days to correct': (db) => listDaysToCorrect(db, '2026-10-12'),
  'job: orders due, 200': (db) => listDueOrders(db, '2026-11-20', LOWEST_ID, 200),
  'job: hourly sweep': (db) =>
    sweepExpired({ pool: db, expiryClock: { now: () => Date.parse(TODAY) } } as unknown as Parameters<
      typeof sweepExpired
    >[0]),
  'job: stakes due': (db) => listDueStakes(db, now, 100),
  'job: waiting orders due': (db) => listDueWaitingOrders(db, now, 100),
  'job: withdrawals due': (db) => listDueWithdrawals(db, now, 100),
  'job: NFTs to send': (db) => listSendableNfts(db, 100),
  'job: machines to ask': (db) => listToAsk(db, [1, 2], { single: new Date(0), doubled: new Date(0) }, 50),
  'a right password': (db) =>
    clearLoginAttemptsIn(db as unknown as Parameters<typeof clearLoginAttemptsIn>[0], 'pepper', 'm1@x.org'),
};

const cluster = await startCluster();
const pools: Pool[] = [];
const clients: PoolClient[] = [];
try {
  const sizes: number[] = [];
  for (const [name, members] of [
    ['bench_small', SMALL],
    ['bench_large', LARGE],
  ] as const) {
    const began = performance.now();
    const pool = createPool(await makeGrownWorld(cluster.url, name, members), { max: 1 });
    pools.push(pool);
    const client = await pool.connect();
    clients.push(client);
    const { rows } = await client.query<{ size: string }>('SELECT pg_database_size(current_database())::text AS size');
    sizes.push(Number(rows[0]!.size));
    console.log(
      `${members} members: ${format(sizes.at(-1)! / 1e6)} MB, made in ${format((performance.now() - began) / 1000)} s`,
    );
  }
  const [small, large] = [clients[0]!, clients[1]!];
  const grown: string[] = [];
  const ratios: number[] = [];
  for (const [name, work] of Object.entries(WORK)) {
    const costs: { small: Cost; large: Cost }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const cost = { small: await costOf(small, work), large: await costOf(large, work) };
      if (round > 0) costs.push(cost); // The first only warms.
    }
    // The best of all rounds: what else the machine does only adds to it.
    const msOf = (which: 'small' | 'large') => Math.min(...costs.map((cost) => cost[which].ms));
    const [before, after] = [costs.at(-1)!.small, costs.at(-1)!.large];
    const ratio = msOf('large') / msOf('small');
    mustHold(after.ms >= 0 && after.buffers >= 0, `${name} was not measured`);
    const isSlower = ratio > RATIO_GOAL && msOf('large') - msOf('small') > SOUND_MS;
    const isGrown = isSlower || after.buffers > PAGES_GOAL * before.buffers + FEW_PAGES;
    const line = `${name}: ${format(ratio)} × (${format(msOf('large'))} ms, ${after.buffers} pages, against ${format(msOf('small'))} ms, ${before.buffers})`;
    console.log(isGrown ? `${line} GROWS: ${after.worst}` : line);
    ratios.push(ratio);
    if (isGrown) grown.push(`${line}: ${after.worst}`);
  }
  row({
    id: 'S11b',
    work: `${ratios.length} questions of members and jobs at ${LARGE} members, ${LARGE * 0.3} orders, ${LARGE * 3} rewards, ${LARGE * 5} postings; their statements in process`,
    reference: `the same questions, with answers of the same size, at ${SMALL} members`,
    goal: `≤ ${RATIO_GOAL} × each, where more than the way to the database is measured`,
    measured: [
      `median ${format(median(ratios))} ×`,
      ...(grown.length === 0 ? ['none grows'] : grown.map((line) => `grows: ${line}`)),
      `${format(sizes[1]! / LARGE / 1000)} kB a member with all that is theirs`,
      `load of the machine meanwhile ${format(loadavg()[0]!)} on ${cpus().length} cores`,
    ],
    reached: grown.length === 0,
  });
} finally {
  for (const client of clients) client.release();
  for (const pool of pools) await pool.end();
  await cluster.stop();
}
