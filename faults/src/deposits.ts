import '../../scripts/pinned-node.ts';
import { DEPOSIT_STATUS } from '@minerx/rules/deposit';
import pino from 'pino';
import { creditKeptDeposits } from '../../apps/server/src/jobs/chain/deposits.ts';
import { checkLedger } from '../../apps/server/test/whole/check-ledger.ts';
import { isOutsideFailure } from '../../apps/server/src/outside/failure.ts';
import { Refusal } from '../../apps/server/src/refusal.ts';
import {
  DEPOSIT_DOLLAR,
  DEPOSIT_KEYS,
  depositWorld,
  type Depositor,
  type DepositWorld,
} from '../../apps/server/test/chain/deposit-world.ts';
import type { Chain } from '../../apps/server/src/outside/chain/port.ts';
import type { Funnel } from '../../apps/server/src/ledger/funnel.ts';
import type { NodeFaults } from '../../simulators/src/chain/faulty-chain.ts';
import {
  calm,
  chance,
  disturb,
  NODES,
  oneOf,
  seedWeather,
  tellCounts,
  tellWeather,
  type Weather,
} from './chain-weather.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { killable, killablePool, untilKilled, type Knife } from './killable.ts';
import { table, writePart } from './report.ts';

const [wanted = '10000', seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2);
const COUNT = Number(wanted);
/** Of deposits in a run that must go wrong. */
const CONTROL_COUNT = Math.min(COUNT, 1000);
const DEPOSITORS = 50;
const MOST_AT_ONCE = 200;
const SCALE = 10n ** 10n;
const MINIMUM = 100_000_000n;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** How a run differs from the real thing. */
interface Kind {
  readonly name: string;
  readonly nodes: readonly Partial<NodeFaults>[];
  readonly count: number;
  /** What the scanner hears. */
  readonly hear?: (chain: Chain) => Chain;
  readonly confirmations: number;
  /** How often blocks are exchanged for others, and how many at most. */
  readonly exchanged?: number;
  readonly deepest?: number;
  /** Blocks behind the head that are final, where it is not the stub's own number. */
  readonly finalAfter?: number;
}

const REAL: Kind = { name: 'the scanner', nodes: NODES, count: COUNT, confirmations: 3 };
/** As on a chain that one machine orders and another makes final much later. */
const LATE = { nodes: NODES, count: CONTROL_COUNT, exchanged: 0.5, deepest: 30, finalAfter: 40 } as const;
const FAR: Kind = { ...LATE, name: 'the scanner, where finality is 40 blocks late', confirmations: 3 };
const CONTROL: Kind = {
  ...LATE,
  name: 'control: there, three times the confirmations are believed',
  confirmations: 9,
  hear: (chain) => ({ ...chain, finalized: async () => (await chain.head()).number }),
};

interface Seen extends Weather {
  rounds: number;
  twoWorkers: number;
  /** A second credit of the same transfer, which the database itself refuses. */
  refused: number;
  readonly knife: Knife;
}

