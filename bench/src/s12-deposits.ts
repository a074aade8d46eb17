import '../../scripts/pinned-node.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpus, loadavg } from 'node:os';
import pg from 'pg';
import { creditKeptDeposits } from '../../apps/server/src/jobs/chain/deposits.ts';
import { listDeposits } from '../../apps/server/src/modules/deposit/deposit.query.ts';
import { createLog } from '../../apps/server/src/base/log.ts';
import {
  DEPOSIT_DOLLAR,
  DEPOSIT_KEYS,
  depositWorld,
  type Depositor,
  type DepositWorld,
} from '../../apps/server/test/chain/deposit-world.ts';
import type { Hex } from '../../apps/server/src/outside/chain/port.ts';
import { startCluster } from '../../faults/src/cluster.ts';
import { format, interleave, median, mustHold, row } from './measure/harness.ts';

const WATCHED = 100_000;
/** Transfers of the token in each block, one of them to us. */
const IN_A_BLOCK = 200;
const ROUNDS = 25;
const BLOCK_GOAL_MS = 100;
const DEPOSITS = 200;
const SHOWN_GOAL_MS = 1000;
/** As the job has it. */
const EVERY_MS = 500;
const ONE = 10n ** 18n;

const log = createLog('silent');

const stranger = (n: number): string => `0xbeef${n.toString(16).padStart(36, '0')}`;

/** Members who have an address and send nothing. */
const watchMany = async (ownerUrl: string): Promise<void> => {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(
    `INSERT INTO member (username, full_name, email, email_key, mobile, country_id, community_id, referral_code, password_hash, pin_hash)
     SELECT 'w' || n, 'w', 'w' || n, 'w' || n, '+601', 132, 1, 'w' || n, 'x', 'x' FROM generate_series(1, $1::int) n`,
    [WATCHED],
  );
  await owner.query(
    `INSERT INTO deposit_address (member_id, network_id, address, child, created_at)
     SELECT id, 2, '0x' || lpad(to_hex(id), 40, '0'), id::int, now() FROM member WHERE username LIKE 'w%' AND full_name = 'w'`,
  );
  await owner.query('VACUUM ANALYZE member, deposit_address');
  await owner.end();
};

const fillBlock = ({ stub }: DepositWorld, round: number, { address }: Depositor): void => {
  for (let n = 1; n < IN_A_BLOCK; n += 1) stub.state.pay(DEPOSIT_DOLLAR, stranger(round * 1000 + n), ONE);
  stub.state.pay(DEPOSIT_DOLLAR, address, ONE);
  stub.state.mine(IN_A_BLOCK);
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const since = performance.now();
  await work();
  return performance.now() - since;
};

const measureBlocks = async (world: DepositWorld, somebody: Depositor) => {
  const scan = world.scan();
  await scan.step();
  let round = 0;
  const ours = async (): Promise<number> => {
    fillBlock(world, (round += 1), somebody);
    return timed(() => scan.step());
  };
  // The same questions with nothing behind them, and one durable write.
  const reference = (): Promise<number> =>
    timed(async () => {
      const head = await world.chain.head();
      await Promise.all([world.chain.block(head.number), world.chain.finalized()]);
      const found = await world.chain.transfers({
        tokens: [DEPOSIT_DOLLAR as Hex],
        fromBlock: head.number,
        toBlock: head.number,
        blockHash: head.hash,
      });
      mustHold(found.length === IN_A_BLOCK, 'the block is as full as it was made');
      await world.house.pool.query('UPDATE chain_cursor SET head_number = head_number');
    });
  await ours();
  const measured = await interleave(ROUNDS, ours, reference);
  const { rows } = await world.house.pool.query<{ seen: number }>('SELECT count(*)::int AS seen FROM deposit');
  mustHold(rows[0]!.seen === round, 'one deposit of each block is found');
  return measured;
};

/** Milliseconds from the block until each of them sees an own deposit, with the job running as it does. */
const measureShown = async (world: DepositWorld, people: readonly Depositor[]): Promise<number> => {
  const scan = world.scan();
  await scan.step();
  let isRunning = true;
  const job = (async () => {
    for (; isRunning; await sleep(EVERY_MS)) {
      while (await scan.step());
      await creditKeptDeposits({ ...world.house, log, depositKeys: DEPOSIT_KEYS, doubted: new Map() }, world.chain);
    }
  })();
  await sleep(EVERY_MS * Math.random());
  for (const { address } of people) world.stub.state.pay(DEPOSIT_DOLLAR, address, 5n * ONE);
  const since = performance.now();
  world.stub.state.mine(DEPOSITS);
  const seen = async ({ id }: Depositor): Promise<boolean> =>
    (await listDeposits(world.house.pool, id, { page: 1, pageSize: 8 })).rows.some(
      ({ blockNumber }) => Number(blockNumber) === world.stub.state.head.number,
    );
  const untilSeen = async (person: Depositor): Promise<void> => {
    while (!(await seen(person))) await sleep(20);
  };
  await Promise.all(people.map(untilSeen));
  const shown = performance.now() - since;
  isRunning = false;
  await job;
  return shown;
};

const cluster = await startCluster();
try {
  const database = await cluster.database('bench_deposits');
  const world = await depositWorld(database);
  await watchMany(database.ownerUrl);
  const people: Depositor[] = [];
  for (let n = 0; n < DEPOSITS; n += 1) people.push(await world.depositor());
  const { ours, reference, ratio } = await measureBlocks(world, people[0]!);
  const shown: number[] = [];
  for (let n = 0; n < 5; n += 1) shown.push(await measureShown(world, people));
  row({
    id: 'S12',
    work: `${WATCHED} watched addresses: one block with ${IN_A_BLOCK} transfers of the token read, matched, kept, durable; ${DEPOSITS} deposits of one block found and in their members’ lists, the job running every ${EVERY_MS} ms`,
    reference: 'the same questions to the same node, and one durable write',
    goal: `≤ ${BLOCK_GOAL_MS} ms a block; ≤ ${SHOWN_GOAL_MS} ms`,
    measured: [
      `${format(ratio)} ×; ${format(median(ours))} ms a block against ${format(median(reference))} ms`,
      `${DEPOSITS} shown after ${format(median(shown))} ms (${format(Math.min(...shown))} to ${format(Math.max(...shown))})`,
      `load of the machine meanwhile ${format(loadavg()[0]!)} on ${cpus().length} cores`,
    ],
    reached: median(ours) <= BLOCK_GOAL_MS && median(shown) <= SHOWN_GOAL_MS,
  });
  await world.close();
  await database.drop();
} finally {
  await cluster.stop();
}
