import '../../scripts/pinned-node.ts';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BODY, BUYERS, nothingSeen, startAsking } from './disk-asking.ts';
import type { Phase, Seen } from './disk-asking.ts';
import { isAcknowledged, openJournal } from './journal.ts';
import { compare, verify } from './kill-verify.ts';
import { makeBuyers, startProduct } from './product.ts';
import type { Product } from './product.ts';
import { fillUp, mountSmallDisk } from './small-disk.ts';
import { table, writePart } from './report.ts';
import { askAgain, warm } from './scene.ts';
import type { Asked } from './scene.ts';

/**
 * A full disk: the whole product with everything that it writes (database, write-ahead log, its own log, mails, the simulators' and the
 * signer's files) lies on one small file system, which is filled while members buy and ask for mails, left full, and given room again.
 * Needs the right to mount.
 */
const SECONDS_FULL = Number(process.argv[2] ?? 15);
const SIZE_MB = 640;
/** How soon after there is room the database has to be back, if it ended. */
const BACK_WITHIN_MS = 30_000;
/** How soon mails have left, minutes of the miners are written and the price is fresh: the collector writes once a minute. */
const WORK_WITHIN_MS = 150_000;

interface Round {
  readonly title: string;
  readonly leftMb: number;
  readonly kill?: boolean;
}

/** What is left free when the disk is called full: nothing at all, or too little for the next piece of the log. */
const ROUNDS: readonly Round[] = [
  { title: 'full to the last byte', leftMb: 0 },
  { title: '1 MB left: small writes go, a new piece of the write-ahead log does not', leftMb: 1 },
  { title: '12 MB left, filled by the purchases themselves', leftMb: 12 },
  { title: 'full to the last byte, and all of the database is killed meanwhile', leftMb: 0, kill: true },
];

interface Scene extends Asked {
  readonly product: Product;
  readonly server: Product;
}

/** Waits until something is so; gives how long it took, Infinity when it did not come. */
const until = async (isSo: () => boolean | Promise<boolean>, withinMs: number): Promise<number> => {
  const since = performance.now();
  while (performance.now() - since < withinMs) {
    if (await isSo()) return performance.now() - since;
    await sleep(100);
  }
  return Infinity;
};

