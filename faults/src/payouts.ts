import '../../scripts/pinned-node.ts';
import { payoutRound } from '../../apps/server/src/jobs/chain/payouts.ts';
import { checkLedger } from '../../apps/server/test/whole/check-ledger.ts';
import { KILLED, payoutTestWorld, type PayoutTestWorld } from '../../apps/server/test/chain/payout-world.ts';
import {
  calm,
  chance,
  disturb,
  LIAR_ALONE,
  NODES,
  oneOf,
  seedWeather,
  tellCounts,
  tellWeather,
} from './chain-weather.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { table, writePart } from './report.ts';

const KILL_SHARE = 0.004;
const [wanted = '10000', what = 'nfts', seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2);
const COUNT = Number(wanted);
/** Nodes of this machine answer within it or not at all: a lost answer costs no two seconds of waiting. */
const PATIENCE_MS = 250;
/** In a run that must go wrong. */
const CONTROL_COUNT = Math.min(COUNT, 300);

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Receivers whose contract takes nothing, from the start or only after the transaction was told. */
const REFUSING = '0x00000000000000000000000000000000000000aa';
const TURNING = '0x00000000000000000000000000000000000000bb';
/** Of fifty, one of each. */
const RECEIVERS: Partial<Record<number, string>> = { 7: REFUSING, 23: TURNING };
const AT_ONCE = 50;

/** What was asked for, and by which mark the chain's own logs show that it moved. */
interface Asked {
  readonly id: string;
  readonly mark: string;
}

interface Noun {
  readonly title: string;
  readonly sentence: string;
  ask(world: PayoutTestWorld, n: number, member: bigint): Promise<Asked>;
  readonly table: string;
}

const NOUNS: Readonly<Record<string, Noun>> = {
  nfts: {
    title: 'Payouts (T61)',
    sentence: 'Approved NFT withdrawals',
    table: 'nft_withdrawal',
    ask: async (world, n, member) => {
      const { id, token } = await world.approvedNft(RECEIVERS[n % AT_ONCE], member);
      return { id, mark: String(token) };
    },
  },
  coins: {
    title: 'Payouts of coins (T61)',
    sentence: 'Approved withdrawals of coins',
    table: 'withdrawal',
    ask: async (world, n, member) => {
      // Amounts differ, so that those to the same receiver are told apart.
      const amount = BigInt(10_00000000 + n);
      const { id } = await world.approvedWithdrawal(RECEIVERS[n % AT_ONCE], { member, amount });
      return { id, mark: String(amount * 10n ** 10n) };
    },
  },
};
const noun = NOUNS[what]!;

interface Kind {
  readonly name: string;
  readonly nodes: typeof NODES;
  readonly count: number;
}
const REAL: Kind = { name: 'the sender', nodes: NODES, count: COUNT };
const CONTROL: Kind = {
  name: 'control: it believes one node, the one that lies',
  nodes: LIAR_ALONE,
  count: CONTROL_COUNT,
};

const newTally = () => ({ ...calm(), kills: 0, rounds: 0, twoWorkers: 0, faults: 0 });
type Tally = ReturnType<typeof newTally>;

/** A worker that may be killed at every step. */
const work = async (world: PayoutTestWorld, tally: Tally): Promise<void> => {
  const checkpoint = (): void => {
    if (!chance(KILL_SHARE)) return;
    tally.kills += 1;
    throw new Error(KILLED);
  };
  await payoutRound(world.world, { checkpoint }).catch((error: Error) => {
    if (error.message !== KILLED) throw error;
  });
};

const openPayouts = async (world: PayoutTestWorld): Promise<number> => {
  const { rows } = await world.house.pool.query<{ open: number }>(
    `SELECT (SELECT count(*) FROM ${noun.table} w WHERE w.status = 1 AND NOT EXISTS (SELECT FROM payout p WHERE p.id = w.id))::int
          + (SELECT count(*) FROM payout WHERE status NOT IN (3, 9))::int AS open`,
  );
  return rows[0]!.open;
};

/** How often each left the hot wallet, by the chain itself. */
const movesByMark = (world: PayoutTestWorld): Map<string, number> => {
  const moves = new Map<string, number>();
  for (const { receipts } of world.stub.state.blocks)
    for (const { logs } of receipts)
      for (const { topics, data } of logs) {
        const mark = String(BigInt(topics[3] ?? data));
        moves.set(mark, (moves.get(mark) ?? 0) + 1);
      }
  return moves;
};

const verify = async (world: PayoutTestWorld, asked: readonly Asked[]) => {
  const { rows } = await world.house.pool.query<{ id: string; status: number; cause: string | null }>(
    'SELECT id, status, cause FROM payout',
  );
  const payouts = new Map(rows.map((row) => [row.id, row]));
  const moves = movesByMark(world);
  const found = { sent: 0, refused: 0, reverted: 0, replaced: 0, open: 0, doubled: 0, wronglyRefunded: 0, unpaid: 0 };
  for (const { id, mark } of asked) {
    const moved = moves.get(mark) ?? 0;
    const { status, cause } = payouts.get(id) ?? { status: 0, cause: null };
    if (moved > 1) found.doubled += 1;
    if (status === 3) found[moved === 0 ? 'unpaid' : 'sent'] += 1;
    else if (status !== 9) found.open += 1;
    else if (moved > 0) found.wronglyRefunded += 1;
    else found[cause as 'refused'] += 1;
  }
  const broken = (await checkLedger(world.house.pool)).filter(({ violations }) => violations > 0n);
  for (const { name, examples } of broken) say(`broken: ${name} ${examples.join(', ')}`);
  return { ...found, broken: broken.length };
};

