import type { Db } from '../../db/transaction.ts';
import type { ListedDeviceState } from './device-list.query.ts';

interface ShownDevice extends ListedDeviceState {
  id: number;
  site: string | null;
  ratedThs: number;
  registeredAt: Date;
  retiredAt: Date | null;
  inStock: boolean;
  /** In its state, answering or not, since. */
  changedAt: Date | null;
  poolSeenAt: Date | null;
  mac: string | null;
  machineSerial: string | null;
  poolWorker: string | null;
}

/** A device with what was last heard of it, in service or not. */
export const findDeviceToShow = async (db: Db, serial: string): Promise<ShownDevice | null> => {
  const { rows } = await db.query<ShownDevice>(
    `SELECT d.id, d.serial, d.line, d.host, d.port, d.simulated, p.free, coalesce(s.connected, false) AS connected, coalesce(s.hashrate_ths, 0) AS "hashrateThs",
            o.serial AS "sameAs", d.exchanged_at AS "exchangedAt", s.polled_at AS "polledAt", d.site, d.rated_ths AS "ratedThs",
            d.registered_at AS "registeredAt", d.retired_at AS "retiredAt", p.in_stock AS "inStock", s.changed_at AS "changedAt",
            s.pool_seen_at AS "poolSeenAt", d.mac, d.machine_serial AS "machineSerial", d.pool_worker AS "poolWorker"
       FROM device d JOIN device_stock p ON p.device_id = d.id LEFT JOIN device o ON o.id = d.same_as LEFT JOIN device_state s ON s.device_id = d.id WHERE d.serial = $1`,
    [serial],
  );
  return rows[0] ?? null;
};

interface DeviceHolder {
  order: string;
  memberId: bigint;
  username: string;
  shareTenths: number;
  /** Null: since before it was kept. */
  since: Date | null;
}

/** The orders that have a share in a device now. */
export const listDeviceHolders = async (db: Db, deviceId: number): Promise<DeviceHolder[]> => {
  const { rows } = await db.query<DeviceHolder>(
    `SELECT o.number AS "order", o.member_id AS "memberId", m.username, a.share_tenths AS "shareTenths", nullif(a.allocated_at, '-infinity') AS since
       FROM allocation a JOIN miner_order o ON o.id = a.order_id JOIN member m ON m.id = o.member_id
      WHERE a.device_id = $1 AND a.released_at IS NULL ORDER BY o.number`,
    [deviceId],
  );
  return rows;
};

export interface DeviceDayFigures {
  day: string;
  measured: string;
  /** What the pool saw; null where it told nothing. */
  pool: string | null;
}

const SHOWN_DAYS = 14;

/** Hashes of a device on the newest settled days, by the figures in force. */
export const listDeviceFigures = async (db: Db, deviceId: number): Promise<DeviceDayFigures[]> => {
  const { rows } = await db.query<DeviceDayFigures>(
    `SELECT s.day, d.measured::text AS measured, d.pool::text AS pool FROM (SELECT day FROM settlement_day ORDER BY day DESC LIMIT ${SHOWN_DAYS}) s
       JOIN LATERAL (SELECT part, sum(measured) AS measured, max(pool_hashes) AS pool FROM device_day d WHERE d.day = s.day AND d.device_id = $1
                      GROUP BY part ORDER BY part DESC LIMIT 1) d ON true
      ORDER BY s.day DESC`,
    [deviceId],
  );
  return rows;
};
