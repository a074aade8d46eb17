import type { PoolWorker } from '../../outside/pool/port.ts';

/** What the pool calls a device is found by. */
export interface NamedDevice {
  id: number;
  serial: string;
  /** As the machine tells it; null: it tells none. */
  poolWorker: string | null;
  isRetired: boolean;
}

export type NamedWorker = Pick<PoolWorker, 'name' | 'state' | 'hashrate24h'>;

/** Workers and devices that end alike, of which nobody knows whose is whose. */
export interface UnclearWorkers {
  workers: string[];
  serials: string[];
}

/** `acct.X1-000124` and `acct.farm.X1-000124` end in `X1-000124`. */
export const endOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/**
 * Whose worker is whose. A device's is the one whose whole name it tells; of two devices that tell the same, the first. Machine and pool may name the
 * farm between account and end differently, and a machine that tells no worker is known by our serial: then by the end of the name, where one worker and one
 * device have it. Where more have it nobody knows, and the pool has told nothing of them; nor where a machine was renamed within the day.
 */
export const sortOutWorkers = <Worker extends NamedWorker>(
  workers: readonly Worker[],
  devices: readonly NamedDevice[],
): { ofDevice: Map<number, Worker>; unclear: UnclearWorkers[] } => {
  const ofDevice = new Map<number, Worker>();
  const unclear: UnclearWorkers[] = [];
  const devicesBy = Map.groupBy(devices, ({ poolWorker, serial }) => endOf(poolWorker ?? serial));
  for (const [end, alike] of Map.groupBy(workers, ({ name }) => endOf(name))) {
    const candidates = inService(devicesBy.get(end) ?? [], ({ isRetired }) => !isRetired).toSorted(
      (a, b) => a.id - b.id,
    );
    const told = inService(alike, ({ state }) => state !== 'disabled');
    const left = told.filter((worker) => {
      const own = candidates.find(({ poolWorker }) => poolWorker === worker.name);
      if (own !== undefined) ofDevice.set(own.id, worker);
      return own === undefined;
    });
    const say = (unknown: readonly Worker[]) =>
      unclear.push({ workers: unknown.map(({ name }) => name), serials: candidates.map(({ serial }) => serial) });
    if (candidates.length > 0 && isRenamed(alike, devicesBy.get(end)!)) {
      for (const { id } of candidates) ofDevice.delete(id);
      say(alike);
      continue;
    }
    const without = candidates.filter(({ id }) => !ofDevice.has(id));
    if (left.length === 0 || without.length === 0) continue;
    if (told.length === 1 && candidates.length === 1) ofDevice.set(without[0]!.id, left[0]!);
    else say(told);
  }
  return { ofDevice, unclear };
};

/** One delivered within the day and has stopped, which no device tells, and another delivers: each has a part of what a machine did. */
const isRenamed = (alike: readonly NamedWorker[], devices: readonly NamedDevice[]): boolean => {
  const [stopped, going] = [alike.filter(hasStopped), alike.filter((worker) => !hasStopped(worker))];
  const isTold = ({ name }: NamedWorker) => devices.some(({ poolWorker }) => poolWorker === name);
  return going.some(({ hashrate24h }) => hashrate24h > 0) && stopped.some((worker) => !isTold(worker));
};
const hasStopped = ({ state, hashrate24h }: NamedWorker): boolean =>
  hashrate24h > 0 && (state === 'off' || state === 'disabled');

/** Those that are in service; all where none is. */
const inService = <T>(all: readonly T[], isLive: (one: T) => boolean): readonly T[] => {
  const live = all.filter(isLive);
  return live.length > 0 ? live : all;
};
