import type { Db } from '../../../db/transaction.ts';
import { OF_WORKER } from '../../device/device-sight.store.ts';
import { IS_LIVE } from '../../order/live-order.store.ts';
import { heldOn } from '../share.sql.ts';

/** The first figure of a device's day stays: it is the one nearest to the day's end. A worker's figure is one device's. */
export const insertPoolWorkerDays = async (
  db: Db,
  day: string,
  workers: readonly { serial: string; hashes: bigint }[],
  { lateS, simulated }: { lateS: number; simulated: boolean },
): Promise<number> => {
  const { rowCount } = await db.query(
    `INSERT INTO pool_worker_day (day, device_id, hashes, late_s, simulated)
     SELECT DISTINCT ON (w.serial) $1::date, d.id, w.hashes, $4::integer, $5::boolean FROM unnest($2::text[], $3::numeric[]) AS w (serial, hashes)
       JOIN device d ON ${OF_WORKER} ORDER BY w.serial, d.retired_at IS NOT NULL, d.id
     ON CONFLICT (day, device_id) DO NOTHING`,
    [day, workers.map(({ serial }) => serial), workers.map(({ hashes }) => hashes), lateS, simulated],
  );
  return rowCount ?? 0;
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
