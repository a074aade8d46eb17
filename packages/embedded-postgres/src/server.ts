import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries, makeFolder, serverUser } from './binaries.ts';
import { OWNER, access, checkOwner, ensureCluster, freePort, rememberPort } from './cluster.ts';
import type { Access } from './cluster.ts';
import { locateCluster } from './location.ts';
import { isAlive, isServerOf, processIdentity, readPostmaster, removeStaleLock } from './postmaster.ts';

/** A running embedded PostgreSQL. */
export type Embedded = {
  /** `postgres://…@127.0.0.1:port/postgres` as the cluster's owner. */
  url: string;
  /** Where its files lie. */
  folder: string;
  /** True when a server of this data folder was already running. */
  adopted: boolean;
  /** Whether the server still lives. */
  isRunning(): boolean;
  /** Fast stop, awaited. Does nothing when another living process owns the server. Safe to call twice. */
  stop(): Promise<void>;
};

type EmbeddedInput = {
  dataDir: string;
  /** First choice; the port used is remembered in `DATA_DIR/postgres.json`. */
  port?: number | undefined;
  log: (line: string) => void;
  /** Tests only: no waiting for the disk. Production and demo never set this. */
  unsafeFast?: boolean;
};

/**
 * Tests ask each new connection once for everything, and what its memory costs is being given it page by page. By large pages, which are
 * kept, planning and checking all equations on a new connection takes 0.37 instead of 0.61 processor seconds; other C libraries do not read this.
 */
const GLIBC_TUNABLES = 'glibc.malloc.hugetlb=1:glibc.malloc.trim_threshold=268435456:glibc.malloc.top_pad=4194304';

const LOCK_PATIENCE_MS = 10_000;
const RECOVERY_PATIENCE_MS = 300_000;
const STOP_PATIENCE_MS = 30_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

/**
 * Starts the embedded PostgreSQL of a data folder, or adopts the one that runs there: an orphan that outlived a
 * killed parent, or the server of a second launcher.
 * @throws Error in plain words when the server cannot run; never emits an uncaught error event.
 */
export const startEmbedded = async (input: EmbeddedInput): Promise<Embedded> => {
  const dataDir = resolve(input.dataDir);
  makeFolder(dataDir);
  const user = serverUser();
  const cluster = locateCluster(dataDir, user, input.log);
  let known = await access(dataDir, input.port);

  // Counted from the first refusal: making the cluster before it may take longer than all this patience.
  let lockDeadline = Infinity;
  const refusedTooLong = (): boolean => {
    lockDeadline = Math.min(lockDeadline, Date.now() + LOCK_PATIENCE_MS);
    return Date.now() > lockDeadline;
  };
  for (;;) {
    const running = existsSync(cluster) ? await findRunning(cluster) : null;
    if (running !== null) {
      const adopted = await adopt(dataDir, cluster, { ...known, port: running }, input.log).catch((error: unknown) => {
        // One that was just dying refuses us and is gone when we look again.
        if (refusedTooLong()) throw error;
        return null;
      });
      if (adopted !== null) return adopted;
      continue;
    }

    const binaries = findBinaries(user, input.log);
    await ensureCluster({
      cluster,
      binaries,
      password: known.password,
      user,
      unsafeFast: input.unsafeFast ?? false,
    });
    checkOwner(cluster, user);
    removeStaleLock(cluster, input.log);
    const result = await launch({
      dataDir,
      cluster,
      binaries,
      known,
      unsafeFast: input.unsafeFast ?? false,
    });
    if (result.outcome === 'ready') {
      own(dataDir);
      return handle(dataDir, cluster, known, false, input.log);
    }
    if (result.outcome === 'port taken') {
      known = rememberPort(dataDir, known, await freePort());
      input.log(`the database's port was taken by another program; using ${known.port} from now on`);
    } else if (result.outcome === 'failed' || refusedTooLong()) {
      throw new Error(`The embedded PostgreSQL did not start. Its last words:\n${result.words}`);
    } else {
      await sleep(200);
    }
  }
};

/** Waits while a living server of the cluster starts or stops; its port when ready, null when there is none. */
const findRunning = async (cluster: string): Promise<number | null> => {
  const deadline = Date.now() + RECOVERY_PATIENCE_MS;
  for (;;) {
    const found = readPostmaster(cluster);
    if (found === null || !isServerOf(cluster, found.pid)) return null;
    if (found.status === 'ready') return found.port;
    if (Date.now() > deadline)
      throw new Error(`The database server ${found.pid} has been ${found.status} for minutes.`);
    await sleep(25);
  }
};

const adopt = async (
  dataDir: string,
  cluster: string,
  known: Access,
  log: (line: string) => void,
): Promise<Embedded> => {
  await answers(known);
  const owned = takeOver(dataDir);
  log(owned ? 'adopted a running database whose parent had died' : 'sharing the running database of another process');
  return handle(dataDir, cluster, known, true, log);
};

type Launch = {
  dataDir: string;
  cluster: string;
  binaries: string;
  known: Access;
  unsafeFast: boolean;
};
type Outcome = { outcome: 'ready' | 'locked' | 'port taken' | 'failed'; words: string };

