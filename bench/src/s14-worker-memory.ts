import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDemoSigner } from '../../apps/server/src/demo/chain/demo-signer.ts';
import { DEPOSIT_DOLLAR, depositWorld, XPUB } from '../../apps/server/test/chain/deposit-world.ts';
import { startFaultyChain } from '../../simulators/src/chain/faulty-chain.ts';
import { startCluster } from '../../faults/src/cluster.ts';
import { median, mustHold, row } from './measure/harness.ts';

const GOAL_MB = 200;
const SERVER = join(import.meta.dirname, '../../apps/server/test/race/race-server.ts');
const SECRET = 'a secret for a benchmark, long enough for it';
const SECONDS = 20;
const CHAIN_ID = 56;

/** Resident memory of a process in MB. */
const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

const pidOf = (word: string): number => {
  const found = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ');
  return Number(found.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)));
};

const cluster = await startCluster();
const chain = await startFaultyChain([{}, {}], { chainId: CHAIN_ID });
const signer = await startDemoSigner(cluster.dataDir, true, null);
try {
  const database = await cluster.database('bench_worker');
  const world = await depositWorld(database);
  const { address } = await world.depositor();
  await database.pool.query('UPDATE chain_cursor SET head_number = 0');
  const worker = fork(SERVER, {
    execArgv: ['--max-semi-space-size=8', '--heap-growing-percent=20'],
    env: {
      PATH: process.env['PATH'],
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
      DEPOSIT_EVM_XPUB: XPUB,
      SIGNER_SOCKET: signer.socket,
    },
  });
  await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)));
  });
  const samples: { worker: number; signer: number }[] = [];
  for (let n = 0; n < SECONDS; n += 1) {
    for (let each = 0; each < 50; each += 1) chain.state.pay(DEPOSIT_DOLLAR, address, 10n ** 18n);
    chain.state.mine();
    await sleep(1000);
    samples.push({ worker: residentMb(worker.pid!), signer: residentMb(pidOf('signer.ts')) });
  }
  const [own, signers] = [median(samples.map((each) => each.worker)), median(samples.map((each) => each.signer))];
  const most = Math.max(...samples.map((each) => each.worker + each.signer));
  mustHold(own > 0 && signers > 0, 'both live');
  row({
    id: 'S14',
    work: `resident memory of a worker that follows a chain of two nodes, and of the signer, for ${SECONDS} s`,
    reference: 'none: memory is memory',
    goal: `≤ ${GOAL_MB} MB together`,
    measured: [
      `${most.toFixed(0)} MB at most`,
      `worker ${own.toFixed(0)} MB, signer ${signers.toFixed(0)} MB in the middle`,
    ],
    reached: most <= GOAL_MB,
  });
  worker.removeAllListeners('exit');
  worker.disconnect();
  await world.close();
} finally {
  await signer.stop();
  await chain.stop();
  await cluster.stop();
}
