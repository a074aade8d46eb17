import '../../scripts/pinned-node.ts';
import type { ChildProcess } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import pg from 'pg';
import { REWARD_HOUSE } from '../../apps/server/src/modules/reward/reward.ledger.ts';
import { keepBalanceMarks } from '../../apps/server/src/modules/transaction/balance-mark.command.ts';
import { MEMBER_HOUSE } from '../../apps/server/src/modules/member/member.ledger.ts';
import { startApiServer } from './api/api-server.ts';
import { format, interleave, median, mustHold, row, startCluster } from './measure/harness.ts';
import { makePurchaseWorld, type PurchaseWorld } from './api/purchase-world.ts';

const MANY = Number(process.env['TRANSFERS'] ?? 1_000_000);
const FEW = 10_000;
const RATIO_GOAL = 1.2;
const ROUNDS = 5;
/** All questions together stay below the six hundred calls a minute that a member has. */
const CALLS = 18;
const STEP_MS = 60_000;
const START = Date.UTC(2024, 0, 1);

/** Rewards each minute; each tenth transfer is a credit in USDT, each hundredth a debit of BTC. */
const fill = async ({ ownerUrl }: PurchaseWorld, memberId: number, transfers: number): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(
    `CREATE TEMP TABLE made AS
       SELECT (lpad(to_hex($3::bigint + n * $4::bigint), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8'
               || lpad(to_hex($1::bigint), 3, '0') || lpad(to_hex(n), 12, '0'))::uuid AS id,
              CASE WHEN n % 100 = 0 THEN 'debit' WHEN n % 10 = 0 THEN 'credit' ELSE 'reward' END AS kind,
              to_timestamp(($3::bigint + n * $4::bigint) / 1000.0) AS at
         FROM generate_series(1, $2::bigint) n`,
    [memberId, transfers, START, STEP_MS],
  );
  await client.query('INSERT INTO transfer (id, kind, member_id, at) SELECT id, kind, $1, at FROM made', [memberId]);
  await client.query(
    `INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount)
     SELECT m.id, 0, w.wallet, w.source, w.destination, 100 FROM made m
       JOIN (VALUES ('reward', 3, $2::bigint * 16 + 3, $1::bigint * 16 + 3), ('credit', 1, $3 * 16 + 1, $1 * 16 + 1), ('debit', 3, $1 * 16 + 3, $3 * 16 + 3))
            w (kind, wallet, source, destination) ON w.kind = m.kind`,
    [memberId, REWARD_HOUSE.MINING, MEMBER_HOUSE.ADJUSTMENTS],
  );
  await client.query(
    `UPDATE account a SET balance = a.balance + coalesce((SELECT sum(CASE WHEN p.destination = a.id THEN p.amount ELSE -p.amount END)
       FROM posting p JOIN made m ON m.id = p.transfer_id WHERE a.id IN (p.source, p.destination)), 0)
      WHERE account_owner(a.id) = $1`,
    [memberId],
  );
  await client.query('DROP TABLE made');
  await client.end();
};

const QUESTIONS = {
  'first page': {},
  'of one wallet': { wallet_types: [3] },
  'of a rare kind': { kinds: ['debit'] },
} as const;

const cluster = await startCluster();
const children: ChildProcess[] = [];
try {
  const world = await makePurchaseWorld(cluster.url, 'bench_history', 2, 0);
  await fill(world, world.firstMember, MANY);
  await fill(world, world.firstMember + 1, FEW);
  const owner = new pg.Pool({ connectionString: world.ownerUrl, max: 1 });
  await owner.query('VACUUM ANALYZE');
  await keepBalanceMarks({ pool: owner, clock: { now: () => Date.now() } });
  await owner.end();
  const port = await startApiServer(world, cluster.dataDir, children);

  const ask = async (member: 0 | 1, body: object): Promise<number> => {
    const times: number[] = [];
    for (let n = 0; n < CALLS; n += 1) {
      const began = performance.now();
      const answer = await fetch(`http://127.0.0.1:${port}/api/wallet/transaction`, {
        method: 'POST',
        headers: { authorization: `Bearer ${world.tokens[member]}`, 'content-type': 'application/json' },
        body: JSON.stringify({ page: 1, pageSize: 8, ...body }),
      });
      const { result } = (await answer.json()) as { result: { data: { wallets: { balance: string }[] }[] } };
      times.push(performance.now() - began);
      mustHold(answer.status === 200 && result.data.length === 8, `the history answered ${answer.status}`);
      mustHold(
        result.data.every(({ wallets }) => !wallets[0]!.balance.startsWith('-')),
        'a balance below zero',
      );
    }
    return median(times);
  };
  const measured: string[] = [];
  let reached = true;
  for (const [name, body] of Object.entries(QUESTIONS)) {
    await ask(0, body);
    await ask(1, body);
    const { ours, reference, ratio } = await interleave(
      ROUNDS,
      () => ask(0, body),
      () => ask(1, body),
    );
    measured.push(`${name} ${format(ratio)} × (${format(median(ours))} ms against ${format(median(reference))} ms)`);
    reached &&= ratio <= RATIO_GOAL;
  }
  const middle = new Date(START + (MANY / 2) * STEP_MS).toISOString().slice(0, 10);
  measured.push(`a day in the middle of ${MANY} ${format(await ask(0, { from: middle, to: middle }))} ms`);
  measured.push(`load of the machine meanwhile ${format(loadavg()[0]!)} on ${cpus().length} cores`);
  row({
    id: 'S11',
    work: `history of a member with ${MANY} transfers: the newest eight with their balances, through HTTP with session`,
    reference: `the same with ${FEW} transfers`,
    goal: `≤ ${RATIO_GOAL} × each`,
    measured,
    reached,
  });
} finally {
  for (const child of children) child.kill();
  await cluster.stop();
}
