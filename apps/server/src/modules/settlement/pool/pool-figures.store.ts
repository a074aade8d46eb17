import type { Db } from '../../../db/transaction.ts';
import { IS_LIVE } from '../../order/live-order.store.ts';
import { LATE_S, MOMENT_S } from '../day-work.ts';
import { fromMinute, heldOn, toMinute } from '../share.sql.ts';

/** The first figure of a device's day stays: it is the one nearest to the day's end. */
export const insertPoolWorkerDays = async (
  db: Db,
  day: string,
  figures: readonly { deviceId: number; hashes: bigint }[],
  { lateS, simulated }: { lateS: number; simulated: boolean },
): Promise<void> => {
  await db.query(
    `INSERT INTO pool_worker_day (day, device_id, hashes, late_s, simulated)
     SELECT $1::date, w.id, w.hashes, $4::integer, $5::boolean FROM unnest($2::integer[], $3::numeric[]) AS w (id, hashes) ORDER BY w.id
     ON CONFLICT (day, device_id) DO NOTHING`,
    [day, figures.map(({ deviceId }) => deviceId), figures.map(({ hashes }) => hashes), lateS, simulated],
  );
};

/** What the pool saw on a day of machines that nothing was credited of: free ones that we did not measure. */
export const sumOtherHashes = async (db: Db, day: string): Promise<bigint> => {
  const { rows } = await db.query<{ hashes: string }>(
    `SELECT coalesce(sum(w.hashes), 0)::text AS hashes FROM pool_worker_day w
      WHERE w.day = $1 AND NOT EXISTS (SELECT FROM device_day d WHERE d.day = w.day AND d.device_id = w.device_id)`,
    [day],
  );
  return BigInt(rows[0]!.hashes);
};

/** Devices with live orders on a day of which the pool has told nothing. */
export const countUnseenDevices = async (db: Db, day: string): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(DISTINCT a.device_id)::integer AS count FROM miner_order o JOIN allocation a ON a.order_id = o.id AND ${heldOn('$1')}
      WHERE ${IS_LIVE} AND o.activated_at < $1::date + 1
        AND NOT EXISTS (SELECT FROM pool_worker_day w WHERE w.day = $1 AND w.device_id = a.device_id)`,
    [day],
  );
  return rows[0]!.count;
};

/** Devices with live orders that wait on a day: the pool has told nothing of them, or too late for what nobody saw (`waitsForWord`). */
export const countWaitingDevices = async (db: Db, day: string): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::integer AS count
       FROM (SELECT a.device_id, min(${fromMinute('$1')}) AS first, max(${toMinute('$1')}) AS last
               FROM miner_order o JOIN allocation a ON a.order_id = o.id AND ${heldOn('$1')} WHERE ${IS_LIVE} AND o.activated_at < $1::date + 1 GROUP BY 1) l
       LEFT JOIN pool_worker_day w ON w.day = $1 AND w.device_id = l.device_id
      WHERE w.device_id IS NULL
         OR w.late_s > ${LATE_S} AND NOT EXISTS (SELECT FROM device_day d WHERE d.day = $1 AND d.device_id = l.device_id)
            AND (l.last - l.first) * 60 - (SELECT coalesce(sum(m.covered_s + m.down_s), 0) FROM device_minute m WHERE m.day = $1 AND m.device_id = l.device_id) > ${MOMENT_S}`,
    [day],
  );
  return rows[0]!.count;
};
