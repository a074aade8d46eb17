import '../../scripts/pinned-node.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDemoSigner } from '../../apps/server/src/demo/chain/demo-signer.ts';
import { DEPOSIT_DOLLAR, depositWorld, XPUB } from '../../apps/server/test/chain/deposit-world.ts';
import { startFaultyChain } from '../../simulators/src/chain/faulty-chain.ts';
import { startCluster } from '../../faults/src/cluster.ts';
import { median, mustHold, row, START_FLAGS } from './measure/harness.ts';

const GOAL_MB = 200;
const SERVER = join(import.meta.dirname, 'measure/worker-server.ts');
const SECRET = 'a secret for a benchmark, long enough for it';
const SECONDS = 20;
const CHAIN_ID = 56;

/** Resident memory of a process in MB, and how much of it is pages of the program file, which all its processes share. */
const memoryOf = (pid: number): { resident: number; program: number } => {
  const read = (file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8');
  const program = readlinkSync(`/proc/${pid}/exe`);
  let [isProgram, kilobytes] = [false, 0];
  for (const line of read('smaps').split('\n')) {
    if (/^[0-9a-f]+-[0-9a-f]+ /.test(line)) isProgram = line.endsWith(program) && !line.includes(' rw-p ');
    else if (isProgram) kilobytes += Number(/^Rss:\s+(\d+)/.exec(line)?.[1] ?? 0);
  }
  return { resident: Number(/VmRSS:\s+(\d+)/.exec(read('status'))![1]) / 1024, program: kilobytes / 1024 };
};

const pidOf = (word: string): number => {
  const found = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ');
  return Number(found.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)));
};

const startWorker = async (env: Record<string, string>): Promise<ChildProcess> => {
  const worker = fork(SERVER, { execArgv: [...START_FLAGS], env: { PATH: process.env['PATH'], ...env } });
  await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)));
  });
  return worker;
};
const stopWorker = async (worker: ChildProcess): Promise<void> => {
  worker.removeAllListeners('exit');
  worker.disconnect();
  await once(worker, 'exit');
};

const cluster = await startCluster();
const chain = await startFaultyChain([{}, {}], { chainId: CHAIN_ID });
// The first start of a version compiles; the second is what is measured.
await (await startDemoSigner(cluster.dataDir, true, null)).stop();
const signer = await startDemoSigner(cluster.dataDir, false, null);
try {
  const database = await cluster.database('bench_worker');
  const world = await depositWorld(database);
  const { address } = await world.depositor();
  // The worker's chain is another than this world's own.
  await database.pool.query('DELETE FROM chain_cursor');
  await database.pool.query('DELETE FROM chain_block');
  const env = {
    DATA_DIR: cluster.dataDir,
    DATABASE_URL: database.url,
    DEMO_DATABASE: 'yes',
    PORT: '0',
    ROLES: 'worker',
    LOG_LEVEL: 'error',
    SESSION_SECRET: SECRET,
    PEPPER: SECRET,
    POOL_URL: 'http://127.0.0.1:9',
    POOL_TOKEN: 'none',
    NETWORK_URL: 'http://127.0.0.1:9',
    MARKET_URL: 'http://127.0.0.1:9',
    BSC_RPC_URLS: chain.urls.join(','),
    DEPOSIT_XPUB: XPUB,
    SIGNER_SOCKET: signer.socket,
  };
  await stopWorker(await startWorker(env));
  const worker = await startWorker(env);
  const samples: { worker: number; signer: number; together: number }[] = [];
  for (let n = 0; n < SECONDS; n += 1) {
    for (let each = 0; each < 50; each += 1) chain.state.pay(DEPOSIT_DOLLAR, address, 10n ** 18n);
    chain.state.mine();
    await sleep(1000);
    const [own, signing] = [memoryOf(worker.pid!), memoryOf(pidOf('signer.ts'))];
    const together = own.resident + signing.resident - Math.min(own.program, signing.program);
    samples.push({ worker: own.resident, signer: signing.resident, together });
  }
  const [own, signers] = [median(samples.map((each) => each.worker)), median(samples.map((each) => each.signer))];
  const most = Math.max(...samples.map(({ together }) => together));
  const { rows } = await database.pool.query<{ found: number }>('SELECT count(*)::int AS found FROM deposit');
  mustHold(rows[0]!.found >= (SECONDS - 5) * 50, `${rows[0]!.found} deposits were found`);
  row({
    id: 'S14',
    work: `resident memory of a worker that follows a chain of two nodes, and of the signer, for ${SECONDS} s, at their second start`,
    reference: 'none: memory is memory',
    goal: `≤ ${GOAL_MB} MB together`,
    measured: [
      `${most.toFixed(0)} MB at most, the pages of the node program that both share counted once`,
      `in the middle worker ${own.toFixed(0)} MB and signer ${signers.toFixed(0)} MB, counted for each`,
    ],
    reached: most <= GOAL_MB,
  });
  await stopWorker(worker);
  await world.close();
} finally {
  await signer.stop();
  await chain.stop();
  await cluster.stop();
}
