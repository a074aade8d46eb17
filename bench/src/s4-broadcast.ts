import '../../scripts/pinned-node.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { format, interleave, median, mustHold, percentile, row } from './measure/harness.ts';

/**
 * S4: one market message to ten thousand sockets of `/spot`, against a bare `ws` server that writes one prepared frame to each in a
 * loop: time until the last one has it, and processor time of the server. Meanwhile other requests are asked of both servers.
 */
const SOCKETS = 10_000;
const ROUNDS = 7;
const MESSAGES = 5;
const GOAL = 1.15;
const OTHERS_P99_MS = 15;
const OTHERS_EVERY_MS = 3;
const REST_MS = 500;

type Mode = 'ours' | 'bare';
type House = { server: ChildProcess; load: ChildProcess; port: number };

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const next = async <T>(child: ChildProcess): Promise<T> => (await once(child, 'message'))[0] as T;
const ask = async <T>(child: ChildProcess, question: object): Promise<T> => {
  const answer = next<T>(child);
  child.send(question);
  return answer;
};

const build = async (mode: Mode): Promise<House> => {
  const server = fork(join(import.meta.dirname, 'feed/broadcast-server.ts'), [mode]);
  const load = fork(join(import.meta.dirname, 'feed/broadcast-load.ts'));
  const { port } = await next<{ port: number }>(server);
  const { opened } = await ask<{ opened: number }>(load, { open: { port, count: SOCKETS } });
  mustHold(opened === SOCKETS, `${opened} of ${SOCKETS} sockets`);
  return { server, load, port };
};

const timeOther = (port: number, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked = performance.now();
    get({ port, host: '127.0.0.1', path: '/healthz', agent }, (response) => {
      response.resume().once('end', () => resolve(performance.now() - asked));
    }).once('error', reject);
  });

/** Asks one thing after the other until told to stop; how long each answer took, in milliseconds. */
const askOthers = (port: number): { stop(): Promise<number[]> } => {
  // An own one each time: a connection that rested would be closed by the server just when it is used again.
  const agent = new Agent({ keepAlive: true });
  const asked: Promise<number>[] = [];
  const timer = setInterval(() => asked.push(timeOther(port, agent)), OTHERS_EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      const all = await Promise.all(asked);
      agent.destroy();
      return all;
    },
  };
};

const message = (number: number): string =>
  JSON.stringify({ e: '24hrTicker', E: number, s: 'BTCUSDT', c: '95123.45000000', P: '-1.234' }).padEnd(120);

const lastMs: Record<Mode, number[]> = { ours: [], bare: [] };
const others: Record<Mode, number[]> = { ours: [], bare: [] };
/** The same questions while nothing is sent: what the machine itself makes them wait. */
const atRest: number[] = [];
let number = 1;

/** One message to all of them: milliseconds until the last one has it, and processor time in microseconds a socket. */
const tell = async ({ server, load }: House): Promise<{ lastMs: number; cpuUs: number }> => {
  await ask(load, { expect: true });
  const before = await ask<{ cpu: number }>(server, {});
  const arrived = next<{ at: number; heard: number }>(load);
  const { at } = await ask<{ at: number }>(server, { send: message(number++) });
  const { at: last, heard } = await arrived;
  mustHold(heard === SOCKETS, `${heard} of ${SOCKETS} heard it`);
  const after = await ask<{ cpu: number }>(server, {});
  await wait(200);
  return { lastMs: last - at, cpuUs: (after.cpu - before.cpu) / SOCKETS };
};

/** The median of a few messages; then a few more while other things are asked, which is no part of their processor time. */
const measure = async (mode: Mode, house: House): Promise<number> => {
  const cpu: number[] = [];
  for (let sent = 0; sent < MESSAGES; sent += 1) {
    const { lastMs: last, cpuUs } = await tell(house);
    lastMs[mode].push(last);
    cpu.push(cpuUs);
  }
  const resting = askOthers(house.port);
  await wait(REST_MS);
  atRest.push(...(await resting.stop()));
  const meanwhile = askOthers(house.port);
  for (let sent = 0; sent < MESSAGES; sent += 1) await tell(house);
  others[mode].push(...(await meanwhile.stop()));
  return median(cpu);
};

const houses: House[] = [];
try {
  const ours = await build('ours');
  houses.push(ours);
  const bare = await build('bare');
  houses.push(bare);
  await measure('ours', ours); // What has to be compiled first.
  await measure('bare', bare);
  for (const list of [lastMs, others]) for (const mode of ['ours', 'bare'] as const) list[mode] = [];
  const result = await interleave(
    ROUNDS,
    () => measure('ours', ours),
    () => measure('bare', bare),
  );
  const last = { ours: median(lastMs.ours), bare: median(lastMs.bare) };
  const p99 = { ours: percentile(others.ours, 0.99), bare: percentile(others.bare, 0.99) };
  row({
    id: 'S4',
    work: `one market message to ${SOCKETS} sockets of /spot`,
    reference: 'a bare ws loop writing one prepared frame',
    goal: `≤ ${GOAL} × time and CPU; other answers' p99 ≤ ${OTHERS_P99_MS} ms`,
    measured: [
      `${format(last.ours / last.bare)} × time (last delivery ${format(last.ours)} ms against ${format(last.bare)} ms)`,
      `${format(result.ratio)} × CPU (${format(median(result.ours))} µs against ${format(median(result.reference))} µs a socket)`,
      `other answers' p99 ${format(p99.ours)} ms against ${format(p99.bare)} ms, at rest ${format(percentile(atRest, 0.99))} ms`,
      `load ${format(loadavg()[0]!)} on ${cpus().length} cores`,
    ],
    reached: result.ratio <= GOAL && last.ours / last.bare <= GOAL && p99.ours <= OTHERS_P99_MS,
  });
} finally {
  for (const { server, load } of houses) {
    load.disconnect();
    server.disconnect();
  }
}
