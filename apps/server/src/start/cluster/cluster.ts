import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { access, freePort } from '@minerx/embedded-postgres/cluster';
import { locateCluster } from '@minerx/embedded-postgres/location';
import { appUrlOf } from '../../db/app-sign-in.ts';
import { withOwnVariables, type Env, type Role } from '../../env/env.ts';
import { ensureDatabase } from '../database.ts';
import type { Shutdown } from '../shutdown.ts';
import { startGuard } from './guard.ts';
import {
  databaseUser,
  findTool,
  keepProgram,
  missingPackages,
  startProcess,
  type KeptProgram,
} from './machine-programs.ts';
import { createPair } from './postgres-server.ts';
import { databaseProxy, membersProxy } from './proxy.ts';

/** `npm run cluster`: what `npm start` starts as one process, as several, on a database of two servers. */

const PROGRAMS: readonly { role: Role; count: number; firstPort: number }[] = [
  { role: 'api', count: 3, firstPort: 1 },
  { role: 'worker', count: 2, firstPort: 11 },
  { role: 'collector', count: 3, firstPort: 21 },
];

type Input = { env: Env; say: (line: string) => void; shutdown: Shutdown };

/** Two servers of PostgreSQL, who watches over them, and haproxy before them. @throws Error that names what to install */
export const startMachines = async ({ env, say, shutdown }: Input): Promise<Env> => {
  if (env.mode === 'production' || env.databaseUrl !== null)
    throw new Error(
      'npm run cluster is a demo on one machine, with a database of its own: unset APP_MODE and DATABASE_URL.',
    );
  const missing = missingPackages();
  if (missing.length > 0)
    throw new Error(`It needs programs of Debian: apt-get install --no-install-recommends ${missing.join(' ')}`);
  const { dataDir } = env;
  const home = locateCluster(dataDir, databaseUser(), say);
  if (existsSync(join(home, 'PG_VERSION')))
    throw new Error(`DATA_DIR ${dataDir} holds the database of npm start. Set DATA_DIR to a folder of its own.`);
  const { port, password } = await access(dataDir, undefined);
  const servers = await createPair(home, password, dataDir);
  const guard = await startGuard({ servers, dataDir, say });
  await shutdown.add('the database', guard.stop);
  noteIn(env)('guard', guard.port);
  const ownerUrl = new URL(await ensureDatabase(guard.primary().url));
  const replica = await freePort();
  const readUrl = new URL(ownerUrl);
  readUrl.port = String(replica);
  const proxy = await keepProxy(
    'haproxy-database',
    databaseProxy({ servers, guard: guard.port, primary: port, replica }),
    { env, say },
    guard.isAsked,
  );
  await shutdown.add('the proxy of the database', proxy.stop);
  ownerUrl.port = String(port);
  const [natsUrl, s3Url] = await Promise.all([startNats({ env, say, shutdown }), startBucket({ env, say, shutdown })]);
  const membersPort = env.port === 0 ? await freeBlock() : env.port;
  const publicUrl = env.port === 0 ? `http://${env.host}:${membersPort}` : env.publicUrl;
  return {
    ...env,
    port: membersPort,
    publicUrl,
    databaseUrl: appUrlOf(ownerUrl.href),
    databaseOwnerUrl: ownerUrl.href,
    databaseReadUrl: appUrlOf(readUrl.href),
    natsUrl,
    s3Url,
  };
};

/** What the processes tell each other through; it keeps nothing. */
const startNats = async ({ env, say, shutdown }: Input): Promise<string> => {
  const port = await freePort();
  const log = join(env.dataDir, 'nats.log');
  const start = () => startProcess(findTool('nats-server')!, ['-a', '127.0.0.1', '-p', String(port)], { log });
  const nats = await keepProgram({
    name: 'nats-server',
    start,
    log,
    isReady: () => isOpen(port),
    say,
    note: noteIn(env),
  });
  await shutdown.add('NATS', nats.stop);
  return `nats://127.0.0.1:${port}`;
};

const BUCKET = 'members-files';

/** What members send, in a bucket that lies in DATA_DIR. It believes every key: for trying alone. */
const startBucket = async ({ env, say, shutdown }: Input): Promise<string> => {
  const port = await freePort();
  const log = join(env.dataDir, 's3rver.log');
  const program = join(createRequire(import.meta.url).resolve('s3rver/package.json'), '../bin/s3rver.js');
  const options = ['-d', join(env.dataDir, 's3'), '-a', '127.0.0.1', '-p', String(port)];
  const start = () =>
    startProcess(process.execPath, ['--no-deprecation', program, ...options, '--configure-bucket', BUCKET], {
      log,
    });
  const kept = await keepProgram({ name: 's3rver', start, log, isReady: () => isOpen(port), say, note: noteIn(env) });
  await shutdown.add('the bucket', kept.stop);
  return `http://S3RVER:S3RVER@127.0.0.1:${port}/${BUCKET}`;
};

