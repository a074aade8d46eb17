import type { Tx } from '../../db/transaction.ts';
import {
  addLateMinutes,
  addMinutes,
  dayOfMinute,
  ensureDay,
  findClosedMinutes,
  keepLinks,
  keepStates,
  putAside,
  type ClosedMinutes,
  type MinuteRow,
  type StateRow,
} from './telemetry.store.ts';

export type { MinuteRow, StateRow } from './telemetry.store.ts';

/** A device whose minutes the database did not take. */
export interface RejectedDevice {
  deviceId: number;
  reason: string;
}

/**
 * Writes what the collector measured: minutes are added to what is there, the devices' places replaced, both or neither,
 * so that after a crash the counters continue exactly where the minutes end. Minutes that are settled are kept aside for a correction.
 * What the database does not take of one device is put aside with its reason, and its place is forgotten; all others are written.
 */
export const recordMeasurements = async (
  tx: Tx,
  minutes: readonly MinuteRow[],
  states: readonly StateRow[],
): Promise<RejectedDevice[]> => {
  const days = [...new Set(minutes.map((row) => dayOfMinute(row.minute)))];
  const closed = await findClosedMinutes(tx, days);
  for (const day of days) if (!closed.days.has(day)) await ensureDay(tx, day);
  const rejected: RejectedDevice[] = [];
  await write(tx, byDevice(minutes, states), closed, rejected);
  return rejected;
};

/** Notes at once which devices began or stopped answering. */
export const recordLinks = (tx: Tx, links: readonly [deviceId: number, connected: boolean][]): Promise<void> =>
  keepLinks(tx, links);

interface DeviceBatch {
  deviceId: number;
  minutes: MinuteRow[];
  state: StateRow | null;
}

/** Always in the same order, so that two writers can never wait for each other. */
const byDevice = (minutes: readonly MinuteRow[], states: readonly StateRow[]): DeviceBatch[] => {
  const batches = new Map<number, DeviceBatch>();
  const of = (deviceId: number): DeviceBatch => {
    let batch = batches.get(deviceId);
    if (batch === undefined) batches.set(deviceId, (batch = { deviceId, minutes: [], state: null }));
    return batch;
  };
  for (const row of minutes) of(row.deviceId).minutes.push(row);
  for (const state of states) of(state.deviceId).state = state;
  for (const batch of batches.values()) batch.minutes.sort((a, b) => a.minute - b.minute);
  return [...batches.values()].sort((a, b) => a.deviceId - b.deviceId);
};

/** All at once; where the database refuses, half by half until the one that it does not take stands alone. */
const write = async (
  tx: Tx,
  batches: readonly DeviceBatch[],
  closed: ClosedMinutes,
  rejected: RejectedDevice[],
): Promise<void> => {
  if (batches.length === 0) return;
  await tx.query('SAVEPOINT measured');
  try {
    await writeTogether(tx, batches, closed);
    await tx.query('RELEASE measured');
    return;
  } catch (error) {
    if (!isOfTheRows(error)) throw error;
    await tx.query('ROLLBACK TO measured');
    if (batches.length === 1) return reject(tx, batches[0]!, (error as Error).message, rejected);
  }
  const half = Math.ceil(batches.length / 2);
  await write(tx, batches.slice(0, half), closed, rejected);
  await write(tx, batches.slice(half), closed, rejected);
};

const writeTogether = async (tx: Tx, batches: readonly DeviceBatch[], closed: ClosedMinutes): Promise<void> => {
  const minutes = batches.flatMap((batch) => batch.minutes);
  const isLate = ({ minute, deviceId }: MinuteRow): boolean => {
    const day = dayOfMinute(minute);
    return closed.days.has(day) || closed.devices.get(day)?.has(deviceId) === true;
  };
  const late = closed.days.size + closed.devices.size === 0 ? [] : minutes.filter(isLate);
  await addMinutes(tx, late.length === 0 ? minutes : minutes.filter((row) => !isLate(row)));
  if (late.length > 0) await addLateMinutes(tx, late);
  await keepStates(
    tx,
    batches.map(({ state }) => state).filter((state) => state !== null),
  );
};

/** The device begins anew, as if it had never answered: what it told last must not come back at the next start. */
const reject = async (tx: Tx, batch: DeviceBatch, reason: string, rejected: RejectedDevice[]): Promise<void> => {
  const { deviceId, minutes, state } = batch;
  await putAside(tx, deviceId, reason, { minutes, state });
  const nowhere = { answeredAt: null, polledAt: null, hashrateThs: 0, counterHashes: null, elapsedS: null };
  await keepStates(tx, [{ deviceId, connected: state?.connected ?? false, ...nowhere }]);
  rejected.push({ deviceId, reason });
};

/** SQLSTATE classes 22 (a value out of range) and 23 (a constraint): the rows are wrong, not the database. */
const isOfTheRows = (error: unknown): boolean => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^2[23]/.test(code);
};
