import '../../scripts/pinned-node.ts';
import { openStage, showSteps, type Stage } from '../../apps/server/test/model/history.ts';
import { historyOf, type Step } from '../../apps/server/test/model/steps.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { table, writePart } from './report.ts';

const [wanted = '10000', first = String(Date.now() % 1_000_000_000)] = process.argv.slice(2);
const RUNS = Number(wanted);
/** Histories are numbered from here: the same number is the same history. */
const FIRST = Number(first);
const COMMANDS = 50;
/** At once, each in a database of its own. */
const LANES = 6;
/** Rows that went leave room behind: so many histories, then a new database. */
const IN_ONE_DATABASE = 250;

/** Of each kind: how many were asked, and how many of them took place. */
const counts = new Map<string, { asked: number; done: number }>();
const failures: string[] = [];
let played = 0;
const begun = Date.now();

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const count = (name: string, done: boolean): void => {
  const before = counts.get(name) ?? { asked: 0, done: 0 };
  counts.set(name, { asked: before.asked + 1, done: before.done + Number(done) });
};
const problemOf = (stage: Stage, steps: readonly Step[], noted?: typeof count): Promise<Error | null> =>
  stage.play(steps, noted).then(
    () => null,
    (error: Error) => error,
  );

/** The same failure with as few commands as it needs. */
const shortened = async (stage: Stage, steps: readonly Step[]): Promise<readonly Step[]> => {
  let left = steps;
  for (let at = left.length - 1; at >= 0; at -= 1) {
    const without = left.toSpliced(at, 1);
    if ((await problemOf(stage, without)) !== null) left = without;
  }
  return left;
};

const playOne = async (stage: Stage, seed: number): Promise<void> => {
  const steps = historyOf(seed, COMMANDS);
  const problem = await problemOf(stage, steps, count);
  played += 1;
  if (problem === null) return;
  failures.push(String(seed));
  say(`history ${seed}: ${problem.message}\n${showSteps(await shortened(stage, steps))}`);
};

const playLane = async (cluster: Cluster, lane: number, seeds: Iterator<number>): Promise<void> => {
  for (let part = 0; ; part += 1) {
    const database = await cluster.database(`model_${lane}_${part}`);
    const stage = await openStage(database);
    for (let n = 0; n < IN_ONE_DATABASE; n += 1) {
      const { value, done } = seeds.next();
      if (!done) await playOne(stage, value);
      if (!done && played % 50 === 0) say(`${played} of ${RUNS} after ${Math.round((Date.now() - begun) / 1000)} s`);
      if (!done) continue;
      await stage.close();
      return database.drop();
    }
    await stage.close();
    await database.drop();
  }
};

const report = (): void => {
  const kinds = [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, { asked, done }]) => `${name} ${done}/${asked}`);
  const cells = [played, COMMANDS, `${FIRST} to ${FIRST + played - 1}`, failures.join(', ') || 'none'];
  writePart(
    'The ledger beside books kept on paper',
    `Random histories of three members on the real commands, the real database and a chain that can be taken back. Beside them books (\`apps/server/test/model\`) know
what each command must answer; after every command balances, holds, orders, stock, withdrawals, deposits, liquidity, NFTs and stakes are the same, and after every history all equations
hold and what the house got is what the books say. Servers end between and during commands: who heard nothing asks again under the same key.

${table(['histories', 'commands in each', 'numbers', 'histories with a difference'], [cells.map(String)])}

Commands that took place, of those that were asked: ${kinds.join(', ')}; in ${Math.round((Date.now() - begun) / 1000)} s.`,
  );
};

const cluster = await startCluster(undefined, true);
const seeds = Array.from({ length: RUNS }, (_, n) => FIRST + n).values();
let isStopping = false;
// What was played until then is reported.
process.once('SIGINT', () => void (isStopping = true));
const untilStopped: Iterator<number> = { next: () => (isStopping ? { value: undefined, done: true } : seeds.next()) };
try {
  await Promise.all(Array.from({ length: LANES }, (_, lane) => playLane(cluster, lane, untilStopped)));
  report();
} finally {
  await cluster.stop();
}
process.exit(failures.length === 0 ? 0 : 1);
