import '../../scripts/pinned-node.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { format, interleave, median, mustHold, row, startCluster } from './measure/harness.ts';
import { makeMiningWorld } from './world/mining-world.ts';

/**
 * S5: resident memory of a server for each idle socket of a signed-in member, against a bare `ws` server with as many. Garbage is
 * collected before each reading; what the kernel holds for a socket is in neither.
 */
const SOCKETS = 10_000;
const ROUNDS = 5;
const GOAL = 1.5;
const KB_GOAL = 10;
const SETTLE_MS = 3000;

type Mode = 'ours' | 'bare';
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const ask = async <T>(child: ChildProcess, question: object): Promise<T> => {
  const heard = once(child, 'message');
  child.send(question);
  return (await heard)[0] as T;
};

const cluster = await startCluster();
try {
  const devices = [{ serial: 'D0', host: '127.0.0.1', port: 4028 }];
  const world = await makeMiningWorld(cluster.url, 'bench_s5', { orders: SOCKETS, devices });
  const connections = world.serials.flatMap((serials, member) =>
    serials.map((serial) => ({ token: world.tokens[member]!, serial })),
  );

  /** Bytes for each socket. */
  const measure = async (mode: Mode): Promise<number> => {
    const server = fork(join(import.meta.dirname, 'feed/feed-server.ts'), [mode, world.url, world.sessionSecret], {
      execArgv: ['--expose-gc'],
    });
    const load = fork(join(import.meta.dirname, 'feed/feed-load.ts'));
    try {
      const [{ port }] = (await once(server, 'message')) as [{ port: number }];
      await wait(SETTLE_MS);
      const before = await ask<{ rss: number }>(server, {});
      const { opened } = await ask<{ opened: number }>(load, { open: { port, connections, idle: true } });
      mustHold(opened === SOCKETS, `${opened} of ${SOCKETS} signed in`);
      await wait(SETTLE_MS);
      const after = await ask<{ rss: number }>(server, {});
      return (after.rss - before.rss) / SOCKETS;
    } finally {
      load.disconnect();
      server.disconnect();
      await Promise.all([once(load, 'exit'), once(server, 'exit')]);
    }
  };

  const result = await interleave(
    ROUNDS,
    () => measure('ours'),
    () => measure('bare'),
  );
  const kb = { ours: median(result.ours) / 1000, bare: median(result.reference) / 1000 };
  row({
    id: 'S5',
    work: `memory of an idle socket of a signed-in member, ${SOCKETS} of them`,
    reference: 'bare ws with as many',
    goal: `≤ ${GOAL} × and ≤ ${KB_GOAL} kB`,
    measured: [`${format(result.ratio)} ×`, `${format(kb.ours)} kB against ${format(kb.bare)} kB`],
    reached: result.ratio <= GOAL && kb.ours <= KB_GOAL,
  });
} finally {
  await cluster.stop();
}
