import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What `postmaster.pid` says: the file's lines 1, 4 and 8. */
type Postmaster = {
  pid: number;
  port: number;
  status: 'starting' | 'ready' | 'stopping' | 'unknown';
};

/** Reads the lock file of a cluster; null when there is none or it is half written. */
export const readPostmaster = (cluster: string): Postmaster | null => {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const word = lines[7]?.trim();
  const status = word === 'ready' || word === 'starting' || word === 'stopping' ? word : 'unknown';
  return { pid, port: Number(lines[3] ?? 0), status };
};

/** Whether the process lives; a zombie that nobody reaps is dead. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return stateOf(pid) !== 'Z';
};

const stateOf = (pid: number): string => {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
    }
    return execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .slice(0, 1);
  } catch {
    return '';
  }
};

/** Identity of a process beyond its number, which the system gives out again: number and start time. */
export const processIdentity = (pid: number): string => {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // Field 22 of proc(5), counted after the name, which may contain spaces.
      return `${pid}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
    }
    return `${pid}:${execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()}`;
  } catch {
    return `${pid}:gone`;
  }
};

/**
 * Whether the process of that number is a server of this cluster. After a reboot the number in an old lock file
 * may belong to any program; a PostgreSQL process always has its cluster as working folder.
 */
export const isServerOf = (cluster: string, pid: number): boolean => {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') return workingFolder(pid) === realpathSync(cluster);
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes('postgres');
  } catch {
    return false;
  }
};

const workingFolder = (pid: number | string): string | null => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
};

/**
 * Removes a lock file that is empty or garbage, as a full disk or a power cut leave it, or whose process number belongs to
 * a stranger or a zombie. With a dead number PostgreSQL cleans up itself, and better: it also checks the shared memory.
 * Never touches the file while any process works in the cluster, or where nobody can say so.
 */
export const removeStaleLock = (cluster: string, log: (line: string) => void): void => {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const found = readPostmaster(cluster);
  if (found !== null && isServerOf(cluster, found.pid)) return;
  if (process.platform === 'linux') {
    const folder = realpathSync(cluster);
    if (readdirSync('/proc').some((entry) => /^\d+$/.test(entry) && workingFolder(entry) === folder)) return;
  }
  if (found === null) {
    if (process.platform !== 'linux') return;
    log(`removing a database lock that says nothing (${file}): no process works in this cluster`);
  } else {
    try {
      process.kill(found.pid, 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
    }
    log(`removing a stale database lock: process ${found.pid} is no server of this cluster`);
  }
  rmSync(file, { force: true });
};