const run = async (cluster: Cluster, kind: Kind, at: number) => {
  const database = await cluster.database(`deposits_${at}`);
  seedWeather(`${seed} ${kind.name}`);
  const world = await depositWorld(database, kind.nodes, seed);
  await database.pool.query('UPDATE network SET confirmations = $1 WHERE id = 2', [kind.confirmations]);
  const seen: Seen = { ...calm(), rounds: 0, twoWorkers: 0, refused: 0, knife: { share: 0.004, kills: 0 } };
  world.stub.state.finalAfter = kind.finalAfter ?? world.stub.state.finalAfter;
  const since = Date.now();
  const people: Depositor[] = [];
  for (let n = 0; n < DEPOSITORS; n += 1) people.push(await world.depositor());
  const worker = makeWorker(world, kind, seen);
  let paid = 0;
  for (let quiet = 0; quiet < 12; seen.rounds += 1) {
    for (let n = Math.min(oneOf(MOST_AT_ONCE), kind.count - paid); n > 0; n -= 1, paid += 1) {
      // A third is less than the minimum, and waits for more.
      const raw = chance(0.33)
        ? BigInt(1 + oneOf(9e8)) * 10n ** 9n + 7n
        : BigInt(1 + oneOf(50)) * 10n ** 18n + BigInt(oneOf(1e9));
      world.stub.state.pay(DEPOSIT_DOLLAR, people[oneOf(DEPOSITORS)]!.address, raw);
    }
    const two = chance(0.1);
    if (two) seen.twoWorkers += 1;
    await Promise.all(two ? [worker(), worker()] : [worker()]);
    disturb(world.stub, seen, kind.exchanged, kind.deepest);
    world.house.clock.at += 1000 + oneOf(10_000);
    if (paid === kind.count && (await isRead(world))) quiet += 1;
    if (seen.rounds % 50 === 0) say(`${kind.name}: round ${seen.rounds}, ${paid} paid`);
    if (seen.rounds > kind.count + 400) break;
  }
  const found = await verify(world);
  const counts = world.stub.counts;
  await world.close();
  await database.drop();
  return { kind, paid, ...found, seen, counts, seconds: Math.round((Date.now() - since) / 1000) };
};

/** A worker that may end before or after every question to a chain and every statement, and in whose commits the database may hang up. */
const makeWorker = (world: DepositWorld, { hear }: Kind, seen: Seen): (() => Promise<void>) => {
  const { knife } = seen;
  const pool = killablePool(world.house.pool, knife);
  const { clock } = world.house;
  const log = pino({ level: 'silent' });
  const reader = killable(hear ? hear(world.chain) : world.chain, knife);
  const fresh = () => ({ scan: world.scan({ pool, reader }), funnel: world.house.secondFunnel() as Funnel });
  const shared = fresh();
  let scan = shared.scan;
  return async () => {
    const before = knife.kills;
    const work = async (): Promise<void> => {
      for (let n = 0; n < 50 && (await scan.step()); n += 1);
      const funnel = killable(shared.funnel, knife);
      await creditKeptDeposits({ pool, clock, log, funnel, depositKeys: DEPOSIT_KEYS, doubted: new Map() }, reader);
    };
    await untilKilled(work(), (error) => {
      if ((error as { constraint?: string }).constraint === 'deposit_credited_once') seen.refused += 1;
      else if (!isOutsideFailure(error) && !(error instanceof Refusal)) throw error;
    });
    if (knife.kills > before) scan = world.scan({ pool, reader });
  };
};

/** Whether everything that stands on the chain is final and known. */
const isRead = async ({ house, stub }: DepositWorld): Promise<boolean> => {
  const { rows } = await house.pool.query<{ open: boolean }>(
    `SELECT block_number < $1 OR EXISTS (SELECT FROM deposit WHERE status = ${DEPOSIT_STATUS.SEEN}) AS open FROM chain_cursor`,
    [stub.state.head.number - stub.state.finalAfter],
  );
  const { head, finalAfter } = stub.state;
  return (
    !rows[0]!.open && stub.state.blocks.slice(head.number - finalAfter).every(({ receipts }) => receipts.length === 0)
  );
};

