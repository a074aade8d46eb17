import { inSavepoint, type Tx } from '../../db/transaction.ts';
import { keepLinks, keepStates, type StateRow } from '../device/device-state.store.ts';
import { queueOperatorMail } from '../mail/operator-mail.store.ts';
import {
  addLateMinutes,
  addMinutes,
  dayOfMinute,
  ensureDay,
  findClosedMinutes,
  listSerials,
  putAside,
  type ClosedMinutes,
  type MinuteRow,
} from './telemetry.store.ts';

export type { StateRow } from '../device/device-state.store.ts';
export type { MinuteRow } from './telemetry.store.ts';

/** A device whose minutes the database did not take. */
interface RejectedDevice {
  deviceId: number;
  reason: string;
  /** Nothing of it was put aside for a day: operators get a mail. */
  isFirst: boolean;
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
  const news = rejected.filter(({ isFirst }) => isFirst);
  if (news.length > 0) await tellRejected(tx, news);
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
  try {
    return await inSavepoint(tx, () => writeTogether(tx, batches, closed));
  } catch (error) {
    if (!isOfTheRows(error)) throw error;
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
  const isFirst = await putAside(tx, deviceId, reason, { minutes, state });
  const nowhere = { answeredAt: null, polledAt: null, hashrateThs: 0, counterHashes: null, elapsedS: null };
  await keepStates(tx, [{ deviceId, connected: state?.connected ?? false, ...nowhere }]);
  rejected.push({ deviceId, reason, isFirst });
};

/** Once a day for each device. After the commit the outbox is told. */
const tellRejected = async (tx: Tx, rejected: readonly RejectedDevice[]): Promise<void> => {
  const rows = await listSerials(
    tx,
    rejected.map(({ deviceId }) => deviceId),
  );
  const reasons = new Map(rejected.map(({ deviceId, reason }) => [deviceId, reason]));
  const text = [
    'What these miners told could not be written. It was put aside in device_minute_rejected; all others go on, and these begin anew.',
    ...rows.map(({ id, serial }) => `${serial}: ${reasons.get(id)}`),
    'Nothing is told of them again for a day.',
  ].join('\n\n');
  if (rows.length > 0) await queueOperatorMail(tx, { subject: 'Measurements were put aside', text }, rows[0]!.at);
};

/** SQLSTATE classes 22 (a value out of range) and 23 (a constraint): the rows are wrong, not the database. */
const isOfTheRows = (error: unknown): boolean => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^2[23]/.test(code);
};
