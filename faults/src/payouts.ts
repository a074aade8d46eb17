import { NETWORK } from '@minerx/rules/network';
import type { NodeFaults } from '../../simulators/src/faulty-chain.ts';
import { payoutRound } from '../../apps/server/src/jobs/payouts.ts';
import { checkLedger } from '../../apps/server/src/modules/integrity/integrity.query.ts';
import { KILLED, payoutTestWorld, type PayoutTestWorld } from '../../apps/server/test/payout-world.ts';
import { startCluster } from './cluster.ts';
import { table, writePart } from './report.ts';

/** Three nodes of one chain: two are merely bad, and one lies. What two of three say is believed. */
const NODES: Partial<NodeFaults>[] = [
  { loseRequest: 0.005, loseAnswer: 0.01, twice: 0.1, refuse: 0.05, stale: 0.02 },
  { loseRequest: 0.005, loseAnswer: 0.01, twice: 0.1, refuse: 0.05, stale: 0.02 },
  { loseAnswer: 0.02, lie: 0.25 },
];
const KILL_SHARE = 0.004;
const [wanted = '10000'] = process.argv.slice(2);
const count = Number(wanted);

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const chance = (share: number): boolean => Math.random() < share;
const oneOf = (limit: number): number => Math.floor(Math.random() * limit);

const happened = { kills: 0, reorganisations: 0, forgotten: 0, standstills: 0, rounds: 0, twoWorkers: 0 };

/** Receivers whose contract takes nothing, from the start or only after the transaction was told. */
const REFUSING = '0x00000000000000000000000000000000000000aa';
const TURNING = '0x00000000000000000000000000000000000000bb';

const RECEIVERS: Partial<Record<number, string>> = { 7: REFUSING, 23: TURNING };
const AT_ONCE = 50;

type Asked = Awaited<ReturnType<PayoutTestWorld['approvedNft']>>;

/** A worker that may be killed at every step. */
const work = async (world: PayoutTestWorld): Promise<void> => {
  const checkpoint = (): void => {
    if (!chance(KILL_SHARE)) return;
    happened.kills += 1;
    throw new Error(KILLED);
  };
  await payoutRound(world.world, { checkpoint }).catch((error: Error) => {
    if (error.message !== KILLED) throw error;
  });
};

/** What a bad day of a chain brings between two rounds. */
const disturb = (world: PayoutTestWorld): void => {
  const { state } = world.stub;
  if (chance(0.5)) state.refusing.delete(TURNING);
  else state.refusing.add(TURNING);
  if (chance(0.05)) {
    happened.forgotten += 1;
    state.forget(() => chance(0.7));
  }
  if (chance(0.02)) world.house.clock.at += 70_000;
  if (chance(0.1)) {
    happened.standstills += 1;
    return;
  }
  for (let blocks = 1 + oneOf(4); blocks > 0; blocks -= 1) state.mine();
  if (!chance(0.08)) return;
  happened.reorganisations += 1;
  state.reorganise(1 + oneOf(3), () => chance(0.8));
};

const openPayouts = async (world: PayoutTestWorld): Promise<number> => {
  const { rows } = await world.house.pool.query<{ open: number }>(
    `SELECT (SELECT count(*) FROM nft_withdrawal w WHERE w.status = 1 AND NOT EXISTS (SELECT FROM payout p WHERE p.id = w.id))::int
          + (SELECT count(*) FROM payout WHERE status NOT IN (3, 9))::int AS open`,
  );
  return rows[0]!.open;
};

/** How often each token left the hot wallet, by the chain itself. */
const movesByToken = (world: PayoutTestWorld): Map<number, number> => {
  const moves = new Map<number, number>();
  for (const { receipts } of world.stub.state.blocks)
    for (const { logs } of receipts)
      for (const { topics } of logs) moves.set(Number(topics[3]), (moves.get(Number(topics[3])) ?? 0) + 1);
  return moves;
};

