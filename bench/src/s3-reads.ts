import '../../scripts/pinned-node.ts';
import { execFile, fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DAY_MS } from '@minerx/rules/duration';
import pg from 'pg';
import type { Db } from '../../apps/server/src/db/transaction.ts';
import { listDeposits } from '../../apps/server/src/modules/deposit/deposit.query.ts';
import { MEMBER_HOUSE } from '../../apps/server/src/modules/member/member.ledger.ts';
import { listSwapPairs } from '../../apps/server/src/modules/swap/swap.query.ts';
import { listTransactions } from '../../apps/server/src/modules/transaction/transaction.query.ts';
import { listWithdrawalOptions } from '../../apps/server/src/modules/withdrawal/withdrawal.query.ts';
import { LIST_ORDERS } from '../../apps/server/src/modules/order/order.query.ts';
import { LIST_MINER_PACKAGES } from '../../apps/server/src/modules/miner-package/miner-package.query.ts';
import { LIST_WALLET_TYPES } from '../../apps/server/src/modules/wallet/wallet.query.ts';
import { startApiServer } from './api/api-server.ts';
import type { BareInput } from './api/bare-server.ts';
import { clusterCpuMs, processCpuMs } from './measure/cpu.ts';
import { format, interleave, median, mustHold, row, startCluster } from './measure/harness.ts';
import type { ReadResult, ReadInput } from './api/read-load.ts';
import { findPgbench } from './api/purchase-reference.ts';
import { makePurchaseWorld } from './api/purchase-world.ts';
import type { PurchaseWorld } from './api/purchase-world.ts';
import { statementsOf } from './api/read-statements.ts';

/** So many that none of them is refused for asking too often. */
const MEMBERS = 4000;
const ORDERS_EACH = 12;
/** Credits and deposits of each member. */
const MOVEMENTS_EACH = 12;
const CONNECTIONS = 32;
/** pgbench's best here: more only wait for the two cores. */
const REFERENCE_CONNECTIONS = 8;
/** Of ours for one call (`db/pool.ts`). */
const REQUEST_SHARE = 7;
const ROUNDS = 5;
const SECONDS = 3;

interface Read {
  readonly name: string;
  readonly goal: number;
  readonly target: string;
  readonly body: string;
  /** Stands in every answer. */
  readonly expected: string;
  readonly sql: string;
  /** Answered from a list that is kept for everybody: the database is not asked. */
  readonly kept?: true;
}

/** Lists, with the statements that the server sends for them, and what each is to reach. */
const LISTS: readonly Read[] = [
  {
    name: 'orders',
    goal: 0.55,
    target: 'POST /api/package/order',
    body: '{"page":1,"pageSize":8}',
    expected: `"total":${ORDERS_EACH}`,
    sql: LIST_ORDERS.replaceAll('$1', ':member').replaceAll('$2', `'{1,2,8,9}'`).replace('$3', '8').replace('$4', '0'),
  },
  {
    name: 'wallets',
    goal: 0.7,
    target: 'GET /api/wallet/all',
    body: '',
    expected: '"AOGTD"',
    sql: LIST_WALLET_TYPES,
    kept: true,
  },
  {
    name: 'packages',
    goal: 0.7,
    target: 'GET /api/package/all',
    body: '',
    expected: '"package_id":4',
    sql: LIST_MINER_PACKAGES.replace('$1', `'{1,2,3,4}'`),
    kept: true,
  },
];

const PAGE = { page: 1, pageSize: 8 };

/** What the wallets' screens read, of one member beside: several statements each, as the server sends them for that member. */
const walletReads = async ({ url, firstMember }: PurchaseWorld): Promise<Read[]> => {
  const member = BigInt(firstMember);
  const always = { fromMs: 0, untilMs: Date.now() + DAY_MS };
  const filter = { kinds: [], wallets: [], stretch: always };
  const history = (db: Db) => listTransactions(db, member, { filter, before: null, size: PAGE.pageSize });
  const list = { goal: 0.55, body: JSON.stringify(PAGE) };
  const options = { goal: 0.7, body: '' };
  return [
    {
      ...list,
      name: 'deposits',
      target: 'POST /api/wallet/deposit/history',
      expected: `"total":${MOVEMENTS_EACH}`,
      sql: await statementsOf(url, (db) => listDeposits(db, member, PAGE)),
    },
    {
      ...list,
      name: 'history',
      target: 'POST /api/wallet/transaction',
      expected: '"more":true',
      sql: await statementsOf(url, history),
    },
    {
      ...options,
      name: 'withdraw options',
      target: 'GET /api/wallet/withdraw/options',
      expected: '"two_operators_above"',
      sql: await statementsOf(url, (db) => listWithdrawalOptions(db, member, Date.now())),
    },
    {
      ...options,
      name: 'swap options',
      target: 'GET /api/wallet/swap/options',
      expected: '"swap_from_type"',
      sql: await statementsOf(url, listSwapPairs),
      kept: true,
    },
  ];
};