/** Mails that were promised and lie nowhere. */
const mailsMissing = (dataDir: string, { mails }: Seen): string[] => {
  const folder = join(dataDir, 'mail');
  const all = readdirSync(folder)
    .filter((file) => file.endsWith('.eml') && !file.startsWith('.'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  return mails.filter((address) => !all.some((mail) => mail.includes(address)));
};

/** The work that goes on by itself: miners' minutes are written, the price is fresh. */
const worksAgain = async ({ figure }: Product): Promise<boolean> =>
  (await figure('measured_age_seconds')) < 30 &&
  (await figure('btc_price_age_seconds')) < 60 &&
  (await figure('outbox_waiting')) < 10;

const seconds = (ms: number): string => (ms === Infinity ? 'NEVER' : `${(ms / 1000).toFixed(1)} s`);

const playRound = async (scene: Scene, disk: string, dataDir: string, { leftMb, kill }: Round) => {
  const seen = nothingSeen();
  const { product } = scene;
  const before = product.programs();
  let phase: Phase = 'room';
  const asking = startAsking(scene, seen, () => phase);
  await sleep(3000);
  const ballast = fillUp(disk, leftMb);
  phase = 'full';
  if (kill === true) await product.killDatabase();
  await sleep(SECONDS_FULL * 1000);
  const lost = await product.figure('log_lines_lost').catch(() => NaN);
  phase = 'room again';
  const roomAt = performance.now();
  rmSync(ballast);
  const databaseMs = await until(product.isDatabaseUp, BACK_WITHIN_MS);
  const backMs = await asking.firstRightAfter(roomAt);
  await sleep(3000);
  await asking.stop();
  if (!product.programs().has('the server'))
    throw new Error(`The server ended. Its last words: ${product.lines.at(-1)}`);
  const mailsMs = await until(() => mailsMissing(dataDir, seen).length === 0, WORK_WITHIN_MS);
  const workMs = await until(() => worksAgain(product).catch(() => false), WORK_WITHIN_MS);
  const after = product.programs();
  const gone = [...before.keys()].filter((name) => !after.has(name));
  const again = [...before].filter(([name, pid]) => after.has(name) && after.get(name) !== pid).map(([name]) => name);
  const missing = mailsMissing(dataDir, seen);
  return { seen, databaseMs, backMs, mailsMs, workMs, missing, gone, again, lost };
};

const drill = async (disk: string): Promise<void> => {
  const dataDir = join(disk, 'data');
  mkdirSync(dataDir, { mode: 0o711 });
  const product = await startProduct(dataDir);
  const journal = openJournal(join(mkdtempSync(join(tmpdir(), 'minerx-journal-')), 'disk.journal'));
  const rows: string[][] = [];
  let clean = true;
  try {
    const scene = { product, server: product, journal, racers: await makeBuyers(product, BUYERS) };
    await warm(scene);
    for (const round of ROUNDS) {
      const judged = await judgeRound(scene, await playRound(scene, disk, dataDir, round));
      clean &&= judged.clean;
      rows.push([round.title, ...judged.row]);
      console.log(`${judged.clean ? 'clean' : 'NOT CLEAN'} | ${rows.at(-1)!.join(' | ')}`);
    }
    for (const line of product.lines.filter((each) => /ended by itself|is back|not start|again/.test(each)))
      console.log(line);
  } finally {
    await product.stop();
    journal.close();
  }
  report(rows);
  if (!clean) process.exitCode = 1;
};

const said = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([answer, count]) => `${count} × ${answer}`).join(', ') || 'none';

/** An answer of another shape has no `err_code`: its text is somebody's internals. */
const isClear = (answer: string): boolean => answer === '200 ok' || answer === '503 err_unavailable';

type Outcome = Awaited<ReturnType<typeof playRound>>;

/** What became of everything that was asked for, once what stayed open was asked again. */
const judgeRound = async (scene: Scene, outcome: Outcome) => {
  const { seen, databaseMs, backMs, mailsMs, workMs, missing, gone, again, lost } = outcome;
  const { pool } = scene.product;
  const before = scene.journal.read();
  const known = await compare(pool, before);
  const open = new Map(
    [...before.values()]
      .filter((entry) => !isAcknowledged(entry))
      .map(({ key, memberId }) => [key, scene.racers.find((racer) => String(racer.memberId) === memberId)!]),
  );
  await askAgain(scene, open, BODY);
  const members = scene.racers.map(({ memberId }) => memberId);
  const verdict = await verify(pool, scene.journal.read(), members);
  const strange = [...seen.answers.full.keys(), ...seen.answers['room again'].keys()].filter((each) => !isClear(each));
  const late = [databaseMs, backMs, mailsMs, workMs].filter((ms) => ms === Infinity);
  const faults = [strange, known.lost, missing, gone, verdict.broken, late].map((each) => each.length);
  const clean = [...faults, seen.unhealthy, verdict.doubled, verdict.unlike].every((count) => count === 0);
  const row = [
    said(seen.answers.full),
    seconds(seen.slowestMs.full),
    gone.length > 0 ? `GONE: ${gone.join(', ')}` : 'none',
    again.length === 0
      ? 'none'
      : `${again.join(', ')}${again.includes('the database') ? ` (${seconds(databaseMs)})` : ''}`,
    `${seen.health - seen.unhealthy} of ${seen.health}`,
    `${lost}`,
    `${known.lost.length} / ${verdict.doubled} / ${verdict.unlike}`,
    `${seen.mails.length - missing.length} of ${seen.mails.length}, ${seen.askedMails} asked for`,
    verdict.broken.length === 0 ? 'all hold' : verdict.broken.join(', '),
    seconds(backMs),
    seconds(workMs),
  ];
  return { row, clean };
};

const report = (rows: readonly string[][]): void => {
  writePart(
    'A full disk',
    `The whole product as \`npm start\` runs it (api, worker, collector, database, simulators, signer), with all that it writes on one file system of ${SIZE_MB} MB, its log at level debug. ${BUYERS} members
buy one miner after the other and ask again under the same key while the answer is "not now"; visitors ask for mails. The disk is filled, stays full for ${SECONDS_FULL} s, and is given room again; nobody starts anything.
The journal of the members lies elsewhere; afterwards it is compared with the database, every open key is asked again, and every mail that was promised must lie in the mail folder.
A program that is gone afterwards, a database that is not back ${BACK_WITHIN_MS / 1000} s after there was room, an answer that is neither done nor "not now", or work that does not go on within ${WORK_WITHIN_MS / 1000} s is a failure.
The last of these once ended the server: a database that was killed on a full disk could not be started, and nobody tried again. Now it is started as soon as there is room.

${table(
  [
    'the disk',
    'answers while it was full',
    'the slowest',
    'programs that are gone',
    'ended and were started again (back after there was room)',
    'healthz',
    'log lines dropped',
    'acknowledged and lost / doubled / changed',
    'mails promised that came',
    'equations',
    'first right answer after there was room',
    'minutes, prices and mails go on after that',
  ],
  rows,
)}`,
  );
};

const disk = mkdtempSync(join(tmpdir(), 'minerx-disk-'));
chmodSync(disk, 0o711);
if (mountSmallDisk(disk, SIZE_MB)) {
  try {
    await drill(disk);
  } finally {
    execFileSync('umount', ['-l', disk]);
  }
} else {
  // Nothing was shown: whoever counts on the drill has to see that.
  process.exitCode = 2;
}
rmSync(disk, { recursive: true, force: true });
