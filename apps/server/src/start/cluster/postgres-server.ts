import type { ChildProcess } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isServerOf } from '@minerx/embedded-postgres/postmaster';
import { freePort } from '@minerx/embedded-postgres/cluster';
import { databaseUser, endOf, findTool, hasEnded, runTool, startProcess, type SystemUser } from './machine-programs.ts';

/** One server of PostgreSQL of a pair: its files, its process, and what makes it follow the other one. */
export type PostgresServer = {
  readonly name: string;
  readonly port: number;
  readonly folder: string;
  /** Its owner's address of the database that is always there. */
  readonly url: string;
  /** For short questions of whoever watches over it. */
  readonly pool: pg.Pool;
  /** For what takes its time. */
  askAtLength(statement: string): Promise<unknown>;
  exists(): boolean;
  isRunning(): boolean;
  /** Whether its files are those of one that follows. */
  isStandby(): boolean;
  make(): Promise<void>;
  /** Makes its files anew, or what differs of them, so that it can follow another. */
  copy(of: PostgresServer): Promise<void>;
  /** Starts it, as one that follows when another is named, and waits until it answers. */
  start(follows: PostgresServer | null): Promise<void>;
  /** Every process that works on its files, the first one first. */
  processes(): number[];
  /** Ends every process that works on its files, now: afterwards nobody is told of a commit by it. */
  fence(): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
};

type Input = {
  name: string;
  folder: string;
  port: number;
  user: SystemUser | undefined;
  password: string;
  /** As PostgreSQL's own programs read it. */
  passwordFile: string;
  log: string;
};

const OWNER = 'minerx';
const START_PATIENCE_MS = 60_000;
const LOOK_MS = 50;
const FENCE_MS = 10;
const LONG_MS = 60_000;