const cluster = await startCluster();
const children: ChildProcess[] = [];

const fillOrders = async ({ ownerUrl }: PurchaseWorld): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(
    `INSERT INTO miner_order (id, number, serial, member_id, package_id, status, amount_units, max_profit_units, profit_balance_units, activated_at)
     SELECT gen_random_uuid(), 'MX' || m.id || n, 'X1-' || m.id || '-' || n, m.id, 1, 1, 100000000000, 250000000000, 250000000000, now()
       FROM member m, generate_series(1, $1::integer) n WHERE m.id >= 1000`,
    [ORDERS_EACH],
  );
  await client.query(
    `INSERT INTO allocation (order_id, device_id, share_tenths)
     SELECT o.id, d.id, 10 FROM (SELECT id, row_number() OVER () AS n FROM miner_order) o JOIN (SELECT id, row_number() OVER () AS n FROM device) d USING (n)`,
  );
  await fillMovements(client);
  await client.query('VACUUM ANALYZE');
  await client.end();
};

const fillMovements = async (client: pg.Client): Promise<void> => {
  await client.query(
    `CREATE TEMP TABLE made AS SELECT m.id AS member_id, n, (lpad(to_hex(extract(epoch FROM now())::bigint * 1000 - n), 12, '0') || '7000'
            || '8' || lpad(to_hex(m.id), 7, '0') || lpad(to_hex(n), 8, '0'))::uuid AS id
       FROM member m, generate_series(1, $1::integer) n WHERE m.id >= 1000`,
    [MOVEMENTS_EACH],
  );
  await client.query(`INSERT INTO transfer (id, kind, member_id, at) SELECT id, 'credit', member_id, now() FROM made`);
  await client.query(
    `INSERT INTO posting (transfer_id, position, wallet_id, source, destination, amount)
     SELECT id, 0, 1, $1::bigint * 16 + 1, member_id * 16 + 1, 100 FROM made`,
    [MEMBER_HOUSE.ADJUSTMENTS],
  );
  await client.query(
    `INSERT INTO deposit (id, member_id, wallet_id, network_id, address, tx_hash, log_index, block_number, block_hash, raw, units, status, seen_at)
     SELECT id, member_id, 1, 2, '0x' || lpad(to_hex(member_id), 40, '0'), '0x' || md5(id::text) || md5(n::text), 0, 100 + n, '0x' || md5(n::text), 100, 100, 0, now()
       FROM made`,
  );
};

const ask = <T>(child: ChildProcess, input: ReadInput | BareInput): Promise<T> =>
  new Promise((resolve) => {
    child.once('message', (result: T) => resolve(result));
    child.send(input);
  });

