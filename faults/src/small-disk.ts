import { execFileSync } from 'node:child_process';
import { closeSync, openSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Fills a file system until so much is left; gives the file that does. */
export const fillUp = (folder: string, leftMb: number): string => {
  const file = join(folder, 'ballast');
  const handle = openSync(file, 'w');
  const piece = Buffer.alloc(256 * 1024);
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(folder);
      const free = bavail * bsize - leftMb * 1024 * 1024;
      if (free <= 0) break;
      writeSync(handle, piece.subarray(0, Math.min(piece.length, free)));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  closeSync(handle);
  return file;
};

/** A small file system at a folder; false, with a word, where this machine does not let us mount one. */
export const mountSmallDisk = (disk: string, sizeMb: number): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=0711`, 'tmpfs', disk], { stdio: 'pipe' });
    return true;
  } catch (error) {
    console.log(
      `Skipped: this machine does not let us mount a small file system (${(error as Error).message.trim().split('\n').at(-1)}).`,
    );
    return false;
  }
};
