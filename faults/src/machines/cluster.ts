import '../../../scripts/pinned-node.ts';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isServerOf } from '@minerx/embedded-postgres/postmaster';
import { killAll } from '../cluster.ts';
import { startLoad, type Happened } from './load.ts';
import { BODY } from '../disk-asking.ts';
import { isAcknowledged, openJournal } from '../journal.ts';
import { compare, verify } from '../kill-verify.ts';
import { makeBuyers, startProduct } from '../product.ts';
import { table, writePart } from '../report.ts';
import { askAgain, warm } from '../scene.ts';

const BUYERS = 12;
const BACK_WITHIN_MS = 120_000;
/** After each step it runs on for so long, so that what comes late is seen. */
const AFTER_MS = 3000;

const dataDir = mkdtempSync(join(tmpdir(), 'minerx-cluster-'));
chmodSync(dataDir, 0o711);

const numbers = (): Record<string, number> =>
  JSON.parse(readFileSync(join(dataDir, 'cluster.json'), 'utf8')) as Record<string, number>;
const is = (what: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${numbers()['guard']}/${what}`).then(
    ({ ok }) => ok,
    () => false,
  );
const until = async (what: string, isSo: () => Promise<boolean> | boolean): Promise<void> => {
  for (const deadline = Date.now() + BACK_WITHIN_MS; !(await isSo()); await sleep(50))
    if (Date.now() > deadline) throw new Error(`${what}: not within ${BACK_WITHIN_MS / 1000} s`);
};

const FIRST_PORT = { api: 0, worker: 10, collector: 20 } as const;
const isReady = (port: number, name: string): Promise<boolean> => {
  const [, role, n] = /^(api|worker|collector)(\d)$/.exec(name)! as unknown as [
    string,
    keyof typeof FIRST_PORT,
    string,
  ];
  return fetch(`http://127.0.0.1:${port + FIRST_PORT[role] + Number(n)}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
};

const startAgain = async (name: string, signal: NodeJS.Signals, port: number): Promise<void> => {
  const before = numbers()[name]!;
  process.kill(before, signal);
  await until(`${name} is another process`, () => numbers()[name] !== before);
  if (/\d$/.test(name)) await until(`${name} is ready`, () => isReady(port, name));
};

const primary = async (): Promise<'a' | 'b'> => ((await is('primary/a')) ? 'a' : 'b');
const serverOf = (name: string): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isServerOf(join(dataDir, 'postgres', name), pid));
const killServer = async (name: string): Promise<void> => {
  await killAll(serverOf(name).toSorted((one, other) => one - other));
  await until('the guard sees it', async () => !(await is('twofold')));
  await until(`commits wait for a standby again`, () => is('twofold'));
};
const other = (name: 'a' | 'b'): 'a' | 'b' => (name === 'a' ? 'b' : 'a');

const STEPS: readonly { title: string; mayFail: boolean; act: (port: number) => Promise<void> }[] = [
  {
    title: 'rolling restart: SIGTERM of all eight, one after the other',
    mayFail: false,
    act: async (port) => {
      for (const name of ['api1', 'api2', 'api3', 'worker1', 'worker2', 'collector1', 'collector2', 'collector3'])
        await startAgain(name, 'SIGTERM', port);
    },
  },
  { title: '`kill -9` of an API process', mayFail: true, act: (port) => startAgain('api1', 'SIGKILL', port) },
  {
    title: '`kill -9` of both workers',
    mayFail: false,
    act: async (port) =>
      void (await Promise.all([startAgain('worker1', 'SIGKILL', port), startAgain('worker2', 'SIGKILL', port)])),
  },
  { title: '`kill -9` of a collector', mayFail: false, act: (port) => startAgain('collector1', 'SIGKILL', port) },
  { title: '`kill -9` of NATS', mayFail: false, act: (port) => startAgain('nats-server', 'SIGKILL', port) },
  { title: '`kill -9` of the standby', mayFail: true, act: async () => killServer(other(await primary())) },
  {
    title: 'the standby frozen',
    mayFail: true,
    act: async () => {
      const standby = other(await primary());
      const frozen = serverOf(standby);
      for (const pid of frozen) process.kill(pid, 'SIGSTOP');
      await until('the guard lets go of it', async () => !(await is('twofold')));
      await sleep(AFTER_MS);
      for (const pid of frozen) process.kill(pid, 'SIGCONT');
      await until('commits wait for it again', () => is('twofold'));
    },
  },
  {
    title: '`kill -9` of the primary and all its processes',
    mayFail: true,
    act: async () => killServer(await primary()),
  },
  { title: 'the same of the next primary', mayFail: true, act: async () => killServer(await primary()) },
];

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** What the members saw between two moments. */
const judge = (seen: Happened, from: number, to: number, answered: number, mayFail: boolean) => {
  const within = (moments: readonly number[]): number[] => moments.filter((at) => at >= from && at <= to);
  const bought = within(seen.bought);
  const longest = [...bought, to].reduce((most, at, n) => Math.max(most, at - (bought[n - 1] ?? from)), 0);
  const failed = seen.failed.filter(({ at }) => at >= from && at <= to);
  const counts = new Map<string, number>();
  for (const { what } of failed) counts.set(what, (counts.get(what) ?? 0) + 1);
  const [closed, returned] = [within(seen.closed), within(seen.returned)];
  const spread = returned.length === 0 ? '' : `, over ${seconds(returned.at(-1)! - returned[0]!)}`;
  return {
    clean: mayFail || failed.length === 0,
    row: [
      `${bought.length}`,
      `${failed.length} of ${answered + failed.length}${counts.size > 0 ? ` (${[...counts].map(([what, count]) => `${count} × ${what}`).join(', ')})` : ''}`,
      seconds(longest),
      `${closed.length} closed, ${returned.length} back${spread}`,
    ],
  };
};

