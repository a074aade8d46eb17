import { fchmodSync, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DestinationStream } from 'pino';

/** What a slow reader may leave behind before lines are dropped. */
const MOST_HELD_BYTES = 1024 * 1024;
const NEWLINE = 10;
/** It names members. */
const MODE = 0o600;

let lost = 0;

/** Lines of the log that this process could not write: told on `/metrics`, since the log cannot tell it. */
export const lostLogLines = (): number => lost;

/** Counts a line that could not be written. */
export const loseLogLine = (): void => void (lost += 1);

/**
 * Where log lines go: standard output, or a file. Written at once, so that the last words of a process are not lost, and
 * never a reason to stop: a full disk, a reader that left or a folder that is gone costs the line, which is counted, and
 * nothing else. What was written when there is room again stands on a line of its own.
 */
export const createLogDestination = (file: string | null = null): DestinationStream => {
  let fd = file === null ? 1 : null;
  /** What a slow reader has not taken yet. */
  let held: Buffer = Buffer.alloc(0);
  /** The last byte that went out was not the end of its line. */
  let inLine = false;

  const push = (bytes: Buffer): void => {
    fd ??= openLog(file!);
    held = Buffer.alloc(0);
    for (let from = 0; from < bytes.length;) {
      try {
        from += writeSync(fd, bytes, from);
        inLine = bytes[from - 1] !== NEWLINE;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
        held = bytes.subarray(from);
        return;
      }
    }
  };

  return {
    write: (line) => {
      try {
        if (held.length + line.length > MOST_HELD_BYTES) return loseLogLine();
        push(held.length > 0 ? Buffer.concat([held, Buffer.from(line)]) : Buffer.from(inLine ? `\n${line}` : line));
      } catch {
        loseLogLine();
      }
    },
  };
};

const openLog = (file: string): number => {
  mkdirSync(dirname(file), { recursive: true });
  const fd = openSync(file, 'a', MODE);
  // A file that is there keeps the mode it was made with; a device is not ours to change.
  if (fstatSync(fd).isFile()) fchmodSync(fd, MODE);
  return fd;
};

/** Whether an error nobody caught only says that there was no room or no reader for something. */
export const isLostOutput = (error: unknown): boolean => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return true;
  return syscall === 'write' && (code === 'EPIPE' || code === 'EIO' || code === 'EBADF');
};
