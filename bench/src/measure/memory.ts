import '../../../scripts/pinned-node.ts';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startSimulator } from '../../../simulators/src/spawn.ts';
import type { FeedLoadResult } from '../feed/feed-load.ts';
import { format, mustHold, startCluster } from './harness.ts';
import { makeMiningWorld, type DevicePlace } from '../world/mining-world.ts';

/**
 * Resident memory of the whole server with 1 000 connections of the miner feed and 10 000 miners polled every ten seconds.
 * Not a row of the goals' table; prints its figure and fails above the limit.
 */
const CONNECTIONS = 1000;
const DEVICES = 10_000;
const LIMIT_MB = 300;
/** Node lets its heap grow to several times what is alive while memory is plenty; these make it collect sooner. Empty: as it comes. */
const FLAGS = (process.env['FLAGS'] ?? '--min-semi-space-size=8 --max-semi-space-size=8 --heap-growing-percent=20')
  .split(' ')
  .filter(Boolean);
const MINUTES = Number(process.env['MINUTES'] ?? 2);

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const cluster = await startCluster();
const fleet = await startSimulator('fleet', ['--devices', String(DEVICES), '--outages-per-mille', '0']);
try {
  const devices = (await fleet.ask('/devices')) as DevicePlace[];
  const world = await makeMiningWorld(cluster.url, 'bench_memory', { orders: DEVICES, devices });
  const server = fork(join(import.meta.dirname, 'memory-server.ts'), [world.url, world.sessionSecret], {
    execArgv: FLAGS,
  });
  const load = fork(join(import.meta.dirname, '../feed/feed-load.ts'));
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  const connections = world.serials
    .flatMap((serials, member) => serials.map((serial) => ({ token: world.tokens[member]!, serial })))
    .slice(0, CONNECTIONS);
  load.send({ open: { port, connections } });
  await once(load, 'message');
  let most = 0;
  let polled = 0;
  for (let second = 0; second < MINUTES * 60; second += 10) {
    load.send({ count: 9000 });
    const [{ received }] = (await once(load, 'message')) as [FeedLoadResult];
    mustHold(received >= CONNECTIONS * 5, `${received} messages in 9 s`);
    server.send({});
    const [{ rss, counts, heapUsed, heapTotal, external }] = (await once(server, 'message')) as [
      {
        rss: number;
        heapUsed: number;
        heapTotal: number;
        external: number;
        counts: { answered: number; lateRounds: number };
      },
    ];
    most = Math.max(most, rss);
    polled = counts.answered;
    console.log(
      `${second + 10} s: ${format(rss / 1e6)} MB (heap ${format(heapUsed / 1e6)} of ${format(heapTotal / 1e6)}, outside it ${format(external / 1e6)}), ${polled} answers, ${counts.lateRounds} late rounds`,
    );
    await wait(1000);
  }
  mustHold(polled >= DEVICES * MINUTES * 3, `${polled} answers of ${DEVICES} miners`);
  load.disconnect();
  server.disconnect();
  console.log(
    `memory with ${CONNECTIONS} sockets and ${DEVICES} miners: ${format(most / 1e6)} MB at most, limit ${LIMIT_MB} (node ${FLAGS.join(' ')})`,
  );
  if (most / 1e6 > LIMIT_MB) process.exitCode = 1;
} finally {
  await fleet.stop();
  await cluster.stop();
}