/** So many wait at a time: whoever stops the campaign early has those that it asked for ended, and counted. */
const WAITING_AT_MOST = 200;
let isStopping = false;
process.once('SIGINT', () => void (isStopping = true));

/** Asks for the next of a run until as many wait as may. */
const asking = async (world: PayoutTestWorld, count: number) => {
  const asked: Asked[] = [];
  const members = await Promise.all(Array.from({ length: AT_ONCE }, () => world.house.member({ USDT: '1000000' })));
  const isOver = (): boolean => isStopping || asked.length >= count;
  const fill = async (open: number): Promise<void> => {
    for (let room = WAITING_AT_MOST - open; room > 0 && !isOver(); room -= AT_ONCE) {
      const batch = Array.from({ length: Math.min(AT_ONCE, count - asked.length) }, (_, i) => asked.length + i);
      asked.push(...(await Promise.all(batch.map((n) => noun.ask(world, n, members[n % AT_ONCE]!)))));
    }
  };
  return { asked, fill, isOver };
};

const run = async (cluster: Cluster, kind: Kind, at: number) => {
  const database = await cluster.database(`payouts_${at}`);
  seedWeather(`${seed} ${kind.name}`);
  const world = await payoutTestWorld(database, kind.nodes, { seed, timeoutMs: PATIENCE_MS });
  const { state } = world.stub;
  await database.pool.query('UPDATE network SET confirmations = 3');
  await database.pool.query(`UPDATE asset_network SET daily_limit_units = 9e16 WHERE wallet_id = 1`);
  state.refusing.add(REFUSING);
  const begun = Date.now();
  isStopping = false;
  const tally = newTally();
  const { asked, fill, isOver } = await asking(world, kind.count);
  const most = kind === REAL ? kind.count * 4 + 400 : kind.count * 2;
  for (let open = 0; (open > 0 || !isOver()) && tally.rounds < most; open = await openPayouts(world)) {
    tally.rounds += 1;
    await fill(open);
    const two = chance(0.1);
    if (two) tally.twoWorkers += 1;
    const workers = two ? [work(world, tally), work(world, tally)] : [work(world, tally)];
    for (const { status, reason } of (await Promise.allSettled(workers)) as PromiseRejectedResult[]) {
      if (status !== 'rejected') continue;
      if (kind === REAL) throw reason;
      tally.faults += 1;
    }
    if (chance(0.5)) state.refusing.delete(TURNING);
    else state.refusing.add(TURNING);
    disturb(world.stub, tally);
    world.house.clock.at += 1000 + oneOf(15_000) + (chance(0.02) ? 70_000 : 0);
    if (tally.rounds % 50 === 0) say(`${kind.name}: round ${tally.rounds}, ${asked.length} asked, ${open} open`);
  }
  const found = await verify(world, asked);
  const counts = world.stub.counts;
  await world.close();
  await database.drop();
  return { kind, asked: asked.length, ...found, tally, counts, seconds: Math.round((Date.now() - begun) / 1000) };
};

type Found = Awaited<ReturnType<typeof run>>;
const wrongs = ({ doubled, wronglyRefunded, unpaid, broken }: Found): number =>
  doubled + wronglyRefunded + unpaid + broken;

const report = (all: readonly Found[]): void => {
  const head = [
    'run',
    'payouts',
    'sent',
    'given back (refused, reverted, number lost)',
    'no end',
    'sent twice',
    'given back and sent',
    'said to be sent and not',
    'equations',
  ];
  const rows = all.map((found) => {
    const ways = `${found.refused}, ${found.reverted}, ${found.replaced}`;
    const books = found.broken === 0 ? 'all hold' : `${found.broken} broken`;
    const { kind, asked, sent, open, doubled, wronglyRefunded, unpaid } = found;
    return [kind.name, asked, sent, ways, open, doubled, wronglyRefunded, unpaid, books].map(String);
  });
  const [{ tally, seconds, counts }] = all as [Found];
  writePart(
    noun.title,
    `${noun.sentence}, sent by the real sender and signer over three nodes of one chain stub: two lose requests and answers, do things twice, refuse what they take and lag; one lies.
Between rounds the chain stands still, mines, takes up to three blocks back and forgets what waits; one receiver in fifty refuses, one changes its mind. The worker is ended at random steps, and sometimes there are two.
The control must go wrong: it shows that this would be seen.

${table(head, rows)}

What happened (seed ${seed}): ${tally.rounds} rounds in ${seconds} s, ${Math.round(process.cpuUsage().user / 1e6)} s of a processor in its process, ${tally.kills} workers ended, ${tally.twoWorkers} rounds with two of them, ${tellWeather(tally)}; requests: ${tellCounts(counts)}.`,
  );
};

const cluster = await startCluster(undefined, true);
let isRight = false;
try {
  const all: Found[] = [];
  for (const [at, kind] of [REAL, CONTROL].entries()) {
    const found = await run(cluster, kind, at);
    say(JSON.stringify({ ...found, kind: kind.name }));
    all.push(found);
  }
  report(all);
  isRight = wrongs(all[0]!) + all[0]!.open === 0 && wrongs(all[1]!) > 0;
} finally {
  await cluster.stop();
}
process.exit(isRight ? 0 : 1);
