import type { Pool } from 'pg';

/** When the pool had its last share of a device, found by the worker that the device names or by its serial. */
export const keepPoolSight = async (
  pool: Pool,
  seen: readonly { serial: string; name: string; at: Date }[],
): Promise<void> => {
  await pool.query(
    `INSERT INTO device_state AS s (device_id, pool_seen_at)
     SELECT d.id, max(w.at) FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS w (serial, name, at)
       JOIN device d ON d.retired_at IS NULL AND coalesce(d.pool_worker = w.name, d.serial = w.serial)
      GROUP BY d.id ORDER BY d.id
     ON CONFLICT (device_id) DO UPDATE SET pool_seen_at = excluded.pool_seen_at`,
    [seen.map(({ serial }) => serial), seen.map(({ name }) => name), seen.map(({ at }) => at)],
  );
};

export const keepAnswers = async (pool: Pool, deviceIds: readonly number[], at: Date): Promise<void> => {
  await pool.query(
    `INSERT INTO device_state AS s (device_id, answered_at) SELECT id, $2 FROM unnest($1::integer[]) AS d (id) ORDER BY id
     ON CONFLICT (device_id) DO UPDATE SET answered_at = greatest(s.answered_at, excluded.answered_at)`,
    [deviceIds.toSorted((a, b) => a - b), at],
  );
};
