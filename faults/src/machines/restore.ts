import '../../../scripts/pinned-node.ts';
import { randomUUID } from 'node:crypto';
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '../../../apps/server/src/db/pool.ts';
import { databaseUser, findTool, runTool } from '../../../apps/server/src/start/cluster/machine-programs.ts';
import { createPair, type PostgresServer } from '../../../apps/server/src/start/cluster/postgres-server.ts';
import { checkLedger } from '../../../apps/server/test/whole/check-ledger.ts';
import { makeDatabase } from '../cluster.ts';
import { compare } from '../kill-verify.ts';
import { table, writePart } from '../report.ts';
import { isFinal, openScene, shotOf, warm, type Scene } from '../scene.ts';
import { openLine, volley } from '../volley.ts';

/** A base backup and the archived log, restored to a moment in the middle of purchases: all that was confirmed before it is there. */

const BUYERS = 8;
const NAME = 'restore';
const BEFORE_MS = 6000;
const AFTER_MS = 4000;
const home = mkdtempSync(join(tmpdir(), 'minerx-restore-'));
const user = databaseUser();

const folder = (name: string): string => {
  const made = join(home, name);
  mkdirSync(made, { mode: 0o700 });
  if (user !== undefined) chownSync(made, user.uid, user.gid);
  return made;
};
const fileOf = (name: string, text: string): string => {
  const file = join(home, name);
  writeFileSync(file, text, { mode: 0o600 });
  if (user !== undefined) chownSync(file, user.uid, user.gid);
  return file;
};

/** Milliseconds that something took. */
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const since = performance.now();
  await work();
  return performance.now() - since;
};

/** A server that archives its log, and what pgbackrest is asked about it. */
const startArchiving = async () => {
  chmodSync(home, 0o711);
  const [server, restored] = await createPair(join(home, 'postgres'), 'word', home);
  const sockets = folder('sockets');
  const config = fileOf(
    'pgbackrest.conf',
    `[global]\nrepo1-path=${folder('repository')}\nlog-path=${folder('logs')}\nlock-path=${folder('locks')}\ncompress-type=lz4\nstart-fast=y\n
[main]\npg1-path=${server.folder}\npg1-port=${server.port}\npg1-socket-path=${sockets}\npg1-user=minerx\npg1-database=postgres\n`,
  );
  const passwords = fileOf('backup-passwords', '*:*:*:minerx:word\n');
  const command = `--config=${config}`;
  const backrest = (...args: string[]): Promise<void> =>
    runTool('pgbackrest', [command, '--stanza=main', '--log-level-console=warn', ...args], user, {
      PGPASSFILE: passwords,
    });
  await server.make();
  appendFileSync(
    join(server.folder, 'postgresql.conf'),
    `unix_socket_directories = '${sockets}'\narchive_mode = on\narchive_command = '${findTool('pgbackrest')} ${command} --stanza=main archive-push %p'\n`,
  );
  await server.start(null);
  await backrest('stanza-create');
  return { server, restored, backrest };
};

type Bought = { key: string; askedAt: number; toldAt: number };

/** Members who buy one after the other until the result is called, which gives what was confirmed. */
const startBuying = (scene: Scene): (() => Promise<Bought[]>) => {
  let over = false;
  const bought: Bought[] = [];
  const buyer = async (n: number): Promise<void> => {
    const line = openLine(scene.server.port);
    while (!over) {
      const shot = shotOf(scene.racers[n]!, randomUUID());
      scene.journal.asked(shot, scene.racers[n]!.memberId);
      const askedAt = Date.now();
      const [told] = await volley([line], [shot]);
      scene.journal.told(shot.key, told!);
      if (told!.code === 'ok') bought.push({ key: shot.key, askedAt, toldAt: Date.now() });
      else if (!isFinal(told!)) await sleep(100);
    }
    line.close();
  };
  const work = Promise.all(Array.from({ length: BUYERS }, (_, n) => buyer(n)));
  return async () => {
    over = true;
    await work;
    return bought;
  };
};

const archiveAll = async ({ pool }: PostgresServer): Promise<void> => {
  const { rows } = await pool.query<{ last: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS last');
  for (;;) {
    const { rowCount } = await pool.query('SELECT FROM pg_stat_archiver WHERE last_archived_wal >= $1', [
      rows[0]!.last,
    ]);
    if (rowCount === 1) return;
    await sleep(50);
  }
};

const drill = async (): Promise<boolean> => {
  const { server, restored, backrest } = await startArchiving();
  const cluster = {
    url: server.url,
    dataDir: home,
    database: (name: string) => makeDatabase(server.url, name),
    kill: () => server.fence(),
    restart: () => timed(() => server.start(null)),
    stop: () => server.stop(),
  };
  const scene = await openScene(cluster, NAME, 20_000);
  await warm(scene);
  const stop = startBuying(scene);
  const backupMs = await timed(() => backrest('--type=full', 'backup'));
  await sleep(BEFORE_MS);
  const target = Date.now();
  await sleep(AFTER_MS);
  const bought = await stop();
  await archiveAll(server);
  await scene.server.stop();
  await scene.database.pool.end();
  await server.stop();

  folder('postgres/b');
  const at = `${new Date(target).toISOString().replace('T', ' ').replace('Z', '')}+00`;
  const filesMs = await timed(() =>
    backrest(`--pg1-path=${restored.folder}`, '--type=time', `--target=${at}`, '--target-action=promote', 'restore'),
  );
  appendFileSync(join(restored.folder, 'postgresql.conf'), 'archive_mode = off\n');
  const startMs = await timed(async () => {
    await restored.start(null);
    while ((await restored.pool.query<{ busy: boolean }>('SELECT pg_is_in_recovery() AS busy')).rows[0]!.busy)
      await sleep(20);
  });
  const url = new URL(restored.url);
  url.pathname = `/${NAME}`;
  const pool = createPool(url.href, { max: 4 });
  const { done } = await compare(pool, scene.journal.read());
  const before = bought.filter(({ toldAt }) => toldAt <= target);
  const lost = before.filter(({ key }) => !done.has(key));
  const after = bought.filter(({ askedAt, key }) => askedAt > target && done.has(key));
  const broken = (await checkLedger(pool)).filter(({ violations }) => violations > 0n);
  await pool.end();
  await restored.stop();
  scene.journal.close();
  for (const each of [server, restored]) await each.close();
  report([
    `${before.length} of ${bought.length}`,
    `${lost.length}`,
    `${after.length}`,
    broken.length === 0 ? 'all hold' : broken.map(({ name }) => name).join(', '),
    ...[backupMs, filesMs, startMs].map((ms) => `${(ms / 1000).toFixed(1)} s`),
  ]);
  return before.length > 0 && bought.length > before.length && lost.length + after.length + broken.length === 0;
};

const report = (row: readonly string[]): void =>
  writePart(
    'Restored to a moment (T10)',
    `A base backup by pgbackrest while ${BUYERS} members buy one miner after the other, and the archived log of it; a moment some seconds later is chosen, and they go on buying. Then it is restored to that moment, in another folder.
The members' journal, which lies elsewhere, says what was confirmed before it. The moment must lie after the backup's end, and before a later commit whose log is archived.

${table(['confirmed before the moment, of all', 'of them lost', 'asked after it and there', 'equations', 'base backup', 'its files restored', 'until it takes writes'], [row])}`,
  );

try {
  if (!(await drill())) process.exitCode = 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