/** Of both alike; `synchronous_standby_names` is the guard's, who writes it beside them. */
const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
wal_level = replica
hot_standby = on
synchronous_commit = on
max_connections = 400
# What a standby may miss and still catch up; beyond it, its files are made anew.
wal_keep_size = '512MB'
wal_receiver_status_interval = '1s'
wal_sender_timeout = '5s'
wal_receiver_timeout = '5s'
`;

/** What one has that the other has not, on the command line: files are copied from one to the other. */
const ownSettings = ({ name, port, passwordFile }: Input, follows: PostgresServer | null): string[] =>
  Object.entries({
    cluster_name: name,
    port,
    ...(follows && {
      primary_conninfo: `host=127.0.0.1 port=${follows.port} user=${OWNER} passfile=${passwordFile} application_name=${name}`,
    }),
  }).flatMap(([setting, value]) => ['-c', `${setting}=${value}`]);

const createPostgresServer = (input: Input): PostgresServer => {
  const { name, folder, port, user, password, log } = input;
  const url = `postgres://${OWNER}:${password}@127.0.0.1:${port}/postgres`;
  const pool = new pg.Pool({ connectionString: url, max: 2, connectionTimeoutMillis: 1000, query_timeout: 1000 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  let child: ChildProcess | null = null;
  const isRunning = (): boolean => child !== null && !hasEnded(child);
  const processes = (): number[] =>
    readdirSync('/proc')
      .map(Number)
      .filter((each) => each > 0 && isServerOf(folder, each))
      .toSorted((one, other) => one - other);
  return {
    name,
    port,
    folder,
    url,
    pool,
    ...filesOf(input),
    // The driver knows this field of a query; its types do not.
    askAtLength: (text) => pool.query({ text, query_timeout: LONG_MS } as { text: string }),
    isRunning,
    processes,
    start: async (follows) => {
      child = startProcess(findTool('postgres')!, ['-D', folder, ...ownSettings(input, follows)], { user, log });
      await answers(pool, child, name);
    },
    fence: async () => {
      // The first process first: it starts no other any more.
      child?.kill('SIGKILL');
      for (let left = processes(); left.length > 0; left = processes()) {
        for (const pid of left) kill(pid);
        await sleep(FENCE_MS);
      }
    },
    stop: async () => {
      if (child === null || !isRunning()) return;
      child.kill('SIGINT');
      await endOf(child);
    },
    close: () => pool.end(),
  };
};

/**
 * The two servers of a pair below a folder, each on a port of its own.
 * @param home is made; they keep their files in it
 * @param logs folder of what they say
 */
export const createPair = async (
  home: string,
  password: string,
  logs: string,
): Promise<readonly [PostgresServer, PostgresServer]> => {
  const user = databaseUser();
  const passwordFile = join(home, 'passwords');
  mkdirSync(home, { recursive: true, mode: 0o711 });
  writeFileSync(passwordFile, `127.0.0.1:*:*:${OWNER}:${password}\n`, { mode: 0o600 });
  if (user !== undefined) chownSync(passwordFile, user.uid, user.gid);
  const create = async (name: string): Promise<PostgresServer> => {
    const [folder, log, port] = [join(home, name), join(logs, `postgres-${name}.log`), await freePort()];
    return createPostgresServer({ name, folder, port, user, password, passwordFile, log });
  };
  return [await create('a'), await create('b')];
};

const filesOf = ({
  folder,
  user,
  password,
  passwordFile,
}: Input): Pick<PostgresServer, 'exists' | 'isStandby' | 'make' | 'copy'> => {
  const standbyMark = join(folder, 'standby.signal');
  const exists = (): boolean => existsSync(join(folder, 'PG_VERSION'));
  const isStandby = (): boolean => existsSync(standbyMark);
  const tool = (program: Parameters<typeof runTool>[0], args: string[]): Promise<void> =>
    runTool(program, args, user, { PGPASSFILE: passwordFile });
  const makeFolder = (): void => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (user !== undefined) chownSync(folder, user.uid, user.gid);
  };
  return {
    exists,
    isStandby,
    make: async () => {
      makeFolder();
      const passwords = `${folder}.password`;
      writeFileSync(passwords, password, { mode: 0o600 });
      if (user !== undefined) chownSync(passwords, user.uid, user.gid);
      const words = ['--encoding=UTF8', '--locale=C.UTF-8', '--data-checksums', '--auth=scram-sha-256'];
      await tool('initdb', [`--pgdata=${folder}`, `--username=${OWNER}`, `--pwfile=${passwords}`, ...words]);
      rmSync(passwords);
      appendFileSync(join(folder, 'postgresql.conf'), SETTINGS);
    },
    copy: async (of) => {
      const whole = (): Promise<void> => {
        makeFolder();
        const from = ['-h', '127.0.0.1', '-p', String(of.port), '-U', OWNER];
        return tool('pg_basebackup', [...from, '-D', folder, '-X', 'stream', '-c', 'fast']);
      };
      // After a failover it may know of commits that nobody was told of: they are wound back. What follows already is whole again only as a new copy.
      if (!exists() || isStandby()) await whole();
      else {
        await of.askAtLength('CHECKPOINT');
        rmSync(join(folder, 'postmaster.pid'), { force: true });
        const source = `host=127.0.0.1 port=${of.port} user=${OWNER} dbname=postgres`;
        await tool('pg_rewind', [`--target-pgdata=${folder}`, `--source-server=${source}`]).catch(whole);
      }
      writeFileSync(standbyMark, '');
    },
  };
};

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone in between.
  }
};

const answers = async (pool: pg.Pool, child: ChildProcess, name: string): Promise<void> => {
  const until = performance.now() + START_PATIENCE_MS;
  for (;;) {
    try {
      await pool.query('SELECT 1');
      return;
    } catch (cause) {
      if (hasEnded(child) || performance.now() > until)
        throw new Error(`PostgreSQL ${name} did not start: ${(cause as Error).message}`, { cause });
    }
    await sleep(LOOK_MS);
  }
};
