import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { createPool } from '../../../apps/server/src/db/pool.ts';
import { checkLedger } from '../../../apps/server/test/whole/check-ledger.ts';
import { clusterCpuMs, endedChildrenCpuMs, processCpuMs } from '../measure/cpu.ts';
import { interleave, median, mustHold, startCluster } from '../measure/harness.ts';
import type { LoadResult, LoadInput } from './purchase-load.ts';
import { runReference } from './purchase-reference.ts';
import { administer, makePurchaseWorld } from './purchase-world.ts';
import type { PurchaseWorld } from './purchase-world.ts';

const MEMBERS = 1024;
const DEVICES = 500_000;
const CONNECTIONS = 64;
/** pgbench's best here: more connections wait for the two cores, fewer for the disk. */
const REFERENCE_CONNECTIONS = 16;
/** Stock rows that the spread reference uses. */
export const SPREAD_LINES = 64;

interface PurchaseFigures {
  readonly perSecond: number;
  readonly referencePerSecond: number;
  readonly ratio: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU of one purchase: server and database; pgbench and database. Sturdier than the rates when others use the machine. */
  readonly cpuUs: number;
  readonly referenceCpuUs: number;
}

/**
 * Purchases by method 3 through HTTP against pgbench doing the same in interactive transactions, on one PostgreSQL with
 * durable commits. `lines`: over how many stock rows the reference spreads; 1 is the one hot row that ours always has.
 */
export const measurePurchases = async (lines: number, { rounds = 5, seconds = 5 } = {}): Promise<PurchaseFigures> => {
  const cluster = await startCluster();
  const children: ChildProcess[] = [];
  try {
    const world = await makePurchaseWorld(cluster.url, 'bench_ours', MEMBERS, DEVICES);
    await administer(cluster.url, 'CREATE DATABASE bench_reference TEMPLATE bench_ours');
    const inReference = (url: string): string => url.replace('bench_ours', 'bench_reference');
    const reference = { ...world, url: inReference(world.url), ownerUrl: inReference(world.ownerUrl) };
    if (lines > 1) await spreadStock(reference.ownerUrl, lines);

    const server = await startServer(world, cluster.dataDir, children);
    const cpu = { ours: [] as number[], reference: [] as number[] };
    const serverPid = children[0]!.pid!;
    const generator = fork(join(import.meta.dirname, 'purchase-load.ts'));
    children.push(generator);

    let acknowledged = 0;
    const latencies: LoadResult[] = [];
    const buy = async (change: Partial<LoadInput> = {}): Promise<LoadResult> => {
      const result = await ask(generator, { ...loadOn(world, server), seconds, ...change });
      mustHold(
        Object.keys(result.refused).length === 0,
        `every purchase is accepted, but: ${JSON.stringify(result.refused)}`,
      );
      acknowledged += result.acknowledged;
      return result;
    };
    await buy({ seconds: null, connections: 16 });
    await buy({ seconds: 2 });
    let referenceCount = (await runReference(reference, lines, REFERENCE_CONNECTIONS, 2)).count;

    const series = await interleave(
      rounds,
      async () => {
        const before = clusterCpuMs(cluster.dataDir) + processCpuMs(serverPid);
        const result = await buy();
        latencies.push(result);
        cpu.ours.push(
          ((clusterCpuMs(cluster.dataDir) + processCpuMs(serverPid) - before) * 1000) / result.acknowledged,
        );
        return result.acknowledged / result.seconds;
      },
      async () => {
        const before = clusterCpuMs(cluster.dataDir) + endedChildrenCpuMs();
        const { tps, count } = await runReference(reference, lines, REFERENCE_CONNECTIONS, seconds);
        referenceCount += count;
        cpu.reference.push(((clusterCpuMs(cluster.dataDir) + endedChildrenCpuMs() - before) * 1000) / count);
        return tps;
      },
    );
    await verify(world.ownerUrl, acknowledged, true);
    await verify(reference.ownerUrl, referenceCount, false);
    return {
      perSecond: median(series.ours),
      referencePerSecond: median(series.reference),
      ratio: series.ratio,
      p50Ms: median(latencies.map(({ p50Ms }) => p50Ms)),
      p99Ms: median(latencies.map(({ p99Ms }) => p99Ms)),
      cpuUs: median(cpu.ours),
      referenceCpuUs: median(cpu.reference),
    };
  } catch (error) {
    console.error(error);
    throw error;
  } finally {
    for (const child of children) await stop(child);
    await cluster.stop();
  }
};

