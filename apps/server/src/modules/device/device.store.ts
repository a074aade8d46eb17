import { MAX_HASHRATE_THS } from '@minerx/rules/mining-reward';
import type { Tx } from '../../db/transaction.ts';
import type { ListedDevice } from './device-file.ts';

export type DeviceAddress = { host: string; port: number };

export interface KnownDevice extends DeviceAddress {
  id: number;
  free: boolean;
  /** The machine of another device answers at its address. */
  isDoubled: boolean;
}

/** A device that is not retired; null: there is none of this serial. */
export const lockDevice = async (tx: Tx, serial: string): Promise<KnownDevice | null> => {
  const { rows } = await tx.query<KnownDevice>(
    `SELECT d.id, d.host, d.port, p.free, d.same_as IS NOT NULL AS "isDoubled" FROM device d JOIN device_stock p ON p.device_id = d.id
      WHERE d.serial = $1 AND d.retired_at IS NULL FOR UPDATE OF d`,
    [serial],
  );
  return rows[0] ?? null;
};

/** The serial of another device that has this address; null: nobody has. */
export const findOtherAt = async (tx: Tx, ownId: number, { host, port }: DeviceAddress): Promise<string | null> => {
  const { rows } = await tx.query<{ serial: string }>(
    'SELECT serial FROM device WHERE retired_at IS NULL AND lower(host) = lower($1) AND port = $2 AND id <> $3',
    [host, port, ownId],
  );
  return rows[0]?.serial ?? null;
};

/** Until they answer and the pool sees them: none of them is placed. */
const takeOutOfStock = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await tx.query('UPDATE device_stock SET in_stock = false WHERE device_id = ANY ($1)', [ids]);
};

export const markRetired = async (tx: Tx, id: number, at: Date): Promise<void> => {
  await tx.query('UPDATE device SET retired_at = $2 WHERE id = $1', [id, at]);
  await tx.query('DELETE FROM fleet_machine WHERE device_id = $1', [id]);
  await takeOutOfStock(tx, [id]);
};

/** The same machine at another address: who answers there is asked anew. */
export const updateAddress = async (tx: Tx, id: number, { host, port }: DeviceAddress): Promise<void> => {
  await tx.query(
    'UPDATE device SET host = $2, port = $3, identity_at = NULL, same_as = NULL, exchanged_at = NULL WHERE id = $1',
    [id, host, port],
  );
};

/** Another machine: who the old one was and where its counter stood is forgotten. */
export const exchangeMachine = async (
  tx: Tx,
  id: number,
  { host, port, ratedThs }: DeviceAddress & { ratedThs: number | null },
  at: Date,
): Promise<void> => {
  // The days of the old machine are settled and corrected by what that one could do.
  await tx.query(
    'INSERT INTO device_rating (device_id, until, rated_ths) SELECT id, $2, rated_ths FROM device WHERE id = $1 AND rated_ths <> $3',
    [id, at, ratedThs],
  );
  await tx.query(
    `UPDATE device SET host = $2, port = $3, rated_ths = coalesce($4, rated_ths), mac = NULL, machine_serial = NULL, pool_worker = NULL,
            identity_at = NULL, same_as = NULL, exchanged_at = NULL WHERE id = $1`,
    [id, host, port, ratedThs],
  );
  await takeOutOfStock(tx, [id]);
  await tx.query(
    `UPDATE device_state SET answered_at = NULL, counter_hashes = NULL, elapsed_s = NULL, pool_seen_at = NULL WHERE device_id = $1`,
    [id],
  );
};

/** Adds those whose serial is not known yet; gives them. */
export const insertDevices = async (
  tx: Tx,
  devices: readonly ListedDevice[],
  at: Date,
): Promise<{ id: number; serial: string }[]> => {
  const { rows } = await tx.query<{ id: number; serial: string }>(
    `INSERT INTO device (serial, line, host, port, simulated, rated_ths, site, registered_at)
     SELECT d.*, $8 FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::boolean[], $6::integer[], $7::text[]) AS d
     ON CONFLICT (serial) DO NOTHING RETURNING id, serial`,
    [
      devices.map(({ serial }) => serial),
      devices.map(({ line }) => line),
      devices.map(({ host }) => host),
      devices.map(({ port }) => port),
      devices.map(({ simulated }) => simulated),
      devices.map(({ ratedThs }) => ratedThs ?? MAX_HASHRATE_THS),
      devices.map(({ site }) => site ?? null),
      at,
    ],
  );
  await takeOutOfStock(
    tx,
    rows.map(({ id }) => id),
  );
  return rows;
};

/** Those of a list whose address another serial has (`known`). */
export const listTakenAddresses = async (
  tx: Tx,
  devices: readonly ListedDevice[],
): Promise<(DeviceAddress & { serial: string; known: string })[]> => {
  const { rows } = await tx.query<{ host: string; port: number; serial: string; known: string }>(
    `SELECT l.host, l.port, l.serial, d.serial AS known FROM unnest($1::text[], $2::text[], $3::integer[]) AS l (serial, host, port)
       JOIN device d ON d.retired_at IS NULL AND lower(d.host) = lower(l.host) AND d.port = l.port AND d.serial <> l.serial
      WHERE NOT EXISTS (SELECT FROM device k WHERE k.serial = l.serial)`,
    [devices.map(({ serial }) => serial), devices.map(({ host }) => host), devices.map(({ port }) => port)],
  );
  return rows;
};
