import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Programs of this machine that a cluster is made of: found, started so that none outlives us, and kept running. */

const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/** By the package of Debian that brings it. */
const NEEDED = {
  pg_rewind: 'postgresql',
  pg_basebackup: 'postgresql',
  haproxy: 'haproxy',
  'nats-server': 'nats-server',
  setpriv: 'util-linux',
} as const;

type Tool = keyof typeof NEEDED | 'initdb' | 'pgbackrest';

/** Where a program is; null: nowhere. Debian keeps those of PostgreSQL by their version, newest first. */
export const findTool = (name: string): string | null => {
  const versions = existsSync(DEBIAN_POSTGRES)
    ? readdirSync(DEBIAN_POSTGRES).toSorted((a, b) => Number(b) - Number(a))
    : [];
  const folders = [...versions.map((version) => join(DEBIAN_POSTGRES, version, 'bin')), '/usr/sbin', '/usr/bin'];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
};

/** What must be installed first. */
export const missingPackages = (): string[] => [
  ...new Set(Object.entries(NEEDED).flatMap(([tool, packageName]) => (findTool(tool) === null ? [packageName] : []))),
];

/** Debian's user of the database; a server of PostgreSQL refuses to run as root. */
export type SystemUser = { uid: number; gid: number };

export const databaseUser = (): SystemUser | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
};

type Started = {
  user?: SystemUser | undefined;
  /** File that gets what it says. */
  log: string;
  env?: NodeJS.ProcessEnv;
};

/** Whatever we start ends with us, also when we are killed. Ctrl-C reaches us alone, and we stop the parts in their order. */
export const startProcess = (file: string, args: readonly string[], { user, log, env }: Started): ChildProcess => {
  const output = openSync(log, 'a', 0o600);
  const as = user === undefined ? [] : [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  const child = spawn(findTool('setpriv')!, ['--pdeathsig=INT', ...as, file, ...args], {
    stdio: ['ignore', output, output],
    detached: true,
    // Who is another user may not enter our folder.
    ...(user && { cwd: '/' }),
    ...(env && { env }),
  });
  child.on('error', () => undefined);
  closeSync(output);
  return child;
};

/** Runs a program to its end. @throws Error with its last words */
export const runTool = async (
  tool: Tool,
  args: readonly string[],
  user: SystemUser | undefined,
  env = {},
): Promise<void> => {
  const child = spawn(findTool(tool)!, args, {
    ...user,
    cwd: '/',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)));
  const code = await new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${tool} failed (${String(code)}): ${said.trim()}`);
};

export const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null || pid === undefined;

export const endOf = (child: ChildProcess): Promise<void> =>
  hasEnded(child) ? Promise.resolve() : new Promise((resolve) => child.once('exit', () => resolve()));

/** Eight start at once, maybe on a busy machine. */
const READY_PATIENCE_MS = 600_000;
const LOOK_MS = 100;
const AGAIN_MS = 500;

/** A program that is started again whenever it ends by itself. */
export type KeptProgram = { stop(): Promise<void> };

type Kept = {
  name: string;
  start: () => ChildProcess;
  /** File that has what it says. */
  log: string;
  isReady: () => Promise<boolean>;
  say: (line: string) => void;
  /** Told the process of each start. */
  note: (name: string, pid: number) => void;
};

/** Starts a program, waits until it is ready, and from then on keeps it running. @throws Error with its last words when it ends before it was ready */
export const keepProgram = async ({ name, start, log, isReady, say, note }: Kept): Promise<KeptProgram> => {
  const begin = (): ChildProcess => {
    const begun = start();
    note(name, begun.pid ?? 0);
    return begun;
  };
  let child = begin();
  const until = performance.now() + READY_PATIENCE_MS;
  let stopping = false;
  const stop = async (): Promise<void> => {
    stopping = true;
    child.kill('SIGTERM');
    await endOf(child);
  };
  while (!(await isReady())) {
    if (hasEnded(child) || performance.now() > until) {
      await stop();
      throw new Error(`${name} did not become ready: ${readFileSync(log, 'utf8').slice(-1000)}`);
    }
    await sleep(LOOK_MS);
  }
  const watch = async (): Promise<void> => {
    for (;;) {
      await endOf(child);
      if (stopping) return;
      say(`${name} ended and is started again`);
      await sleep(AGAIN_MS);
      if (stopping) return;
      child = begin();
    }
  };
  void watch();
  return { stop };
};
