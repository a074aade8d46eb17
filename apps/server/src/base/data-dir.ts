import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readKept } from '@minerx/files/kept-file';
import * as z from 'zod/mini';

/**
 * Makes DATA_DIR and proves that it takes files; asking for permissions would not see a file system that is read-only.
 * @throws Error with a sentence for whoever starts the program.
 */
export const openDataDir = (dataDir: string): void => {
  const probe = join(dataDir, `.probe-${process.pid}`);
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (cause) {
    throw new Error(`DATA_DIR ${dataDir} ${unfit(cause)}. Set DATA_DIR to a folder of your own.`, { cause });
  }
};

const unfit = (cause: unknown): string => {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'is a file, or lies below one';
  if (code === 'EROFS') return 'is on a read-only file system';
  if (code === 'ENOSPC') return 'is on a full disk';
  return `cannot be written (${code ?? String(cause)})`;
};

/**
 * Keeps DATA_DIR to this process until it ends, however it ends: the lock is the operating system's, on `start.lock`,
 * and SQLite's way of taking it is the same on every system. Nothing is ever stored in that file.
 * @param shared processes that are told parts of the work (`ROLES`) may share a folder with each other.
 * @throws Error with a sentence when somebody else has it.
 */
export const lockDataDir = (dataDir: string, shared: boolean): { release(): void } => {
  const file = join(dataDir, 'start.lock');
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY');
    lock.exec(shared ? 'BEGIN; SELECT count(*) FROM sqlite_schema' : 'BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY)
      throw new Error(`${file} cannot be locked: ${(cause as Error).message}. Remove it if it is no file of ours.`, {
        cause,
      });
    throw new Error(
      `Another start works on DATA_DIR ${dataDir}. Stop that one first, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
  return { release: () => lock.close() };
};

const SQLITE_BUSY = 5;

const ADDRESS_FILE = 'address.json';

/** Leaves word for the operators' shell where members reach the server of this folder. */
export const noteAddress = (dataDir: string, url: string): void => {
  writeFileSync(join(dataDir, ADDRESS_FILE), JSON.stringify({ url }));
};

/** Where the server that last started on this folder is reached; null where none has. */
export const findNotedAddress = (dataDir: string): string | null =>
  readKept(join(dataDir, ADDRESS_FILE), z.object({ url: z.url() }), 'Remove it: the next start writes it anew.')?.url ??
  null;
