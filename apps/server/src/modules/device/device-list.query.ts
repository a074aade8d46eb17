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

const WITH_STATE = `
  SELECT d.serial, d.line, d.host, d.port, d.simulated, p.free, coalesce(s.connected, false) AS connected,
         coalesce(s.hashrate_ths, 0) AS "hashrateThs", o.serial AS "sameAs", d.exchanged_at AS "exchangedAt", s.polled_at AS "polledAt"
    FROM device d JOIN device_stock p ON p.device_id = d.id LEFT JOIN device o ON o.id = d.same_as LEFT JOIN device_state s ON s.device_id = d.id
   WHERE d.retired_at IS NULL`;

/** Devices that are not retired with what was last heard of them, by line and serial. */
export const listDevicesWithState = async (db: Db): Promise<ListedDeviceState[]> => {
  const { rows } = await db.query<ListedDeviceState>(
    `/* whole device: an operator's list of all of them */ ${WITH_STATE} ORDER BY d.line, d.serial`,
  );
  return rows;
};

/** The same by serial, page by page, behind one: a page, and one row more where another follows. */
export const listDevicePage = async (
  db: Db,
  { list, from, after }: { list: DeviceList; from?: string | undefined; after?: string | undefined },
): Promise<ListedDeviceState[]> => {
  const { rows } = await db.query<ListedDeviceState>(
    `${WITH_STATE} AND d.serial > $1 AND d.serial >= $2 AND ($3 <> 'silent' OR NOT coalesce(s.connected, false)) AND ($3 <> 'free' OR p.free)
      ORDER BY d.serial LIMIT ${LIST_ROWS + 1}`,
    [after ?? '', from ?? '', list],
  );
  return rows;
};

/** Of some serials those that are registered, in service or not. */
export const listKnownSerials = async (db: Db, serials: readonly string[]): Promise<Set<string>> => {
  const { rows } = await db.query<{ serial: string }>('SELECT serial FROM device WHERE serial = ANY ($1)', [serials]);
  return new Set(rows.map(({ serial }) => serial));
};
