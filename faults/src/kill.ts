import '../../scripts/pinned-node.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { administer, startCluster } from './cluster.ts';
import { isAcknowledged } from './journal.ts';
import { compare, verify } from './kill-verify.ts';
import { table, writePart } from './report.ts';
import { askAgain, isFinal, MEMBERS, openScene, shotOf, warm } from './scene.ts';
import type { Scene } from './scene.ts';
import { openLine } from './volley.ts';
import type { Racer } from './world.ts';

const ROUNDS = Number(process.argv[2] ?? 10);
const EACH = 10;
const AT_ONCE = MEMBERS * EACH;
/** The kill comes when so many are answered (at random below it), and up to so much later. */
const MOST_ANSWERED = 500;
const LATEST_MS = 150;

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
    await administer(database.ownerUrl, 'CHECKPOINT');
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
    const scene = await openScene(cluster, name, (ROUNDS + 1) * AT_ONCE, { careless });
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
