import type { Pool } from 'pg';

/** A device that is in use. */
export interface DeviceRow {
  id: number;
  serial: string;
  host: string;
  port: number;
  simulated: boolean;
}

/** All devices that are not retired, by id. */
export const listDevices = async (pool: Pick<Pool, 'query'>): Promise<DeviceRow[]> => {
  const { rows } = await pool.query<DeviceRow>(
    'SELECT id, serial, host, port, simulated FROM device WHERE retired_at IS NULL ORDER BY id',
  );
  return rows;
};
