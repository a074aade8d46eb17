import type { Db, Tx } from '../../db/transaction.ts';

/**
 * SQL: the pool's worker `w` is that of device `d`. The last part of the name tells, for the device's word on its worker and the pool's may differ
 * in the farm between account and serial; a machine that tells no worker is known by our serial.
 */
export const OF_WORKER = `coalesce(substring(d.pool_worker from '[^.]+$'), d.serial) = w.serial AND d.same_as IS NULL`;

/** When the pool had its last share of a device, found by the worker that the device names or by its serial. */
export const keepPoolSight = async (db: Db, seen: readonly { serial: string; at: Date }[]): Promise<void> => {
  await db.query(
    `INSERT INTO device_state AS s (device_id, pool_seen_at)
     SELECT d.id, max(w.at) FROM unnest($1::text[], $2::timestamptz[]) AS w (serial, at)
       JOIN device d ON d.retired_at IS NULL AND ${OF_WORKER}
      GROUP BY d.id ORDER BY d.id
     ON CONFLICT (device_id) DO UPDATE SET pool_seen_at = excluded.pool_seen_at`,
    [seen.map(({ serial }) => serial), seen.map(({ at }) => at)],
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
