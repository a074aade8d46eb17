import '../../scripts/pinned-node.ts';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import { isAcknowledged } from './journal.ts';
import { compare, verify } from './kill-verify.ts';
import { table, writePart } from './report.ts';
import { askAgain, isFinal, openScene, shotOf, warm } from './scene.ts';
import type { Scene } from './scene.ts';
import { openLine, volley } from './volley.ts';
import type { Told } from './volley.ts';

/**
 * A full disk: the database, its write-ahead log, the server's folder and its log lie on one small file system, which is filled
 * while members buy, left full, and given room again. Needs the right to mount.
 */
const SECONDS_FULL = Number(process.argv[2] ?? 15);
const SIZE_MB = 640;
const BUYERS = 24;
const PATIENCE_MS = 60_000;
const ASK_AGAIN_MS = 200;

/** What is left free when the disk is called full: nothing at all, or too little for the next piece of the log. */
const ROUNDS = [
  { title: 'full to the last byte', leftMb: 0 },
  { title: '1 MB left: small writes go, a new piece of the write-ahead log does not', leftMb: 1 },
  { title: '12 MB left, filled by the purchases themselves', leftMb: 12 },
] as const;

type Phase = 'room' | 'full' | 'room again';

interface Seen {
  /** Answers by phase and "status code". */
  readonly answers: Record<Phase, Map<string, number>>;
  slowestMs: Record<Phase, number>;
  health: number;
  unhealthy: number;
}

const fillUp = (folder: string, leftMb: number): string => {
  const file = join(folder, 'ballast');
  const handle = openSync(file, 'w');
  const piece = Buffer.alloc(256 * 1024);
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(folder);
      const free = bavail * bsize - leftMb * 1024 * 1024;
      if (free <= 0) break;
      writeSync(handle, piece.subarray(0, Math.min(piece.length, free)));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  closeSync(handle);
  return file;
};

/** Members who buy one after the other, each asking again under the same key while the answer is "not now". */
const startBuying = (scene: Scene, seen: Seen, phase: () => Phase) => {
  let over = false;
  const told: { at: number; ok: boolean }[] = [];
  const buyer = async (n: number): Promise<void> => {
    const line = openLine(scene.server.port);
    while (!over) {
      const racer = scene.racers[n % scene.racers.length]!;
      const shot = shotOf(racer, randomUUID());
      scene.journal.asked(shot, racer.memberId);
      for (let answer: Told | undefined; !over && (answer === undefined || !isFinal(answer));) {
        if (answer !== undefined) await sleep(ASK_AGAIN_MS);
        const asked = phase();
        const since = performance.now();
        [answer] = (await volley([line], [{ ...shot, token: shotOf(racer, shot.key).token }])) as [Told];
        const took = performance.now() - since;
        scene.journal.told(shot.key, answer);
        const name = `${answer.status} ${answer.code}`;
        const counts = seen.answers[asked];
        counts.set(name, (counts.get(name) ?? 0) + 1);
        seen.slowestMs[asked] = Math.max(seen.slowestMs[asked], took);
        told.push({ at: performance.now(), ok: answer.code === 'ok' && answer.status === 200 });
      }
    }
    line.close();
  };
  const health = async (): Promise<void> => {
    while (!over) {
      const up = await fetch(`http://127.0.0.1:${scene.server.port}/healthz`).then(
        ({ status }) => status === 200,
        () => false,
      );
      seen.health += 1;
      if (!up) seen.unhealthy += 1;
      await sleep(100);
    }
  };
  const work = Promise.all([health(), ...Array.from({ length: BUYERS }, (_, n) => buyer(n))]);
  return {
    firstRightAfter: async (moment: number): Promise<number> => {
      for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(20)) {
        const right = told.find(({ at, ok }) => ok && at > moment);
        if (right !== undefined) return right.at - moment;
      }
      throw new Error('no purchase succeeded after there was room again');
    },
    stop: async (): Promise<void> => {
      over = true;
      await work;
    },
  };
};

const lostLines = async (port: number): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^log_lines_lost (\d+)/m.exec(text)?.[1]);
};

const said = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([answer, count]) => `${count} × ${answer}`).join(', ') || 'none';

/** An answer of another shape has no `err_code`: its text is somebody's internals. */
const isClear = (answer: string): boolean => answer === '200 ok' || answer === '503 err_unavailable';