/** What the chain itself says was paid to each, beside what the books say was credited. */
const verify = async ({ house, stub }: DepositWorld) => {
  const onChain = new Map<string, { to: string; units: bigint }>();
  for (const { hash: block, receipts } of stub.state.blocks)
    for (const { hash, logs } of receipts)
      for (const { topics, data } of logs)
        onChain.set(`${block} ${hash}`, { to: `0x${topics[2]!.slice(-40)}`, units: BigInt(data) / SCALE });
  const { rows } = await house.pool.query<{ key: string; status: number; units: bigint; to: string }>(
    `SELECT block_hash || ' ' || tx_hash AS key, status, units, lower(address) AS to FROM deposit`,
  );
  const found = { stands: onChain.size, credited: 0, small: 0, twice: 0, notThere: 0, lost: 0, wrong: 0 };
  const times = new Map<string, number>();
  for (const { key, units } of rows.filter((row) => row.status === DEPOSIT_STATUS.CREDITED)) {
    const hash = key.split(' ')[1]!;
    times.set(hash, (times.get(hash) ?? 0) + 1);
    found.credited += 1;
    if (!onChain.has(key)) found.notThere += 1;
    else if (onChain.get(key)!.units !== units) found.wrong += 1;
  }
  found.twice = [...times.values()].filter((count) => count > 1).length;
  const known = new Map(rows.map((row) => [row.key, row]));
  const waiting = new Map<string, bigint>();
  for (const [key, { to, units }] of onChain) {
    const row = known.get(key);
    if (row?.status === DEPOSIT_STATUS.KEPT) {
      found.small += 1;
      waiting.set(to, (waiting.get(to) ?? 0n) + units);
    } else if (row?.status !== DEPOSIT_STATUS.CREDITED) {
      say(`there and not credited: ${key} ${row === undefined ? 'unknown' : row.status}`);
      found.lost += 1;
    }
  }
  // Enough together, and not credited all the same.
  found.lost += [...waiting.values()].filter((units) => units >= MINIMUM).length;
  const broken = (await checkLedger(house.pool)).filter(({ violations }) => violations > 0n);
  for (const { name, examples } of broken) say(`broken: ${name} ${examples.join(', ')}`);
  return { ...found, broken: broken.length };
};

type Found = Awaited<ReturnType<typeof run>>;
const wrongs = ({ twice, notThere, lost, wrong, broken, seen }: Found): number =>
  twice + notThere + lost + wrong + broken + seen.refused;

const report = (all: readonly Found[]): void => {
  const head = [
    'run',
    'paid',
    'stand on the chain',
    'credited',
    'wait for their minimum',
    'credited twice',
    'second credits that the database refused',
    'credited and not there',
    'there and not credited',
    'another amount',
    'equations',
  ];
  const rows = all.map(
    ({ kind, paid, stands, credited, small, twice, notThere, lost, wrong, broken, seen: { refused } }) =>
      [
        kind.name,
        paid,
        stands,
        credited,
        small,
        twice,
        refused,
        notThere,
        lost,
        wrong,
        broken === 0 ? 'all hold' : `${broken} broken`,
      ].map(String),
  );
  const [{ seen, seconds, counts }] = all as [Found];
  writePart(
    'Deposits (T60)',
    `Transfers to the addresses of ${DEPOSITORS} members, followed by the real scanner over three nodes of one chain stub, two bad and one that lies, and credited by the real command. Between rounds the
chain stands still, mines, takes up to three blocks back (30 where finality is late), and forgets what waits. The worker ends before or after any statement and any question, and sometimes there are two. In the end the chain itself is
asked what was paid. The control must go wrong: it shows that this would be seen.

${table(head, rows)}

What happened (seed ${seed}): ${seen.rounds} rounds in ${seconds} s, ${seen.knife.kills} workers ended, ${seen.twoWorkers} rounds with two of them, ${tellWeather(seen)}; requests: ${tellCounts(counts)}.`,
  );
};

const cluster = await startCluster(undefined, true);
let isRight = false;
try {
  const all: Found[] = [];
  for (const [at, kind] of [REAL, FAR, CONTROL].entries()) {
    const found = await run(cluster, kind, at);
    say(JSON.stringify({ ...found, kind: kind.name }));
    all.push(found);
  }
  report(all);
  isRight = all.every((found) => (found.kind === CONTROL ? wrongs(found) > 0 : wrongs(found) === 0));
} finally {
  await cluster.stop();
}
process.exit(isRight ? 0 : 1);
