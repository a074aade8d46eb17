import type { PackageLine } from '@minerx/rules/miner-package';
import type { Pool } from 'pg';

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
}

/** Devices that are not retired with what was last heard of them, by line and serial. */
export const listDevicesWithState = async (pool: Pool): Promise<ListedDeviceState[]> => {
  const { rows } = await pool.query<ListedDeviceState>(
    `SELECT /* whole device: an operator's list of all of them */ d.serial, d.line, d.host, d.port, d.simulated, d.free, coalesce(s.connected, false) AS connected,
            coalesce(s.hashrate_ths, 0) AS "hashrateThs", o.serial AS "sameAs", d.exchanged_at AS "exchangedAt"
       FROM device d LEFT JOIN device o ON o.id = d.same_as LEFT JOIN device_state s ON s.device_id = d.id WHERE d.retired_at IS NULL ORDER BY d.line, d.serial`,
  );
  return rows;
};