/** The members' port with those of all programs behind it, below the ones that the system gives to whoever connects: a program that is started again finds its own free. */
const freeBlock = async (): Promise<number> => {
  for (;;) {
    const first = 10_000 + 100 * Math.floor(Math.random() * 200);
    const behind = PROGRAMS.flatMap(({ count, firstPort }) => Array.from({ length: count }, (_, n) => firstPort + n));
    const taken = await Promise.all([0, ...behind].map((offset) => isOpen(first + offset)));
    if (!taken.includes(true)) return first;
  }
};

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const keepProxy = (
  name: string,
  config: string,
  { env, say }: Pick<Input, 'env' | 'say'>,
  isReady: () => Promise<boolean>,
): Promise<KeptProgram> => {
  const file = join(env.dataDir, `${name}.cfg`);
  writeFileSync(file, config);
  const log = join(env.dataDir, `${name}.log`);
  return keepProgram({
    name,
    start: () => startProcess(findTool('haproxy')!, ['-db', '-f', file], { log }),
    log,
    isReady,
    say,
    note: noteIn(env),
  });
};

/** What the one simulated world is to the processes that share it. */
type SharedWorld = Pick<Env, (typeof SHARED)[number]>;

const SHARED = [
  'market',
  'secondMarket',
  'network',
  'pool',
  'chains',
  'tron',
  'depositKeys',
  'signerSocket',
  'clockOffsetMs',
] as const;

/** The world that the start of a cluster holds, in the environment of one of its processes. */
export const joinWorld = (env: Env, file: string): Env => ({
  ...env,
  ...(JSON.parse(readFileSync(file, 'utf8')) as SharedWorld),
});

const START = fileURLToPath(new URL('../../start.ts', import.meta.url));

/** Starts every process of the product and the proxy that members reach them by; each of them comes back when it ends. */
export const startPrograms = async (
  { env, say, shutdown }: Input,
  /** Whoever held the members' port lets go of it. */
  beforeListening: () => Promise<void>,
): Promise<void> => {
  const world = join(env.dataDir, 'world.json');
  writeFileSync(world, JSON.stringify(Object.fromEntries(SHARED.map((name) => [name, env[name]]))), { mode: 0o600 });
  const planned = PROGRAMS.flatMap(({ role, count, firstPort }) =>
    Array.from({ length: count }, (_, n) => ({ role, name: `${role}${n + 1}`, port: env.port + firstPort + n })),
  );
  const running: KeptProgram[] = [];
  const started = await Promise.allSettled(
    planned.map(async ({ role, name, port }) => {
      const variables = withOwnVariables({
        DATA_DIR: env.dataDir,
        DATABASE_URL: env.databaseUrl!,
        DATABASE_READ_URL: env.databaseReadUrl!,
        NATS_URL: env.natsUrl!,
        S3_URL: env.s3Url!,
        DEMO_DATABASE: 'yes',
        DEMO_WORLD: world,
        ROLES: role,
        PORT: String(port),
        PUBLIC_URL: env.publicUrl,
        TRUST_PROXY: '1',
        DRAIN_SECONDS: '3',
      });
      const log = join(env.dataDir, `${name}.log`);
      const start = () => startProcess(process.execPath, [...process.execArgv, START], { log, env: variables });
      running.push(await keepProgram({ name, start, log, isReady: () => isReady(port), say, note: noteIn(env) }));
    }),
  );
  await shutdown.add('the programs', () => Promise.all(running.map((program) => program.stop())));
  for (const outcome of started) if (outcome.status === 'rejected') throw outcome.reason;
  await beforeListening();
  const config = membersProxy(
    env.host,
    env.port,
    planned.filter(({ role }) => role === 'api'),
  );
  const proxy = await keepProxy('haproxy-members', config, { env, say }, () =>
    answersAt(`http://127.0.0.1:${env.port}/api/system/languages`),
  );
  await shutdown.add('the proxy of the members', proxy.stop);
};

const numbers: Record<string, number> = {};

/** For whoever wants to look at one of them, or end it on purpose: their processes, and the port of the guard. */
const noteIn =
  ({ dataDir }: Env) =>
  (name: string, number: number): void => {
    numbers[name] = number;
    const file = join(dataDir, 'cluster.json');
    writeFileSync(`${file}.new`, JSON.stringify(numbers));
    renameSync(`${file}.new`, file);
  };

const isReady = (port: number): Promise<boolean> => answersAt(`http://127.0.0.1:${port}/readyz`);

const answersAt = async (url: string): Promise<boolean> => {
  const answer = await fetch(url).catch(() => null);
  return answer?.ok === true;
};
