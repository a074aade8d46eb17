import type { Tx } from '../../db/transaction.ts';
import {
  addMinutes,
  dayOfMinute,
  ensureDay,
  keepLinks,
  keepStates,
  type MinuteRow,
  type StateRow,
} from './telemetry.store.ts';

export type { MinuteRow, StateRow } from './telemetry.store.ts';

/**
 * Writes what the collector measured: minutes are added to what is there, the devices' places replaced, both or neither,
 * so that after a crash the counters continue exactly where the minutes end.
 */
export const recordMeasurements = async (
  tx: Tx,
  minutes: readonly MinuteRow[],
  states: readonly StateRow[],
): Promise<void> => {
  for (const day of new Set(minutes.map((row) => dayOfMinute(row.minute)))) await ensureDay(tx, day);
  // Always in the same order, so that two writers can never wait for each other.
  await addMinutes(
    tx,
    minutes.toSorted((a, b) => a.deviceId - b.deviceId || a.minute - b.minute),
  );
  await keepStates(tx, states);
};

/** Notes at once which devices began or stopped answering. */
export const recordLinks = (tx: Tx, links: readonly [deviceId: number, connected: boolean][]): Promise<void> =>
  keepLinks(tx, links);
