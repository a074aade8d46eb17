import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Ticks of /proc are hundredths of a second on every Linux that we run on. */
const MS_PER_TICK = 10;

interface ProcessTimes {
  readonly parent: number;
  readonly ownMs: number;
  /** Of its children that have ended. */
  readonly childrenMs: number;
}

const timesOf = (pid: number | 'self'): ProcessTimes | null => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number);
    return {
      parent: fields[1]!,
      ownMs: (fields[11]! + fields[12]!) * MS_PER_TICK,
      childrenMs: (fields[13]! + fields[14]!) * MS_PER_TICK,
    };
  } catch {
    return null;
  }
};

/** CPU time of this process while `work` runs, microseconds. */
export const ownCpuUs = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

/** CPU time of one process in milliseconds; NaN where there is no /proc. */
export const processCpuMs = (pid: number): number => timesOf(pid)?.ownMs ?? Number.NaN;

/** CPU time of the children of this process that have ended, such as pgbench. */
export const endedChildrenCpuMs = (): number => timesOf('self')?.childrenMs ?? Number.NaN;

/** CPU time of a database server: the postmaster, its sessions, and those that have ended. */
export const clusterCpuMs = (dataDir: string): number => {
  const lock = join(dataDir, 'postgres', 'postmaster.pid');
  if (!existsSync('/proc/self/stat') || !existsSync(lock)) return Number.NaN;
  const postmaster = Number(readFileSync(lock, 'utf8').split('\n')[0]);
  for (;;) {
    const before = timesOf(postmaster);
    if (before === null) return Number.NaN;
    let sum = before.ownMs + before.childrenMs;
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      const times = timesOf(Number(name));
      if (times !== null && times.parent === postmaster) sum += times.ownMs;
    }
    // A session that ended meanwhile may stand in neither.
    if (timesOf(postmaster)?.childrenMs === before.childrenMs) return sum;
  }
};