const playRound = async (cluster: Cluster, scene: Scene, disk: string, leftMb: number) => {
  const seen: Seen = {
    answers: { room: new Map(), full: new Map(), 'room again': new Map() },
    slowestMs: { room: 0, full: 0, 'room again': 0 },
    health: 0,
    unhealthy: 0,
  };
  let phase: Phase = 'room';
  const buying = startBuying(scene, seen, () => phase);
  await sleep(3000);
  const ballast = fillUp(disk, leftMb);
  phase = 'full';
  await sleep(SECONDS_FULL * 1000);
  const databaseDied = !cluster.isUp();
  const lost = await lostLines(scene.server.port);
  phase = 'room again';
  const roomAt = performance.now();
  rmSync(ballast);
  if (databaseDied) await cluster.restart();
  const backMs = await buying.firstRightAfter(roomAt);
  await sleep(3000);
  await buying.stop();
  return { seen, databaseDied, backMs, lost };
};

const drill = async (disk: string): Promise<void> => {
  const data = join(disk, 'data');
  mkdirSync(data);
  const cluster = await startCluster(data);
  const scene = await openScene(cluster, 'full_disk', 60_000, { logFile: join(disk, 'server.log') });
  const { pid } = scene.server.child;
  const rows: string[][] = [];
  let clean = true;
  try {
    await warm(scene);
    for (const { title, leftMb } of ROUNDS) {
      const round = await playRound(cluster, scene, disk, leftMb);
      const judged = await judgeRound(scene, round, pid);
      clean &&= judged.clean;
      rows.push([title, ...judged.row]);
      console.log(rows.at(-1)!.join(' | '));
    }
  } finally {
    await scene.server.stop();
    scene.journal.close();
    await scene.database.pool.end();
    await cluster.stop();
  }
  report(rows);
  if (!clean) process.exitCode = 1;
};

type Round = Awaited<ReturnType<typeof playRound>>;

/** What became of everything that was asked for, once what stayed open was asked again. */
const judgeRound = async (scene: Scene, { seen, databaseDied, backMs, lost }: Round, pid: number | undefined) => {
  const before = scene.journal.read();
  const known = await compare(scene.database.pool, before);
  const open = new Map(
    [...before.values()]
      .filter((entry) => !isAcknowledged(entry))
      .map(({ key, memberId }) => [key, scene.racers.find((racer) => String(racer.memberId) === memberId)!]),
  );
  await askAgain(scene, open);
  const verdict = await verify(
    scene.database.pool,
    scene.journal.read(),
    scene.racers.map(({ memberId }) => memberId),
  );
  const { exitCode, signalCode } = scene.server.child;
  const lives = exitCode === null && signalCode === null && scene.server.child.pid === pid;
  const strange = [...seen.answers.full.keys(), ...seen.answers['room again'].keys()].filter((each) => !isClear(each));
  const clean =
    lives &&
    seen.unhealthy + strange.length + known.lost.length + verdict.doubled + verdict.unlike + verdict.broken.length ===
      0;
  const row = [
    said(seen.answers.full),
    `${(seen.slowestMs.full / 1000).toFixed(1)} s`,
    databaseDied ? 'the database stopped itself; the server lived' : lives ? 'none' : 'THE SERVER',
    `${seen.health - seen.unhealthy} of ${seen.health}`,
    `${lost}`,
    `${known.lost.length} / ${verdict.doubled} / ${verdict.unlike}`,
    verdict.broken.length === 0 ? 'all hold' : verdict.broken.join(', '),
    `${(backMs / 1000).toFixed(1)} s`,
  ];
  return { row, clean };
};

const report = (rows: readonly string[][]): void => {
  writePart(
    'A full disk',
    `Database, write-ahead log, the server's folder and its log (standard output, level debug) lie on one file system of ${SIZE_MB} MB. ${BUYERS} members buy one
miner after the other and ask again under the same key while the answer is "not now". The disk is filled, stays full for ${SECONDS_FULL} s, and is given room again.
The journal of the members lies elsewhere; afterwards it is compared with the database, and every open key is asked again. A database that stopped itself is started again as soon as there is room.

${table(
  [
    'the disk',
    'answers while it was full',
    'the slowest',
    'processes that ended',
    'healthz',
    'log lines dropped',
    'acknowledged and lost / doubled / changed',
    'equations',
    'first right answer after there was room',
  ],
  rows,
)}`,
  );
};

const mounted = (disk: string): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=0711`, 'tmpfs', disk], { stdio: 'pipe' });
    return true;
  } catch (error) {
    console.log(
      `Skipped: this machine does not let us mount a small file system (${(error as Error).message.trim().split('\n').at(-1)}).`,
    );
    return false;
  }
};

const disk = mkdtempSync(join(tmpdir(), 'minerx-disk-'));
chmodSync(disk, 0o711);
if (mounted(disk)) {
  try {
    await drill(disk);
  } finally {
    execFileSync('umount', ['-l', disk]);
  }
}
rmSync(disk, { recursive: true, force: true });