const verify = async (world: PayoutTestWorld, asked: readonly Asked[]) => {
  const { rows } = await world.house.pool.query<{ id: string; status: number; cause: string | null }>(
    'SELECT id, status, cause FROM payout',
  );
  const payouts = new Map(rows.map((row) => [row.id, row]));
  const moves = movesByToken(world);
  const found = { sent: 0, refused: 0, reverted: 0, replaced: 0, doubled: 0, wronglyRefunded: 0, unpaid: 0 };
  for (const { id, token } of asked) {
    const moved = moves.get(token) ?? 0;
    const payout = payouts.get(id);
    if (moved > 1) found.doubled += 1;
    if (payout?.status === 3) found[moved === 0 ? 'unpaid' : 'sent'] += 1;
    else if (moved > 0) found.wronglyRefunded += 1;
    else found[payout!.cause as 'refused'] += 1;
  }
  const broken = (await checkLedger(world.house.pool)).filter(({ violations }) => violations > 0n);
  for (const { name, examples } of broken) say(`broken: ${name} ${examples.join(', ')}`);
  return { ...found, broken: broken.length };
};

const campaign = async (): Promise<boolean> => {
  const cluster = await startCluster(undefined, true);
  try {
    const database = await cluster.database('payouts');
    const world = await payoutTestWorld(database, NODES);
    await database.pool.query('UPDATE network SET confirmations = 3 WHERE id = $1', [NETWORK.BEP721]);
    world.stub.state.refusing.add(REFUSING);
    const begun = Date.now();
    const asked: Asked[] = [];
    const members = await Promise.all(Array.from({ length: AT_ONCE }, () => world.house.member({ USDT: '1000000' })));
    while (asked.length < count) {
      const batch = Array.from({ length: Math.min(AT_ONCE, count - asked.length) }, (_, i) => asked.length + i);
      asked.push(...(await Promise.all(batch.map((i) => world.approvedNft(RECEIVERS[i % 50], members[i % AT_ONCE])))));
    }
    say(`${count} approved after ${Math.round((Date.now() - begun) / 1000)} s`);
    for (let open = count; open > 0; open = await openPayouts(world)) {
      happened.rounds += 1;
      const two = chance(0.1);
      if (two) happened.twoWorkers += 1;
      await Promise.all(two ? [work(world), work(world)] : [work(world)]);
      disturb(world);
      world.house.clock.at += 1000 + oneOf(15_000);
      if (happened.rounds % 50 === 0) say(`round ${happened.rounds}: ${open} open`);
      if (happened.rounds > count * 4 + 400) throw new Error(`${open} never end`);
    }
    const found = await verify(world, asked);
    const seconds = Math.round((Date.now() - begun) / 1000);
    const counts = world.stub.counts;
    report({ ...found, seconds }, counts);
    await world.close();
    return found.doubled + found.wronglyRefunded + found.unpaid + found.broken === 0;
  } finally {
    await cluster.stop();
  }
};

type Found = Awaited<ReturnType<typeof verify>> & { seconds: number };

const report = (found: Found, counts: Record<string, number>): void => {
  const head = [
    'payouts',
    'sent',
    'given back (refused, reverted, number lost)',
    'sent twice',
    'given back and sent',
    'said to be sent and not',
    'equations',
  ];
  const ways = `${found.refused}, ${found.reverted}, ${found.replaced}`;
  const cells = [
    count,
    found.sent,
    ways,
    found.doubled,
    found.wronglyRefunded,
    found.unpaid,
    found.broken === 0 ? 'all hold' : `${found.broken} broken`,
  ];
  writePart(
    'Payouts (T61)',
    `Approved NFT withdrawals, sent by the real sender and signer over three nodes of one chain stub: two lose requests and answers, do things twice, refuse what they take and lag; one lies.
Between rounds the chain stands still, mines, takes up to three blocks back and forgets what waits; one receiver in fifty refuses, one changes its mind. The worker is ended at random steps, and sometimes there are two.

${table(head, [cells.map(String)])}

What happened: ${happened.rounds} rounds in ${found.seconds} s, ${happened.kills} workers ended, ${happened.twoWorkers} rounds with two of them, ${happened.reorganisations} re-organisations, ${happened.forgotten} times waiting transactions forgotten, ${happened.standstills} standstills;
requests: ${Object.entries(counts)
      .map(([name, times]) => `${name} ${times}`)
      .join(', ')}.`,
  );
};

process.exit((await campaign()) ? 0 : 1);
