import type { Db } from '../../db/transaction.ts';

/** A device that is in use. */
export interface DeviceRow {
  id: number;
  serial: string;
  host: string;
  port: number;
  simulated: boolean;
  /** TH/s that the machine is built for. */
  ratedThs: number;
  /** Devices whose link fails together. */
  site: string | null;
}

/** Grows with each change of what `listDevices` gives. */
export const findFleetVersion = async (db: Db): Promise<bigint> => {
  const { rows } = await db.query<{ version: bigint }>('SELECT version FROM device_fleet');
  return rows[0]!.version;
};

/** All devices that are not retired and have a machine of their own, by id. */
export const listDevices = async (db: Db): Promise<DeviceRow[]> => {
  const { rows } = await db.query<DeviceRow>(
    `SELECT /* whole device: the collector's fleet, when it has changed */ id, serial, host, port, simulated, rated_ths AS "ratedThs", site
       FROM device WHERE retired_at IS NULL AND same_as IS NULL ORDER BY id`,
  );
  return rows;
};
