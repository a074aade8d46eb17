import '../../scripts/pinned-node.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpus, loadavg } from 'node:os';
import { NETWORK } from '@minerx/rules/network';
import { payoutRound } from '../../apps/server/src/jobs/chain/payouts.ts';
import { payoutTestWorld, type PayoutTestWorld } from '../../apps/server/test/chain/payout-world.ts';
import type { Chain } from '../../apps/server/src/outside/chain/port.ts';
import { startCluster } from '../../faults/src/cluster.ts';
import { format, median, mustHold, percentile, row } from './measure/harness.ts';

const TOGETHER = 100;
const ALONE = 15;
const RATE_GOAL = 50;
const BROADCAST_GOAL_MS = 5000;
/** As the job has it, and as BNB Smart Chain makes blocks. */
const ROUND_MS = 1000;
const BLOCK_MS = 450;
const AMOUNT = 20_00000000n;

/** Notes when each signed transaction is told to the chain. */
const listening = (world: PayoutTestWorld): { told: Map<string, number>; worldOf: typeof world.world } => {
  const told = new Map<string, number>();
  const chains = new Map(
    [...world.world.chains].map(([network, chain]): [typeof network, Chain] => [
      network,
      {
        ...chain,
        broadcast: async (raw) => {
          if (!told.has(raw)) told.set(raw, performance.now());
          await chain.broadcast(raw);
        },
      },
    ]),
  );
  return { told, worldOf: { ...world.world, chains } };
};

const cluster = await startCluster();
try {
  const database = await cluster.database('bench_payouts');
  const world = await payoutTestWorld(database);
  await database.pool.query('UPDATE network SET confirmations = 15 WHERE id = $1', [NETWORK.BEP20]);
  const { told, worldOf } = listening(world);
  let isRunning = true;
  const [began, clockBegan] = [performance.now(), world.house.clock.at];
  const blocks = (async () => {
    for (; isRunning; await sleep(BLOCK_MS)) {
      world.house.clock.at = clockBegan + Math.round(performance.now() - began);
      world.stub.state.mine();
    }
  })();
  const job = (async () => {
    for (; isRunning; await sleep(ROUND_MS)) await payoutRound(worldOf);
  })();

  /** When each was told, by its withdrawal. */
  const toldOf = async (): Promise<Map<string, number>> => {
    const { rows } = await database.pool.query<{ id: string; raw: string }>(
      'SELECT payout_id AS id, raw FROM payout_attempt ORDER BY created_at DESC',
    );
    return new Map(rows.flatMap(({ id, raw }) => (told.has(raw) ? [[id, told.get(raw)!] as const] : [])));
  };
  const members: bigint[] = [];
  for (let n = 0; n < TOGETHER + ALONE; n += 1) members.push(await world.house.member({ USDT: '100' }));
  const approve = (n: number) => world.approvedWithdrawal(undefined, { member: members[n]!, amount: AMOUNT });

  const latencies: number[] = [];
  for (let n = 0; n < ALONE; n += 1) {
    const { id } = await approve(n);
    const since = performance.now();
    let at: number | undefined;
    while (at === undefined) {
      await sleep(50);
      at = (await toldOf()).get(id);
    }
    latencies.push(at - since);
    await sleep(ROUND_MS * Math.random());
  }
  const ids: string[] = [];
  for (let n = ALONE; n < members.length; n += 1) ids.push((await approve(n)).id);
  const since = performance.now();
  for (let left = ids.length; left > 0;) {
    await sleep(200);
    const known = await toldOf();
    left = ids.filter((id) => !known.has(id)).length;
  }
  const seconds = (Math.max(...(await toldOf()).values()) - since) / 1000;
  for (let open = 1; open > 0;) {
    await sleep(ROUND_MS);
    const { rows } = await database.pool.query<{ open: number }>(
      'SELECT count(*)::int AS open FROM payout WHERE status <> 3',
    );
    open = rows[0]!.open;
  }
  isRunning = false;
  await Promise.all([blocks, job]);
  const moves = world.stub.state.blocks.flatMap(({ receipts }) => receipts.flatMap(({ logs }) => logs)).length;
  mustHold(moves === members.length, 'each was sent once and arrived');
  const rate = (TOGETHER / seconds) * 60;
  row({
    id: 'S13',
    work: `coin payouts from one hot wallet: real sender and signer, durable books, a node in another process’s place; ${TOGETHER} approved at once, and ${ALONE} one by one`,
    reference: `none: a round a second and a block every ${BLOCK_MS} ms set the pace`,
    goal: `≥ ${RATE_GOAL} a minute; told to the chain ≤ ${BROADCAST_GOAL_MS / 1000} s after the approval`,
    measured: [
      `${format(rate)} a minute (${TOGETHER} in ${format(seconds)} s)`,
      `told after ${format(median(latencies))} ms, p95 ${format(percentile(latencies, 0.95))} ms, longest ${format(Math.max(...latencies))} ms`,
      `load of the machine meanwhile ${format(loadavg()[0]!)} on ${cpus().length} cores`,
    ],
    reached: rate >= RATE_GOAL && Math.max(...latencies) <= BROADCAST_GOAL_MS,
  });
  await world.close();
  await database.drop();
} finally {
  await cluster.stop();
}