const drill = async (): Promise<boolean> => {
  const product = await startProduct(dataDir, ['cluster']);
  const journal = openJournal(join(dataDir, 'members.journal'));
  const scene = { server: product, journal, racers: await makeBuyers(product, BUYERS) };
  const rows: string[][] = [];
  let clean = true;
  await warm(scene);
  const load = startLoad(scene);
  try {
    await until('all sockets are open', () => load.open() === load.allOpen);
    for (const { title, act, mayFail } of STEPS) {
      await until('commits wait for a standby', () => is('twofold'));
      const [from, answered] = [performance.now(), load.seen.answered];
      await act(product.port);
      await until('all sockets are open', () => load.open() === load.allOpen);
      await sleep(AFTER_MS);
      const judged = judge(load.seen, from, performance.now(), load.seen.answered - answered, mayFail);
      clean &&= judged.clean;
      rows.push([title, ...judged.row]);
      console.log(`${judged.clean ? 'clean' : 'NOT CLEAN'} | ${rows.at(-1)!.join(' | ')}`);
    }
  } finally {
    await load.stop();
  }
  const known = await compare(product.pool, journal.read());
  const open = new Map(
    [...journal.read().values()]
      .filter((entry) => !isAcknowledged(entry))
      .map(({ key, memberId }) => [key, scene.racers.find((racer) => String(racer.memberId) === memberId)!]),
  );
  await askAgain(scene, open, BODY);
  const verdict = await verify(
    product.pool,
    journal.read(),
    scene.racers.map(({ memberId }) => memberId),
  );
  const bought = [...journal.read().values()].filter(isAcknowledged).length;
  for (const line of product.lines.filter((each) => /ended|follow|wait/.test(each))) console.log(line);
  await product.stop();
  journal.close();
  clean &&= known.lost.length + verdict.doubled + verdict.unlike + verdict.broken.length === 0;
  report(
    rows,
    `${bought} purchases confirmed: ${known.lost.length} lost, ${verdict.doubled} doubled, ${verdict.unlike} answers changed; ${open.size} keys were open at the end and asked again; equations: ${verdict.broken.length === 0 ? 'all hold' : verdict.broken.join(', ')}.`,
  );
  return clean;
};

const report = (rows: readonly string[][], books: string): void => {
  writePart(
    'Several machines on one',
    `\`npm run cluster\` as it is, with ${BUYERS} members of whom eight buy, four who look at their wallets and 90 live sockets, all through the proxy; who gets no answer or "not now" asks again under the same key. Whatever ends is started again by the cluster itself.
A failed request is one without an answer or with a status of 500 and more, asked again or not. The longest pause is between two confirmed purchases of any members. In a rolling restart none may fail.

${table(['what ends', 'purchases confirmed meanwhile', 'requests that failed', 'longest pause', 'sockets'], rows)}

${books}`,
  );
};

try {
  if (!(await drill())) process.exitCode = 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
