import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** Clusters of a whole run side by side, with their logs, take less than half of it. */
const ROOM_BYTES = 8 * 1024 ** 3;

const hasRoom = (): boolean => {
  if (process.platform !== 'linux' || !existsSync(IN_MEMORY) || process.availableMemory() < ROOM_BYTES) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize >= ROOM_BYTES;
};

/**
 * Where databases of tests live: in memory where there is room for them. A test file copies a database of a thousand files, and on a disk
 * that others write to a copy waits a second for it.
 */
export const quickFolder = (): string => (hasRoom() ? IN_MEMORY : tmpdir());