/** An answer of ours, as it leaves. */
const answerOf = ({ target, body }: Read, port: number, token: string): Promise<Pick<BareInput, 'head' | 'body'>> =>
  new Promise((resolve, reject) => {
    const [method, path] = target.split(' ');
    const type = body === '' ? {} : { 'content-type': 'application/json' };
    const headers = { 'accept-encoding': 'gzip, deflate, br', authorization: `Bearer ${token}`, ...type };
    const asked = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      // Node says the others itself.
      const head = Object.entries(answer.headers).filter(([name]) => !/^(?:date|connection|keep-alive)$/.test(name));
      answer.on('end', () =>
        resolve({ head: head.flat() as string[], body: Buffer.concat(chunks).toString('base64') }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });

/** Of a second of the processor of those that answer: the load generators, pgbench among them, are left out. */
const perSecond = async (cpuMs: () => number, load: () => Promise<number>): Promise<number> => {
  const before = cpuMs();
  const answered = await load();
  return (answered * 1000) / (cpuMs() - before);
};

const databaseMs = (): number => clusterCpuMs(cluster.dataDir);

/** How many times pgbench asked. */
const runReference = async ({ url, firstMember, members }: PurchaseWorld, sql: string): Promise<number> => {
  const file = join(cluster.dataDir, 'read.sql');
  writeFileSync(file, `\\set member random(${firstMember}, ${firstMember + members - 1})\n${sql};\n`);
  const { stdout } = await promisify(execFile)(findPgbench(), [
    '-M',
    'prepared',
    '-n',
    '-c',
    String(REFERENCE_CONNECTIONS),
    '-j',
    '2',
    '-T',
    String(SECONDS),
    '-f',
    file,
    url,
  ]);
  const count = /transactions actually processed: (\d+)/.exec(stdout);
  if (!count) throw new Error(`pgbench did not finish well:\n${stdout}`);
  return Number(count[1]);
};
try {
  const world = await makePurchaseWorld(cluster.url, 'bench_reads', MEMBERS, MEMBERS * ORDERS_EACH);
  await fillOrders(world);
  const reads = [...LISTS, ...(await walletReads(world))];
  const port = await startApiServer(world, cluster.dataDir, children);
  const generator = fork(join(import.meta.dirname, 'api/read-load.ts'));
  children.push(generator);
  const serverPid = children[0]!.pid!;
  const bare = fork(join(import.meta.dirname, 'api/bare-server.ts'));
  children.push(bare);
  const figures: { name: string; goal: number; ratio: number; ours: number; reference: number; floor: string }[] = [];
  /** The same from a server that does nothing else, right after. */
  const floorOf = async (read: Read, load: (port: number) => Promise<number>): Promise<string> => {
    if (read.kept) return '';
    const statements = read.sql.replaceAll(':member', '$1').split(';\n');
    const asked: BareInput = {
      url: world.url,
      connections: REQUEST_SHARE,
      statements,
      members: [world.firstMember, world.members],
      ...(await answerOf(read, port, world.tokens[0]!)),
    };
    const barePort = await ask<number>(bare, asked);
    const rates: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1)
      rates.push(
        await perSecond(
          () => databaseMs() + processCpuMs(bare.pid!),
          () => load(barePort),
        ),
      );
    return `, bare Node ${format(1e6 / median(rates.slice(1)))} µs`;
  };
  for (const read of reads) {
    const input: ReadInput = { ...read, port, connections: CONNECTIONS, seconds: SECONDS, tokens: world.tokens };
    const ours = async (of = port): Promise<number> => {
      const { answered, wrong } = await ask<ReadResult>(generator, { ...input, port: of });
      mustHold(wrong === 0, `${wrong} of ${answered} answers of ${read.name} were wrong`);
      return answered;
    };
    await ours();
    const series = await interleave(
      ROUNDS,
      () =>
        perSecond(
          () => databaseMs() + processCpuMs(serverPid),
          () => ours(),
        ),
      () => perSecond(databaseMs, () => runReference(world, read.sql)),
    );
    figures.push({
      name: read.name,
      goal: read.goal,
      ratio: series.ratio,
      ours: median(series.ours),
      reference: median(series.reference),
      floor: await floorOf(read, ours),
    });
  }
  row({
    id: 'S3',
    work: `order list (8 of ${ORDERS_EACH}), wallet list, package list, deposits, first page of the history, options of withdrawing and swapping through HTTP with session, schema and Accept-Encoding, by processor time of server and database, ${CONNECTIONS} connections`,
    reference:
      'pgbench -M prepared, the same queries, by processor time of the database; bare Node: a server that only asks them and answers with our bytes, database and it',
    goal: figures.map(({ name, goal }) => `${name} ≥ ${goal} ×`).join(', '),
    measured: [
      ...figures.map(
        ({ name, ratio, ours, reference, floor }) =>
          `${name} ${format(ratio)} × (${format(1e6 / ours)} µs against ${format(1e6 / reference)} µs${floor})`,
      ),
      `load of the machine meanwhile ${format(loadavg()[0]!)} on ${cpus().length} cores`,
    ],
    reached: figures.every(({ goal, ratio }) => ratio >= goal),
  });
} finally {
  for (const child of children) child.kill('SIGTERM');
  await cluster.stop();
}