/** One purchase by method 3, asked again and again. */
const loadOn = (world: Awaited<ReturnType<typeof makePurchaseWorld>>, port: number): Omit<LoadInput, 'seconds'> => ({
  host: '127.0.0.1',
  port,
  connections: CONNECTIONS,
  tokens: world.tokens,
  body: JSON.stringify({
    package: 1,
    payment_method: 3,
    quantity: 1,
    amount1: '800',
    amount2: '200',
    amount3: '0',
    member_security_pin: world.pin,
  }),
});

const spreadStock = async (url: string, lines: number): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('ALTER TABLE stock DROP CONSTRAINT stock_line_check');
  await client.query(
    `INSERT INTO stock (line, total) SELECT 'r' || n, $2::integer / $1::integer + 1 FROM generate_series(1, $1::integer) n`,
    [lines, DEVICES],
  );
  await client.query(`UPDATE device_stock SET line = 'r' || (1 + device_id % $1::integer)`, [lines]);
  await client.query('VACUUM (FULL, ANALYZE) device_stock');
  await client.query('CHECKPOINT');
  await client.end();
};

const startServer = async (world: PurchaseWorld, dataDir: string, children: ChildProcess[]): Promise<number> => {
  const child = fork(join(import.meta.dirname, 'purchase-server.ts'), {
    env: {
      ...process.env,
      DATA_DIR: join(dataDir, 'server'),
      DATABASE_URL: world.url,
      DEMO_DATABASE: 'yes',
      PORT: '0',
      ROLES: 'api',
      LOG_LEVEL: 'error',
      SESSION_SECRET: world.secrets.session,
      PEPPER: world.secrets.pepper,
      // The role api asks none of them for anything.
      POOL_URL: 'http://127.0.0.1:9',
      POOL_TOKEN: 'none',
      NETWORK_URL: 'http://127.0.0.1:9',
      MARKET_URL: 'http://127.0.0.1:9',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout!.on('data', (chunk: Buffer) => {
      const port = /listening http:\/\/[^:]+:(\d+)/.exec(chunk.toString());
      if (port) resolve(Number(port[1]));
    });
  });
};

const ask = (child: ChildProcess, input: LoadInput): Promise<LoadResult> =>
  new Promise((resolve, reject) => {
    const exited = (code: number | null): void => reject(new Error(`the load generator ended with ${code}`));
    child.once('exit', exited);
    child.once('message', (result: LoadResult) => {
      child.off('exit', exited);
      resolve(result);
    });
    child.send(input);
  });

/** Every acknowledged purchase is one order, and the books are in order. */
const verify = async (url: string, purchases: number, whole: boolean): Promise<void> => {
  const pool = createPool(url, { max: 1 });
  try {
    const { rows } = await pool.query<{ count: bigint }>('SELECT count(*) FROM miner_order');
    mustHold(Number(rows[0]!.count) === purchases, `${rows[0]!.count} orders for ${purchases} acknowledged purchases`);
    if (!whole) return;
    const broken = (await checkLedger(pool)).filter(
      // The members of the bench were given their money by hand, without a line in the audit log.
      ({ name, violations }) => violations > 0n && name !== 'adjustments',
    );
    mustHold(broken.length === 0, broken.map(({ sentence }) => sentence).join(' '));
  } finally {
    await pool.end();
  }
};

const stop = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
  });
