import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccessTokens } from '../../apps/server/src/modules/session/session.token.ts';
import { creditMember } from '../../apps/server/src/modules/member/adjustment.command.ts';
import { moneyHouse } from '../../apps/server/test/money-house.ts';
import type { TestDatabase } from '../../apps/server/src/db/test-database.ts';
import { unitsOf } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import { administer, startCluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import { isAcknowledged, openJournal } from './journal.ts';
import type { Journal } from './journal.ts';
import { compare, verify } from './kill-verify.ts';
import { table, writePart } from './report.ts';
import { startServer } from './server.ts';
import type { ServerProcess } from './server.ts';
import { openLine, volley } from './volley.ts';
import type { Shot, Told } from './volley.ts';
import { makeRacers, purchaseX1, SECRETS } from './world.ts';
import type { Racer } from './world.ts';

const ROUNDS = Number(process.argv[2] ?? 10);
const MEMBERS = 100;
const EACH = 10;
const AT_ONCE = MEMBERS * EACH;
/** The kill comes when so many are answered (at random below it), and up to so much later. */
const MOST_ANSWERED = 500;
const LATEST_MS = 150;
const PATIENCE_MS = 60_000;

type Victim = 'server' | 'database';

interface Figures {
  acknowledged: number;
  /** Keys without a final answer after the kill, and how many of these had been done. */
  unanswered: number;
  unansweredDone: number;
  lost: number;
  doubled: number;
  unlike: number;
  brokenRounds: number;
  serverExits: number;
  /** From the kill to the first right answer again, ms. */
  backMs: number[];
}

/** A campaign's members, and the server that they ask. */
interface Scene {
  readonly cluster: Cluster;
  readonly database: TestDatabase;
  readonly racers: readonly Racer[];
  readonly journal: Journal;
  server: ServerProcess;
  startServer(): Promise<ServerProcess>;
}

const BODY = purchaseX1({ payment_method: 3, amount1: '800', amount2: '400' });
const issuer = createAccessTokens(SECRETS.session, Date);
const shotOf = (racer: Racer, key: string, body = BODY): Shot => ({
  token: issuer.issue(racer, Date.now() + 3_600_000),
  path: 'package/purchase',
  body,
  key,
});

const openScene = async (cluster: Cluster, name: string, careless: boolean): Promise<Scene> => {
  const database = await cluster.database(name);
  const house = await moneyHouse(database);
  const racers = await makeRacers(database, house, MEMBERS, true);
  for (const { memberId } of racers)
    for (const wallet of ['CW', 'RW'] as const)
      await house.funnel.run(
        creditMember({
          memberId,
          walletId: WALLET[wallet],
          amountUnits: unitsOf('100000000'),
          reason: 'test',
          operator: 'test',
        }),
      );
  await house.devices('x1', (ROUNDS + 1) * AT_ONCE);
  await house.close();
  if (careless) {
    // Told "done" before the disk knows: PostgreSQL's own way of trading safety for speed.
    await administer(cluster.url, `ALTER DATABASE ${name} SET synchronous_commit = off`);
    await administer(cluster.url, `ALTER SYSTEM SET wal_writer_delay = '10s'`);
    await administer(cluster.url, 'SELECT pg_reload_conf()');
  }
  await administer(database.url, 'CHECKPOINT');
  const start = (): Promise<ServerProcess> =>
    startServer({ databaseUrl: database.url, dataDir: join(cluster.dataDir, name), secrets: SECRETS });
  const journal = openJournal(join(cluster.dataDir, `${name}.journal`));
  return { cluster, database, racers, journal, server: await start(), startServer: start };
};

/** Shows the server every PIN, one member at a time on each line; gives the moment of its first right answer. */
const warm = async ({ server, racers }: Scene): Promise<number> => {
  let first = Number.POSITIVE_INFINITY;
  const lines = Array.from({ length: 4 }, () => openLine(server.port));
  const body = purchaseX1({ package: 98 });
  await Promise.all(
    lines.map(async (line, n) => {
      for (const racer of racers.filter((_, index) => index % lines.length === n)) {
        for (const deadline = Date.now() + PATIENCE_MS; ;) {
          const [told] = await volley([line], [shotOf(racer, randomUUID(), body)]);
          if (told!.code === 'err_package_unavailable') {
            first = Math.min(first, performance.now());
            break;
          }
          if (Date.now() > deadline) throw new Error(`the server does not come back: ${JSON.stringify(told)}`);
          await sleep(50);
        }
      }
    }),
  );
  for (const line of lines) line.close();
  return first;
};

/** "Not now" is no answer to a purchase: its key is asked again. */
const isFinal = ({ status }: Told): boolean => status !== 0 && status < 500 && status !== 429;

/** A thousand purchases at once and a kill among them; every answer goes into the journal. */
const buyAndKill = async (scene: Scene, keys: ReadonlyMap<string, Racer>, victim: Victim): Promise<number> => {
  const { server, journal, cluster } = scene;
  const lines = [...keys].map(() => openLine(server.port));
  const aimed = [...keys].map(([key, racer], n) => {
    const shot = shotOf(racer, key);
    journal.asked(shot, racer.memberId);
    return { key, ...lines[n]!.aim(shot) };
  });
  const enough = Math.floor(Math.random() * MOST_ANSWERED);
  let answered = 0;
  let reached: () => void;
  const moment = new Promise<void>((resolve) => (reached = resolve));
  const answers = aimed.map(async ({ key, answer }) => {
    const told = await answer;
    journal.told(key, told);
    if (told.status !== 0) answered += 1;
    if (answered > enough) reached();
  });
  await sleep(100);
  for (const { release } of aimed) release();
  await moment;
  await sleep(Math.random() * LATEST_MS);
  const killedAt = performance.now();
  if (victim === 'server') server.child.kill('SIGKILL');
  else await cluster.kill();
  if (victim === 'server') {
    await Promise.all(answers);
    scene.server = await scene.startServer();
  } else {
    await cluster.restart();
    await Promise.all(answers);
  }
  for (const line of lines) line.close();
  return killedAt;
};

/** Asks the same keys again until each has its answer, as a client does after a broken connection. */
const askAgain = async (scene: Scene, keys: ReadonlyMap<string, Racer>): Promise<void> => {
  const lines = Array.from({ length: 64 }, () => openLine(scene.server.port));
  let open = [...keys];
  for (const deadline = Date.now() + PATIENCE_MS; open.length > 0;) {
    if (Date.now() > deadline) throw new Error(`${open.length} keys got no answer`);
    const now = open.splice(0, lines.length);
    const told = await volley(
      lines,
      now.map(([key, racer]) => shotOf(racer, key)),
    );
    now.forEach(([key], n) => scene.journal.told(key, told[n]!));
    const again = now.filter((_, n) => !isFinal(told[n]!));
    if (again.length > 0) await sleep(50);
    open = [...open, ...again];
  }
  for (const line of lines) line.close();
};

const playRound = async (scene: Scene, victim: Victim, careless: boolean, figures: Figures): Promise<void> => {
  const { database, journal, racers } = scene;
  const keys: ReadonlyMap<string, Racer> = new Map<string, Racer>(
    Array.from({ length: AT_ONCE }, (_, n) => [randomUUID(), racers[n % MEMBERS]!]),
  );
  const exits = (): boolean => scene.server.child.exitCode !== null || scene.server.child.signalCode !== null;
  const killedAt = await buyAndKill(scene, keys, victim);
  figures.backMs.push((await warm(scene)) - killedAt);
  if (exits()) figures.serverExits += 1;

  const all = journal.read();
  const { done, lost } = await compare(database.pool, all);
  const ofRound = [...keys.keys()].map((key) => all.get(key)!);
  const open = ofRound.filter((entry) => !entry.answers.some(isFinal));
  figures.acknowledged += ofRound.filter(isAcknowledged).length;
  figures.unanswered += open.length;
  figures.unansweredDone += open.filter(({ key }) => done.has(key)).length;
  figures.lost += careless ? lost.filter((key) => keys.has(key)).length : lost.length;
  if (careless) {
    // What is lost stays lost: here only the loss is to be seen. What there is must outlive the next kill.
    await administer(database.url, 'CHECKPOINT');
    return;
  }
  // All keys once more: the open ones for their outcome, the others for the answer that they had.
  await askAgain(scene, keys);
  const members = racers.map(({ memberId }) => memberId);
  const verdict = await verify(database.pool, journal.read(), members);
  const stillOpen = [...journal.read().values()].filter((entry) => !isAcknowledged(entry)).length;
  if (stillOpen > 0) throw new Error(`${stillOpen} purchases were refused or never answered`);
  figures.doubled += verdict.doubled;
  figures.unlike += verdict.unlike;
  if (verdict.broken.length > 0) figures.brokenRounds += 1;
};

const campaign = async (name: string, victim: Victim, careless: boolean): Promise<Figures> => {
  const figures: Figures = {
    acknowledged: 0,
    unanswered: 0,
    unansweredDone: 0,
    lost: 0,
    doubled: 0,
    unlike: 0,
    brokenRounds: 0,
    serverExits: 0,
    backMs: [],
  };
  const cluster = await startCluster();
  try {
    const scene = await openScene(cluster, name, careless);
    try {
      await warm(scene);
      for (let round = 0; round < ROUNDS; round += 1) {
        await playRound(scene, victim, careless, figures);
        console.log(
          `${name} ${round + 1}: ${JSON.stringify({ ...figures, backMs: Math.round(figures.backMs.at(-1)!) })}`,
        );
      }
    } finally {
      await scene.server.stop();
      scene.journal.close();
      await scene.database.pool.end();
    }
  } finally {
    await cluster.stop();
  }
  return figures;
};

const CAMPAIGNS = [
  { name: 'kill_server', title: 'the server', victim: 'server', careless: false },
  { name: 'kill_postgres', title: 'PostgreSQL, all its processes', victim: 'database', careless: false },
  {
    name: 'kill_control',
    title: 'control: PostgreSQL with `synchronous_commit = off`',
    victim: 'database',
    careless: true,
  },
] as const;

const rows: string[][] = [];
let clean = true;
for (const { name, title, victim, careless } of CAMPAIGNS) {
  const f = await campaign(name, victim, careless);
  const back = f.backMs.toSorted((a, b) => a - b);
  clean &&= careless ? f.lost > 0 : f.lost + f.doubled + f.unlike + f.brokenRounds + f.serverExits === 0;
  rows.push([
    title,
    `${ROUNDS} × ${AT_ONCE}`,
    `${f.acknowledged}`,
    `${f.unanswered} (${f.unansweredDone} had been done)`,
    `${f.lost}`,
    careless ? 'not asked again' : `${f.doubled}`,
    careless ? '–' : `${f.unlike}`,
    careless ? '–' : `${ROUNDS - f.brokenRounds} of ${ROUNDS}`,
    victim === 'server' ? '–' : `${f.serverExits}`,
    `${(back[back.length >> 1]! / 1000).toFixed(1)} s`,
  ]);
}
writePart(
  'kill -9 (T2)',
  `${AT_ONCE} purchases (X1, method 3) of ${MEMBERS} members lie at the server, are released together, and the kill comes at a random moment
among their answers. The client's journal is on disk. After the restart it is compared with the database, then every key is
asked again: an open one must get the outcome that took place, an answered one the same answer. The control must lose.

${table(
  [
    'killed',
    'purchases',
    'acknowledged before',
    'unanswered',
    'acknowledged and lost',
    'doubled',
    'answers that changed',
    'rounds with clean books',
    'server exits',
    'first right answer after the kill (median)',
  ],
  rows,
)}`,
);
if (!clean) process.exitCode = 1;
