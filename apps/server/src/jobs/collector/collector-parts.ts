import { ADVISORY_LOCK, countHolders, endParts, tryParts } from '../../db/advisory-locks.ts';
import type { Leadership } from '../leadership.ts';

/** Shared out evenly among one to six processes, and nearly so among more. */
const PARTS = 60;
/** Devices that were registered together stay together: half of a site failing at once is its link. */
const BLOCK = 16;

/** The part of the fleet that a device is in for good: nothing that changes may move it to a process that does not know yet. */
export const partOf = (deviceId: number): number => Math.floor(deviceId / BLOCK) % PARTS;

/** Parts that are too many here, now that others collect as well. */
export const listTooMany = (held: ReadonlySet<number>, present: number): number[] =>
  [...held].slice(Math.ceil(PARTS / present));

/** How many processes collect. */
export const countCollectors = (lease: Leadership): Promise<number> =>
  lease.look((db) => countHolders(db, ADVISORY_LOCK.collector));

/** Takes what nobody has, up to this process's share; each is its own until the connection of the lease ends or it is given back. */
export const takeParts = (lease: Leadership, held: ReadonlySet<number>, present: number): Promise<number[]> => {
  const most = Math.ceil(PARTS / present) - held.size;
  if (most <= 0) return Promise.resolve([]);
  return lease.write((tx) => tryParts(tx, ADVISORY_LOCK.collector, { of: PARTS, except: [...held], most }));
};

export const giveParts = (lease: Leadership, parts: readonly number[]): Promise<void> =>
  lease.write((tx) => endParts(tx, ADVISORY_LOCK.collector, parts));
