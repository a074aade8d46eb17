import type { Db, Tx } from '../../db/transaction.ts';
import { endOf, sortOutWorkers, type NamedDevice, type NamedWorker } from './device-worker.ts';

/** Whose workers these are, among the devices that were in service at any time since then. */
export const findWhoseWorkers = async <Worker extends NamedWorker>(db: Db, workers: readonly Worker[], since: Date) => {
  const { rows } = await db.query<NamedDevice>(
    `SELECT id, serial, pool_worker AS "poolWorker", retired_at IS NOT NULL AS "isRetired" FROM device
      WHERE coalesce(substring(pool_worker from '[^.]+$'), serial) = ANY ($1) AND same_as IS NULL AND (retired_at IS NULL OR retired_at > $2)`,
    [workers.map(({ name }) => endOf(name)), since],
  );
  return sortOutWorkers(workers, rows);
};

/** When the pool had its last share of each device. */
export const keepPoolSight = async (db: Db, seen: readonly { deviceId: number; at: Date }[]): Promise<void> => {
  await db.query(
    `INSERT INTO device_state AS s (device_id, pool_seen_at)
     SELECT w.id, w.at FROM unnest($1::integer[], $2::timestamptz[]) AS w (id, at) ORDER BY w.id
     ON CONFLICT (device_id) DO UPDATE SET pool_seen_at = excluded.pool_seen_at`,
    [seen.map(({ deviceId }) => deviceId), seen.map(({ at }) => at)],
  );
};

export const keepAnswers = async (db: Db, deviceIds: readonly number[], at: Date): Promise<void> => {
  await db.query(
    `INSERT INTO device_state AS s (device_id, answered_at) SELECT id, $2 FROM unnest($1::integer[]) AS d (id) ORDER BY id
     ON CONFLICT (device_id) DO UPDATE SET answered_at = greatest(s.answered_at, excluded.answered_at)`,
    [deviceIds.toSorted((a, b) => a - b), at],
  );
};

/** Nothing that these counted before now is counted any more: another device may have been paid for it. */
export const forgetPlaces = async (tx: Tx, deviceIds: readonly number[]): Promise<void> => {
  await tx.query(
    'UPDATE device_state SET answered_at = NULL, counter_hashes = NULL, elapsed_s = NULL WHERE device_id = ANY ($1)',
    [deviceIds],
  );
};
