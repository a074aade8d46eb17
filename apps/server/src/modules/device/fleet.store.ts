import type { Standing } from '@minerx/rules/machine-standing';
import type { Db, Tx } from '../../db/transaction.ts';

/** Where a machine stands in the list: the worst first, of those the furthest apart, and then by serial. */
export interface FleetPlace {
  /** Of its standing. */
  readonly rank: number;
  /** Millionths that it is apart, below nothing. */
  readonly closeness: number;
  readonly serial: string;
}

/** Figures of the machines of one site, added up. */
export interface FleetSiteRow {
  readonly site: string;
  readonly outliers: number;
  readonly standings: Readonly<Record<Standing, number>>;
  readonly simulated: boolean;
  readonly nowThs: number;
  readonly measuredThs: number;
  readonly poolThs: number;
}

/** What is kept of a machine. */
export interface KeptMachine extends FleetPlace {
  readonly site: string;
  readonly measured: string | null;
  readonly pool: string | null;
}

/** A machine as it is now and was on a day, beside what is kept of it. */
export interface FleetDevice {
  readonly deviceId: number;
  readonly serial: string;
  readonly host: string;
  readonly site: string | null;
  readonly simulated: boolean;
  readonly isRetired: boolean;
  readonly connected: boolean;
  readonly nowThs: number;
  readonly measured: string | null;
  readonly pool: string | null;
  /** Null where nothing is. */
  readonly kept: KeptMachine | null;
}

type Joined = Omit<FleetDevice, 'kept'> & { [Key in keyof KeptMachine as `kept_${Key}`]: KeptMachine[Key] | null };

const keptOf = (row: Joined): KeptMachine | null =>
  row.kept_rank === null
    ? null
    : {
        serial: row.kept_serial!,
        site: row.kept_site!,
        rank: row.kept_rank,
        closeness: row.kept_closeness!,
        measured: row.kept_measured,
        pool: row.kept_pool,
      };

/** So many devices behind one, by their number; of a day the figures in force. */
export const listFleetDevices = async (
  db: Db,
  { day, after, limit }: { day: string | null; after: number; limit: number },
): Promise<FleetDevice[]> => {
  const { rows } = await db.query<Joined>(
    `SELECT d.id AS "deviceId", d.serial, d.host, d.site, d.simulated, d.retired_at IS NOT NULL AS "isRetired",
            coalesce(s.connected, false) AS connected, coalesce(s.hashrate_ths, 0) AS "nowThs", f.measured::text AS measured, f.pool::text AS pool,
            m.serial AS kept_serial, m.site AS kept_site, m.rank AS kept_rank, m.closeness AS kept_closeness,
            m.measured::text AS kept_measured, m.pool::text AS kept_pool
       FROM (SELECT * FROM device WHERE id > $1 ORDER BY id LIMIT $2) d
       LEFT JOIN device_state s ON s.device_id = d.id
       LEFT JOIN fleet_machine m ON m.device_id = d.id
       LEFT JOIN LATERAL (SELECT sum(p.measured) AS measured, max(p.pool_hashes) AS pool FROM device_day p
                           WHERE p.day = $3 AND p.device_id = d.id GROUP BY p.part ORDER BY p.part DESC LIMIT 1) f ON true
      ORDER BY d.id`,
    [after, limit, day],
  );
  return rows.map((row) => ({ ...row, kept: keptOf(row) }));
};

export const keepMachines = async (
  db: Db,
  machines: readonly (KeptMachine & { readonly deviceId: number })[],
): Promise<void> => {
  await db.query(
    `INSERT INTO fleet_machine (device_id, serial, site, rank, closeness, measured, pool)
     SELECT * FROM unnest($1::integer[], $2::text[], $3::text[], $4::smallint[], $5::integer[], $6::numeric[], $7::numeric[])
     ON CONFLICT (device_id) DO UPDATE SET serial = excluded.serial, site = excluded.site, rank = excluded.rank, closeness = excluded.closeness,
       measured = excluded.measured, pool = excluded.pool`,
    [
      machines.map(({ deviceId }) => deviceId),
      machines.map(({ serial }) => serial),
      machines.map(({ site }) => site),
      machines.map(({ rank }) => rank),
      machines.map(({ closeness }) => closeness),
      machines.map(({ measured }) => measured),
      machines.map(({ pool }) => pool),
    ],
  );
};

export const forgetMachines = async (db: Db, deviceIds: readonly number[]): Promise<void> => {
  await db.query('DELETE FROM fleet_machine WHERE device_id = ANY ($1)', [deviceIds]);
};

/** These are all the sites that there are. */
export const replaceSites = async (tx: Tx, sites: readonly FleetSiteRow[]): Promise<void> => {
  await tx.query('DELETE FROM fleet_site');
  await tx.query(
    `INSERT INTO fleet_site (site, outliers, standings, simulated, now_ths, measured_ths, pool_ths)
     SELECT * FROM unnest($1::text[], $2::integer[], $3::jsonb[], $4::boolean[], $5::float8[], $6::float8[], $7::float8[])`,
    [
      sites.map(({ site }) => site),
      sites.map(({ outliers }) => outliers),
      sites.map(({ standings }) => JSON.stringify(standings)),
      sites.map(({ simulated }) => simulated),
      sites.map(({ nowThs }) => nowThs),
      sites.map(({ measuredThs }) => measuredThs),
      sites.map(({ poolThs }) => poolThs),
    ],
  );
};
