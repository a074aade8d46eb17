import '../../scripts/pinned-node.ts';
import { cpus, loadavg } from 'node:os';
import { reckonFleet } from '../../apps/server/src/modules/device/fleet.command.ts';
import { startGrownServer, type GrownServer } from './growth/grown-server.ts';
import { keepBalanceMarks } from '../../apps/server/src/modules/transaction/balance-mark.command.ts';
import { questionsAt, type Question } from './lists/questions.ts';
import { clusterCpuMs } from './measure/cpu.ts';
import { costOf, listenToStatements } from './measure/explained.ts';
import { format, median, mustHold, row, startCluster } from './measure/harness.ts';
import { makeListWorld } from './world/list-world.ts';

/** `ROWS=100000 npm run bench -- s15` is a tenth of the goal's world, in a tenth of the time; `LIST=audit` one list alone. */
const LARGE = Number(process.env['ROWS'] ?? 1_000_000);
const SMALL = 1000;
const ONLY = process.env['LIST'] ?? '';
const GOAL_MS = 50;
/** Ticks of /proc are ten milliseconds: this often, and a call is known to the half of one. */
const CALLS = Number(process.env['CALLS'] ?? 20);
/** A page that grows by less is as quick as before: the rest is one row more on it. */
const SOUND_MS = 10;

listenToStatements();
const cluster = await startCluster();
const servers: GrownServer[] = [];

/** @returns how many rows came; null where they did not within the time that a statement has */
const ask = async (server: GrownServer, { list, asked }: Question): Promise<number | null> => {
  server.nextMinute();
  const answer = await server.http.inject({
    method: 'GET',
    url: `/api/operator/${list}?${new URLSearchParams(asked)}`,
    headers: { authorization: 'Bearer probe' },
  });
  if (answer.statusCode === 503) return null;
  mustHold(answer.statusCode === 200, `${list} answered ${answer.statusCode}: ${answer.payload.slice(0, 300)}`);
  const { result } = JSON.parse(answer.payload) as { result: { rows?: unknown[] } };
  return result.rows?.length ?? 0;
};

/** Processor time of server and database for one answer. */
const cpuOf = async (server: GrownServer, question: Question): Promise<number> => {
  await ask(server, question);
  const began = { server: process.cpuUsage(), database: clusterCpuMs(cluster.dataDir) };
  for (let n = 0; n < CALLS; n += 1) await ask(server, question);
  const { user, system } = process.cpuUsage(began.server);
  return ((user + system) / 1000 + clusterCpuMs(cluster.dataDir) - began.database) / CALLS;
};

const nameOf = ({ list, asked }: Question): string => `${list} ${new URLSearchParams(asked)}`.trim();

try {
  for (const [name, rows] of [
    ['bench_lists_small', SMALL],
    ['bench_lists_large', LARGE],
  ] as const) {
    const began = performance.now();
    const server = await startGrownServer(await makeListWorld(cluster.url, name, rows));
    servers.push(server);
    const placed = performance.now();
    await reckonFleet(server.context);
    const reckoned = performance.now();
    await keepBalanceMarks(server.context);
    console.log(
      `the fleet reckoned in ${format((reckoned - placed) / 1000)} s, balances marked in ${format((performance.now() - reckoned) / 1000)} s`,
    );
    console.log(`${rows} rows made in ${format((performance.now() - began) / 1000)} s`);
  }
  const [small, large] = servers as [GrownServer, GrownServer];
  const asked = questionsAt(LARGE).map((question, place) => ({ question, alike: questionsAt(SMALL)[place]! }));
  const costs: { name: string; ms: number; ratio: number }[] = [];
  const slow: string[] = [];
  for (const { question, alike } of asked.filter(({ question: { list } }) => list.includes(ONLY))) {
    const name = nameOf(question);
    const found = await ask(large, question);
    if (found === null) {
      console.log(`${name}: no answer`);
      slow.push(`${name}: no answer`);
      continue;
    }
    mustHold(question.finds === 'little' || found > 0 || question.list === 'waiting', `${name} finds nothing`);
    const few = await cpuOf(small, alike);
    const isOver = (ms: number): boolean => ms > GOAL_MS || ms - few > SOUND_MS;
    // What else the database server does meanwhile, such as its own vacuum, only adds to it.
    let ms = await cpuOf(large, question);
    for (let again = 0; again < 2 && isOver(ms); again += 1) ms = Math.min(ms, await cpuOf(large, question));
    const ratio = ms / few;
    const isSlow = isOver(ms);
    const line = `${name}: ${format(ms)} ms against ${format(few)} ms (${found} rows)`;
    const { worst } = isSlow ? await costOf(large.client, () => ask(large, question)) : { worst: '' };
    console.log(isSlow ? `${line} SLOW: ${worst}` : line);
    costs.push({ name, ms, ratio });
    if (isSlow) slow.push(`${line}: ${worst}`);
  }
  const worst = costs.reduce((most, cost) => (cost.ms > most.ms ? cost : most));
  row({
    id: 'S15',
    work: `every list of the console whose rows grow with the house, with each filter, from its first row and from its middle (${costs.length} questions), ${LARGE} rows in every table behind them: processor time of server and database for a page`,
    reference: `the same with ${SMALL} rows`,
    goal: `≤ ${GOAL_MS} ms each; at most ${SOUND_MS} ms more than with ${SMALL}`,
    measured: [
      `longest ${format(worst.ms)} ms (${worst.name}), median ${format(median(costs.map(({ ms }) => ms)))} ms, ${format(median(costs.map(({ ratio }) => ratio)))} × in the median`,
      ...(slow.length === 0 ? ['none is slower'] : slow),
      `load of the machine meanwhile ${format(loadavg()[0]!)} on ${cpus().length} cores`,
    ],
    reached: slow.length === 0,
  });
} finally {
  for (const server of servers) await server.stop();
  await cluster.stop();
}