const launch = async ({ dataDir, cluster, binaries, known, unsafeFast }: Launch): Promise<Outcome> => {
  const logFile = join(dataDir, 'postgres.log');
  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES) renameSync(logFile, `${logFile}.1`);
  const sink = openSync(logFile, 'a', 0o600);
  const logStart = statSync(logFile).size;
  // Its own session: Ctrl-C in the terminal must reach us alone, the database stops last. Output goes to a file,
  // because a pipe would break under the server when we are killed.
  const child = spawn(join(binaries, 'bin', 'postgres'), settings(cluster, known.port, unsafeFast), {
    ...serverUser(),
    cwd: cluster,
    detached: true,
    stdio: ['ignore', sink, sink],
    env: unsafeFast ? { ...process.env, GLIBC_TUNABLES } : process.env,
  });
  let over: string | null = null;
  child.once('error', (error) => (over = error.message));
  child.once('exit', (code, signal) => (over ??= `exit ${code ?? signal}`));
  child.unref();
  closeSync(sink);

  const deadline = Date.now() + RECOVERY_PATIENCE_MS;
  while (over === null && Date.now() < deadline) {
    const found = readPostmaster(cluster);
    if (found !== null && found.pid === child.pid && found.status === 'ready') {
      await answers(known);
      return { outcome: 'ready', words: '' };
    }
    await sleep(10);
  }
  const words = [over ?? 'no answer', readFileSync(logFile).subarray(logStart).toString().trim()].join('\n');
  if (/lock file ".*" already exists|pre-existing shared memory block/.test(words)) return { outcome: 'locked', words };
  if (/could not bind IPv4 address/.test(words)) return { outcome: 'port taken', words };
  return { outcome: 'failed', words };
};

const settings = (cluster: string, port: number, unsafeFast: boolean): string[] => {
  const values: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // No socket file: the password is the only way in, also for other users of this machine.
    unix_socket_directories: '',
    // Two processes with all pools full (compose.ts), the operator's shell, migrations, and room; tests of several workers share one.
    max_connections: unsafeFast ? '200' : '100',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    fsync: unsafeFast ? 'off' : 'on',
    synchronous_commit: unsafeFast ? 'off' : 'on',
    full_page_writes: unsafeFast ? 'off' : 'on',
    // Compiling a statement takes longer than running it on a few rows.
    jit: unsafeFast ? 'off' : 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    password_encryption: 'scram-sha-256',
  };
  return ['-D', cluster, ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
};

const urlOf = (known: Access): string => `postgres://${OWNER}:${known.password}@127.0.0.1:${known.port}/postgres`;

/** Proves that the server takes our password; a few tries, a starting server may still refuse the first. */
const answers = async (known: Access): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    const client = new pg.Client({
      connectionString: urlOf(known),
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT 1');
      return;
    } catch (cause) {
      if (tries === 20) throw new Error(`The database runs but refuses us: ${(cause as Error).message}`, { cause });
      await sleep(100);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
};

const ownerFile = (dataDir: string): string => join(dataDir, 'postgres.owner');

const readOwner = (dataDir: string): string | null =>
  existsSync(ownerFile(dataDir)) ? readFileSync(ownerFile(dataDir), 'utf8').trim() : null;

const own = (dataDir: string): void => {
  const draft = `${ownerFile(dataDir)}.${process.pid}`;
  writeFileSync(draft, processIdentity(process.pid));
  renameSync(draft, ownerFile(dataDir));
};

const isOwner = (dataDir: string): boolean => readOwner(dataDir) === processIdentity(process.pid);

/** Becomes the owner when the old one no longer lives. */
const takeOver = (dataDir: string): boolean => {
  const owner = readOwner(dataDir);
  const pid = Number(owner?.split(':')[0]);
  if (owner !== null && isAlive(pid) && processIdentity(pid) === owner) return isOwner(dataDir);
  own(dataDir);
  return isOwner(dataDir);
};

const handle = (
  dataDir: string,
  cluster: string,
  known: Access,
  adopted: boolean,
  log: (line: string) => void,
): Embedded => {
  let stopping: Promise<void> | undefined;
  const pid = readPostmaster(cluster)?.pid;
  return {
    url: urlOf(known),
    folder: cluster,
    adopted,
    isRunning: () => pid !== undefined && isServerOf(cluster, pid),
    stop: () => (stopping ??= isOwner(dataDir) ? stop(dataDir, cluster, log) : Promise.resolve()),
  };
};

const stop = async (dataDir: string, cluster: string, log: (line: string) => void): Promise<void> => {
  const found = readPostmaster(cluster);
  if (found !== null && isServerOf(cluster, found.pid)) {
    signal(found.pid, 'SIGINT'); // Fast: ends sessions, writes a checkpoint, leaves nothing to recover.
    const deadline = Date.now() + STOP_PATIENCE_MS;
    while (isAlive(found.pid)) {
      if (Date.now() > deadline) {
        log('the database did not stop in time and is stopped hard; it recovers at the next start');
        signal(found.pid, 'SIGQUIT');
        break;
      }
      await sleep(10);
    }
  }
  rmSync(ownerFile(dataDir), { force: true });
  if (dirname(cluster) !== dataDir)
    log(`the database stays in ${cluster}; whoever deletes ${dataDir} deletes ${dirname(cluster)} too`);
};

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch {
    // Gone in between.
  }
};
