import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { readKept } from '@minerx/files/kept-file';
import { removeFolder } from './binaries.ts';
import type { ServerUser } from './binaries.ts';
import { createOnce } from '@minerx/files/create-once';

/** The owner's name inside the embedded cluster. */
export const OWNER = 'minerx';

/** What DATA_DIR remembers of its cluster; the file is readable by its owner only. */
export type Access = z.infer<typeof keptAccess>;

const keptAccess = z.object({ port: z.int().check(z.minimum(1), z.maximum(65_535)), password: z.string() });

/** Port and password of the cluster; made once, also when two launchers start at the same moment. */
export const access = async (dataDir: string, askedPort: number | undefined): Promise<Access> => {
  const file = join(dataDir, 'postgres.json');
  const read = (): Access | null =>
    readKept(
      file,
      keptAccess,
      `It holds port and password of the database. Put back a copy of it; if the data may be lost, set DATA_DIR to another folder or remove ${dataDir}.`,
    );
  if (read() === null) {
    const made: Access = {
      port: askedPort ?? (await freePort()),
      password: randomBytes(24).toString('base64url'),
    };
    createOnce(file, JSON.stringify(made));
  }
  const known = read();
  if (known === null) throw new Error(`${file} was removed while it was read. Start again.`);
  return known;
};

/** Remembers a new port after the old one was taken by another program. */
export const rememberPort = (dataDir: string, known: Access, port: number): Access => {
  const file = join(dataDir, 'postgres.json');
  const next = { ...known, port };
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(next), { mode: 0o600 });
  renameSync(`${file}.${process.pid}`, file);
  return next;
};

/** Below those that a system gives to connections going out (32768 on Linux), above those that services are known by. */
const PORTS = [15_000, 32_000] as const;
const TRIES = 20;

const isFree = async (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** A port of the loopback that nobody has now, and that no connection of another program takes while it is let go and taken again. */
export const freePort = async (): Promise<number> => {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const port = randomInt(...PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error('no port of the loopback is free');
};

type ClusterInput = {
  cluster: string;
  binaries: string;
  password: string;
  user: ServerUser | undefined;
  /** Tests only: do not wait for the disk while creating. */
  unsafeFast: boolean;
};

/**
 * Creates the cluster unless it exists. It is made under another name and renamed when complete, so that an
 * interrupted creation is never mistaken for a cluster and of two creators one wins.
 */
export const ensureCluster = async (input: ClusterInput): Promise<void> => {
  if (existsSync(join(input.cluster, 'PG_VERSION'))) return;
  const mark = `${process.pid}-${randomBytes(3).toString('hex')}`;
  const draft = `${input.cluster}.new-${mark}`;
  const passwordFile = join(dirname(input.cluster), `${basename(input.cluster)}.pw-${mark}`);
  try {
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(passwordFile, input.password, { mode: 0o600 });
    if (input.user !== undefined) {
      chownSync(draft, input.user.uid, input.user.gid);
      chownSync(passwordFile, input.user.uid, input.user.gid);
    }
    await initdb(input, draft, passwordFile);
    renameUnlessThere(draft, input.cluster);
  } finally {
    rmSync(passwordFile, { force: true });
    removeFolder(draft);
  }
};

const renameUnlessThere = (draft: string, cluster: string): void => {
  try {
    renameSync(draft, cluster);
  } catch (error) {
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error;
  }
};

const initdb = async (input: ClusterInput, draft: string, passwordFile: string): Promise<void> => {
  const options = [
    `--pgdata=${draft}`,
    `--username=${OWNER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The built-in provider sorts the same on every machine, whatever its C library or ICU.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    ...(input.unsafeFast ? ['--no-sync'] : []),
  ];
  await new Promise<void>((resolve, reject) => {
    const child = spawn(join(input.binaries, 'bin', 'initdb'), options, {
      ...input.user,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('error', (cause) => reject(new Error(`initdb could not be started: ${cause.message}`, { cause })));
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`initdb failed (${code}):\n${said.trim()}`)),
    );
  });
};

/** Refuses a cluster that another user owns: the server would refuse it too, with a worse message. */
export const checkOwner = (cluster: string, user: ServerUser | undefined): void => {
  const owner = statSync(cluster).uid;
  const expected = user?.uid ?? process.getuid?.();
  if (expected !== undefined && owner !== expected) {
    throw new Error(
      `The database folder ${cluster} belongs to user ${owner}, but the server would run as user ${expected}. ` +
        'Start as the user who created it, or choose another DATA_DIR.',
    );
  }
  chmodSync(cluster, 0o700);
};
