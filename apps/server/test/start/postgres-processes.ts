import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The first process of the embedded server under a data folder. */
export const postmasterOf = (dataDir: string): number => {
  const pid = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1) throw new Error('the database server has no process number');
  return pid;
};

/** It and all that it started, itself first: whoever stops it first keeps it from starting others. */
export const serverProcesses = (dataDir: string): number[] => {
  const postmaster = postmasterOf(dataDir);
  const children = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => parentOf(pid) === postmaster);
  return [postmaster, ...children];
};

/** Who started a process; null when it is gone. */
export const parentOf = (pid: number): number | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 4 of proc(5), counted after the name, which may contain spaces.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
};
