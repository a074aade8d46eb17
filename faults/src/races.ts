import '../../scripts/pinned-node.ts';
import { LEDGER_TABLES } from '../../apps/server/src/composition/ledger-tables.ts';
import { lockKinds } from '../../apps/server/src/ledger/batch.ts';
import { startCluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import { table, writePart } from './report.ts';
import { AT_ONCE, judge, SERIES } from './series.ts';
import type { Series } from './series.ts';
import { openWorld } from './world.ts';
import type { World } from './world.ts';

const ROUNDS = Number(process.argv[2] ?? 200);
/** Rounds of each race with a lock removed. */
const CARELESS_ROUNDS = Number(process.argv[3] ?? 10);

interface Outcome {
  readonly rounds: number;
  /** What went wrong → in how many rounds. */
  readonly wrong: ReadonlyMap<string, number>;
  readonly broken: readonly string[];
  readonly ordersMade: string;
}

const race = async (world: World, series: Series, rounds: number): Promise<Outcome> => {
  const wrong = new Map<string, number>();
  const shotsOf = await series.prepare(world, rounds);
  const orders = async (): Promise<bigint> =>
    (await world.house.pool.query<{ n: bigint }>('SELECT count(*) AS n FROM miner_order')).rows[0]!.n;
  let made = 0n;
  for (let round = 0; round < rounds; round += 1) {
    const shots = await shotsOf(round);
    const before = await orders();
    const problem = judge(series, await world.fire(shots));
    made += (await orders()) - before;
    if (problem !== null) wrong.set(problem, (wrong.get(problem) ?? 0) + 1);
  }
  return { rounds, wrong, broken: await world.broken(), ordersMade: String(made) };
};

const timesOf = (wrong: ReadonlyMap<string, number>): number => [...wrong.values()].reduce((sum, n) => sum + n, 0);

const measureRaces = async (cluster: Cluster): Promise<boolean> => {
  const world = await openWorld(cluster, 'races', { connections: AT_ONCE });
  const rows: string[][] = [];
  let clean = true;
  try {
    for (const series of SERIES) {
      const since = performance.now();
      const { rounds, wrong, broken, ordersMade } = await race(world, series, ROUNDS);
      clean &&= wrong.size === 0 && broken.length === 0;
      const cells = [
        series.name,
        `${rounds} × ${AT_ONCE}`,
        `${rounds - timesOf(wrong)} of ${rounds}${wrong.size > 0 ? ` (${[...wrong.keys()].join('; ')})` : ''}`,
        ordersMade,
        broken.length === 0 ? 'all hold' : `**${broken.join(', ')}**`,
      ];
      rows.push(cells);
      console.log(`${cells.join(' | ')} | ${((performance.now() - since) / 1000).toFixed(0)} s`);
    }
  } finally {
    await world.stop();
  }
  const head = [
    'what may succeed once',
    'requests',
    'rounds with exactly the allowed number',
    'orders made',
    'equations',
  ];
  writePart(
    'Races (T3)',
    `Two server processes on one database, ${AT_ONCE} connections, half to each. All requests of a round lie at the servers but for
their last byte, then all last bytes leave in one turn of the loop. After each series every equation of the ledger is checked.

${table(head, rows)}`,
  );
  return clean;
};

const LOCK_KINDS = lockKinds(LEDGER_TABLES);

/** Each lock alone; and those behind the stock row together with it, because the stock row keeps others from them. */
const REMOVED: readonly (readonly string[])[] = [
  ...LOCK_KINDS.map((kind) => [kind]),
  ['stock', 'vouchers'],
  ['stock', 'devices'],
  LOCK_KINDS,
];

/** How a race without locks was caught; null when it was not. */
const tryCareless = async (world: World, series: Series, allBroken: Set<string>): Promise<string | null> => {
  try {
    const { wrong, broken, rounds } = await race(world, series, CARELESS_ROUNDS);
    for (const name of broken) allBroken.add(name);
    if (wrong.size === 0 && broken.length === 0) return null;
    return `${series.name} (${timesOf(wrong)} of ${rounds} rounds: ${[...wrong.keys()].join(', ') || 'right numbers, wrong books'})`;
  } catch (error) {
    return `${series.name} (could not go on: ${(error as Error).message.slice(0, 80)})`;
  }
};

const measureCareless = async (cluster: Cluster): Promise<void> => {
  const rows: string[][] = [];
  for (const [n, unlocked] of REMOVED.entries()) {
    const seen: string[] = [];
    const allBroken = new Set<string>();
    const faults = new Set<string>();
    let world: World | undefined;
    const closeWorld = async (): Promise<void> => {
      for (const server of world?.servers ?? []) for (const fault of server.faults) faults.add(fault);
      await world?.stop();
      world = undefined;
    };
    for (const [index, series] of SERIES.entries()) {
      world ??= await openWorld(cluster, `careless_${n}_${index}`, { connections: AT_ONCE, unlocked });
      const told = await tryCareless(world, series, allBroken);
      if (told === null) continue;
      seen.push(told);
      // What is broken would spoil the next race.
      await closeWorld();
    }
    await closeWorld();
    const name = unlocked.length === LOCK_KINDS.length ? 'all' : unlocked.join(' and ');
    rows.push([
      name,
      seen.length > 0 ? 'yes' : 'no',
      seen.join('; ') || '–',
      [...allBroken].join(', ') || '–',
      [...faults].join('; ') || '–',
    ]);
    console.log(rows.at(-1)!.join(' | '));
  }
  const head = ['lock removed', 'caught', 'by which race', 'equations that broke', 'what refused to go on'];
  writePart(
    'Races with locks removed on purpose (T3)',
    `The same servers, put together without some locks, ${CARELESS_ROUNDS} rounds of every race, on a new database after each that was caught.

${table(head, rows)}

A lock that is not caught alone stands behind the stock row: every command that takes vouchers or devices, or cancels,
locks the stock row of its line first, so that one is enough; removed together with it, it is caught.`,
  );
};

const cluster = await startCluster();
try {
  const clean = ROUNDS > 0 ? await measureRaces(cluster) : true;
  if (CARELESS_ROUNDS > 0) await measureCareless(cluster);
  if (!clean) process.exitCode = 1;
} finally {
  await cluster.stop();
}
