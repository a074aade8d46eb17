import type { DeviceList } from '@minerx/contract/operator/device';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import type { PackageLine } from '@minerx/rules/miner-package';
import type { Db } from '../../db/transaction.ts';

export interface ListedDeviceState {
  serial: string;
  line: PackageLine;
  host: string;
  port: number;
  simulated: boolean;
  free: boolean;
  connected: boolean;
  hashrateThs: number;
  /** Serial of the device whose machine answers here. */
  sameAs: string | null;
  /** Since when another machine answers than the one that was known. */
  exchangedAt: Date | null;
  /** When it was asked last. */
  polledAt: Date | null;
}

const COLUMNS = `
  d.serial, d.line, d.host, d.port, d.simulated, p.free, coalesce(s.connected, false) AS connected,
  coalesce(s.hashrate_ths, 0) AS "hashrateThs", o.serial AS "sameAs", d.exchanged_at AS "exchangedAt", s.polled_at AS "polledAt"`;
const BESIDE = `
  JOIN device_stock p ON p.device_id = d.id LEFT JOIN device o ON o.id = d.same_as LEFT JOIN device_state s ON s.device_id = d.id`;

/** Devices that are not retired with what was last heard of them, by line and serial. */
export const listDevicesWithState = async (db: Db): Promise<ListedDeviceState[]> => {
  const { rows } = await db.query<ListedDeviceState>(
    `/* whole device: an operator's list of all of them */
     SELECT ${COLUMNS} FROM device d ${BESIDE} WHERE d.retired_at IS NULL ORDER BY d.line, d.serial`,
  );
  return rows;
};

/**
 * The same by serial, page by page, behind one: a page, and one row more where another follows. Silent ones are those that were when the
 * fleet was reckoned last: behind whole halls that answer the next one would be looked for long.
 */
export const listDevicePage = async (
  db: Db,
  { list, from, after }: { list: DeviceList; from?: string | undefined; after?: string | undefined },
): Promise<ListedDeviceState[]> => {
  const narrowed = list === 'free' ? 'AND p.free' : '';
  const { rows } = await db.query<ListedDeviceState>(
    list === 'silent'
      ? `SELECT d.* FROM (SELECT device_id, serial FROM fleet_machine WHERE rank = 0 AND serial > $1 AND serial >= $2 ORDER BY serial LIMIT ${LIST_ROWS + 1}) m
          CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM device d ${BESIDE} WHERE d.id = m.device_id LIMIT 1) d ORDER BY m.serial`
      : `SELECT ${COLUMNS} FROM device d ${BESIDE}
          WHERE d.retired_at IS NULL ${narrowed} AND d.serial > $1 AND d.serial >= $2 ORDER BY d.serial LIMIT ${LIST_ROWS + 1}`,
    [after ?? '', from ?? ''],
  );
  return rows;
};

/** Of some serials those that are registered, in service or not. */
export const listKnownSerials = async (db: Db, serials: readonly string[]): Promise<Set<string>> => {
  const { rows } = await db.query<{ serial: string }>('SELECT serial FROM device WHERE serial = ANY ($1)', [serials]);
  return new Set(rows.map(({ serial }) => serial));
};
