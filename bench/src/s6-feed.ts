import '../../scripts/pinned-node.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { FeedLoadResult } from './feed/feed-load.ts';
import { format, interleave, median, mustHold, row, startCluster } from './measure/harness.ts';
import { makeMiningWorld } from './world/mining-world.ts';

/**
 * S6: connections of the miner feed, each of an own serial, one message a second, sessions and ownership checked in the
 * database, against a bare `ws` server that sends the same. CPU of the server for each message.
 */
const CONNECTIONS = 5000;
const SECONDS = 6;
const ROUNDS = 5;
const GOAL = 1.5;
const P99_MS = 20;
const ATTEMPTS = 4;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const answerOf = async <T>(child: ChildProcess, question: object): Promise<T> => {
  const heard = once(child, 'message');
  child.send(question);
  return (await heard)[0] as T;
};

const cluster = await startCluster();
try {
  const devices = Array.from({ length: CONNECTIONS }, (_, n) => ({ serial: `D${n}`, host: '127.0.0.1', port: 4028 }));
  const world = await makeMiningWorld(cluster.url, 'bench_s6', { orders: CONNECTIONS, devices });
  const connections = world.serials.flatMap((serials, member) =>
    serials.map((serial) => ({ token: world.tokens[member]!, serial })),
  );
  const seen: Record<'ours' | 'bare', FeedLoadResult[]> = { ours: [], bare: [] };
  const cores: number[] = [];

  /** A machine that others keep busy starves a server for seconds; such a round says nothing of either and is run again. */
  const measure = async (mode: 'ours' | 'bare'): Promise<number> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await measureOnce(mode);
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        console.log(`${mode} again: ${(error as Error).message}`);
      }
    }
  };

  const measureOnce = async (mode: 'ours' | 'bare'): Promise<number> => {
    const server = fork(join(import.meta.dirname, 'feed/feed-server.ts'), [mode, world.url, world.sessionSecret]);
    const load = fork(join(import.meta.dirname, 'feed/feed-load.ts'));
    try {
      const [{ port }] = (await once(server, 'message')) as [{ port: number }];
      const { opened } = await answerOf<{ opened: number }>(load, { open: { port, connections } });
      mustHold(opened === CONNECTIONS, `${opened} of ${CONNECTIONS} connections`);
      await wait(2500);
      const before = await answerOf<{ cpu: number }>(server, {});
      const result = await answerOf<FeedLoadResult>(load, { count: SECONDS * 1000 });
      const after = await answerOf<{ cpu: number; skipped: number }>(server, {});
      mustHold(result.received >= CONNECTIONS * (SECONDS - 1), `${result.received} messages in ${SECONDS} s`);
      mustHold(after.skipped === 0 && result.gaps === 0, `${after.skipped} skipped, ${result.gaps} gaps`);
      console.log(`${mode}: p50 ${format(result.p50Ms)} ms, p99 ${format(result.p99Ms)} ms`);
      seen[mode].push(result);
      if (mode === 'ours') cores.push((after.cpu - before.cpu) / SECONDS / 10_000);
      return (after.cpu - before.cpu) / result.received;
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
  const p99 = (mode: 'ours' | 'bare'): number => median(seen[mode].map(({ p99Ms }) => p99Ms));
  row({
    id: 'S6',
    work: `${CONNECTIONS} connections of the miner feed, each an own serial, a message a second, ownership checked`,
    reference: 'bare ws sending the same',
    goal: `≤ ${GOAL} × CPU, 0 dropped, p99 ≤ ${P99_MS} ms`,
    measured: [
      `${format(result.ratio)} × CPU`,
      `${format(median(result.ours))} µs against ${format(median(result.reference))} µs a message (${format(median(cores))} % of a core)`,
      '0 dropped',
      `p99 ${format(p99('ours'))} ms against ${format(p99('bare'))} ms`,
    ],
    reached: result.ratio <= GOAL && p99('ours') <= P99_MS,
  });
} finally {
  await cluster.stop();
}
