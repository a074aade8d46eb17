import type { Db } from '../../db/transaction.ts';

/** A machine in service, now and on the newest settled day. */
export interface FleetMachineRow {
  serial: string;
  host: string;
  site: string | null;
  simulated: boolean;
  connected: boolean;
  nowThs: number;
  /** Hashes by the figures in force; null where that day knows nothing of it. */
  measured: string | null;
  /** What the pool saw; null where it told nothing. */
  pool: string | null;
}

/** The newest day that is settled, which machines are compared on. */
const findNewestDay = async (db: Db): Promise<string | null> => {
  const { rows } = await db.query<{ day: string | null }>('SELECT max(day) AS day FROM settlement_day');
  return rows[0]!.day;
};

/** Every machine in service, by what there is of it. */
export const listFleet = async (db: Db): Promise<{ day: string | null; machines: FleetMachineRow[] }> => {
  const day = await findNewestDay(db);
  const { rows } = await db.query<FleetMachineRow>(
    `SELECT /* whole device: the map is of all of them */
            d.serial, d.host, d.site, d.simulated, coalesce(s.connected, false) AS connected, coalesce(s.hashrate_ths, 0) AS "nowThs",
            f.measured::text AS measured, f.pool::text AS pool
       FROM device d LEFT JOIN device_state s ON s.device_id = d.id
       LEFT JOIN (SELECT DISTINCT ON (p.device_id) p.device_id, p.measured, p.pool
                    FROM (SELECT device_id, part, sum(measured) AS measured, max(pool_hashes) AS pool
                            FROM device_day WHERE day = $1 GROUP BY device_id, part) p
                   ORDER BY p.device_id, p.part DESC) f ON f.device_id = d.id
      WHERE d.retired_at IS NULL`,
    [day],
  );
  return { day, machines: rows };
};
