import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { canEnter, removeFolder } from './binaries.ts';
import type { ServerUser } from './binaries.ts';
import { createOnce } from '@minerx/files/create-once';

/**
 * Where the cluster lies: `DATA_DIR/postgres`, or, when the server's user cannot pass through DATA_DIR,
 * a folder elsewhere whose path stands in `DATA_DIR/postgres.location`.
 */
export const locateCluster = (dataDir: string, user: ServerUser | undefined, log: (line: string) => void): string => {
  const note = join(dataDir, 'postgres.location');
  if (existsSync(note)) return tell(readLocation(note), log);
  const usual = join(dataDir, 'postgres');
  if (user === undefined || canEnter(dataDir, user) || letEnter(dataDir, user)) return usual;
  const made = makeReachableFolder(user, dataDir);
  createOnce(note, `${join(made, 'postgres')}\n`);
  const chosen = readLocation(note);
  if (dirname(chosen) !== made) removeFolder(made);
  return tell(chosen, log);
};

/** At every start: who copies or deletes DATA_DIR has to know that the database is not in it. */
const tell = (elsewhere: string, log: (line: string) => void): string => {
  log(`the database user cannot enter DATA_DIR, so the database lies in ${elsewhere}`);
  return elsewhere;
};

const readLocation = (note: string): string => {
  const location = readFileSync(note, 'utf8').trim();
  if (isAbsolute(location) && existsSync(dirname(location))) return location;
  throw new Error(
    `${note} should name the folder of the database, and what it names is not there. Put back that folder, or remove the file to begin with an empty database.`,
  );
};

/**
 * Lets the server's group, and nobody else, pass through a folder that is ours and closed to all others, so that the
 * database can lie inside it. Undone when that is not enough: a folder above may be closed too, and those are not ours.
 */
const letEnter = (folder: string, user: ServerUser): boolean => {
  const { mode, uid, gid } = statSync(folder);
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0) return false;
  chownSync(folder, uid, user.gid);
  chmodSync(folder, (mode & 0o777) | 0o010);
  if (canEnter(folder, user)) return true;
  chmodSync(folder, mode & 0o777);
  chownSync(folder, uid, gid);
  return false;
};

const SHARED_HOMES = ['/var/lib', '/var/tmp'];
const FOLDER_PREFIX = 'minerx-';
/** In a folder outside DATA_DIR: whose it is. */
const OWNER_NOTE = 'data-dir';

/**
 * Folders of databases whose DATA_DIR is gone or has another one now. They are told and never removed by us: a disk that
 * is not mounted looks the same.
 */
export const listForsakenFolders = (): { folder: string; dataDir: string }[] => {
  const found: { folder: string; dataDir: string }[] = [];
  for (const home of SHARED_HOMES.filter((place) => existsSync(place))) {
    for (const name of readdirSync(home).filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
      const folder = join(home, name);
      const dataDir = readText(join(folder, OWNER_NOTE));
      const location = dataDir === null ? null : readText(join(dataDir, 'postgres.location'));
      if (dataDir !== null && (location === null || dirname(location) !== folder)) found.push({ folder, dataDir });
    }
  }
  return found;
};

const readText = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
};

/** A new folder outside a private DATA_DIR; `/tmp` is no choice, it is emptied at reboot. */
const makeReachableFolder = (user: ServerUser, dataDir: string): string => {
  for (const home of SHARED_HOMES) {
    if (!canEnter(home, user)) continue;
    try {
      const folder = mkdtempSync(join(home, FOLDER_PREFIX));
      writeFileSync(join(folder, OWNER_NOTE), `${dataDir}\n`, { mode: 0o600 });
      chmodSync(folder, 0o711);
      return folder;
    } catch {
      // Read-only or full: try the next place.
    }
  }
  throw new Error(
    'As root the database runs as the user nobody, who can enter neither DATA_DIR nor /var/lib nor /var/tmp. ' +
      'Set DATA_DIR to a folder that everybody may pass through, start as another user, or set DATABASE_URL.',
  );
};
