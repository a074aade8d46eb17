import { FLEET_SITES } from '@minerx/contract/operator/fleet';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import type { Db } from '../../db/transaction.ts';
import type { FleetPlace, FleetSiteRow } from './fleet.store.ts';

/** What is kept of a machine in service. */
export interface FleetMachineRow extends FleetPlace {
  readonly site: string;
  readonly simulated: boolean;
  readonly connected: boolean;
  readonly nowThs: number;
  /** Hashes of the newest settled day by the figures in force; null where it knows nothing of the machine. */
  readonly measured: string | null;
  /** What the pool saw; null where it told nothing. */
  readonly pool: string | null;
}

/** The newest day that is settled, which machines are compared on. */
export const findNewestDay = async (db: Db): Promise<string | null> => {
  const { rows } = await db.query<{ day: string | null }>('SELECT max(day) AS day FROM settlement_day');
  return rows[0]!.day;
};

/** Machines of all sites or of one as they were reckoned last, behind a place: a page, and one row more where another follows. */
export const listFleetMachines = async (
  db: Db,
  { site, after }: { site: string | undefined; after: FleetPlace | null },
): Promise<FleetMachineRow[]> => {
  const { rank, closeness, serial } = after ?? { rank: -1, closeness: 0, serial: '' };
  const values = [rank, closeness, serial];
  // One site's machines are compared with the site before all else, so that its own index leads straight to the place; where the site is said
  // to be equal as well, the index is read from the first of the site on.
  const behind =
    site === undefined
      ? '(rank, closeness, serial) > ($1, $2, $3) ORDER BY rank, closeness, serial'
      : '(site, rank, closeness, serial) > ($4, $1, $2, $3) AND site <= $4 ORDER BY site, rank, closeness, serial';
  const { rows } = await db.query<FleetMachineRow>(
    // What is not kept is looked up row by row, whatever the database believes of the fleet's size.
    `SELECT m.rank, m.closeness, m.serial, m.site, d.simulated, d.connected, d.now_ths AS "nowThs", m.measured::text AS measured, m.pool::text AS pool
       FROM (SELECT * FROM fleet_machine WHERE ${behind} LIMIT ${LIST_ROWS + 1}) m
      CROSS JOIN LATERAL (SELECT d.simulated, coalesce(s.connected, false) AS connected, coalesce(s.hashrate_ths, 0) AS now_ths
                            FROM device d LEFT JOIN device_state s ON s.device_id = d.id WHERE d.id = m.device_id LIMIT 1) d
      ORDER BY m.rank, m.closeness, m.serial`,
    site === undefined ? values : [...values, site],
  );
  return rows;
};

/** Sites with most outliers first, as many as the map shows, and how many there are. */
export const listFleetSites = async (db: Db): Promise<{ sites: FleetSiteRow[]; count: number }> => {
  const { rows } = await db.query<FleetSiteRow>(
    `SELECT site, outliers, standings, simulated, now_ths AS "nowThs", measured_ths AS "measuredThs", pool_ths AS "poolThs"
       FROM fleet_site ORDER BY outliers DESC, site LIMIT ${FLEET_SITES}`,
  );
  if (rows.length < FLEET_SITES) return { sites: rows, count: rows.length };
  const all = await db.query<{ count: number }>('SELECT count(*)::integer AS count FROM fleet_site');
  return { sites: rows, count: all.rows[0]!.count };
};
