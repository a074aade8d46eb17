import type { Tx } from '../../db/transaction.ts';
import type { IdentifiedDevice } from './device-identity.ts';

/** All devices in service with what is known of their machines. */
export const listIdentified = async (tx: Tx): Promise<IdentifiedDevice[]> => {
  const { rows } = await tx.query<IdentifiedDevice>(
    `SELECT /* whole device: machines are compared with all others */ id, serial, mac, machine_serial AS "machineSerial", pool_worker AS "poolWorker", same_as AS "sameAs", exchanged_at AS "exchangedAt"
       FROM device WHERE retired_at IS NULL ORDER BY id`,
  );
  return rows;
};

/** When these were asked, whatever they said. */
export const keepAsked = async (tx: Tx, ids: readonly number[], at: Date): Promise<void> => {
  await tx.query('UPDATE device SET identity_at = $2 WHERE id = ANY ($1)', [ids, at]);
};

/** In two steps, because machines may have changed places. */
export const keepIdentities = async (tx: Tx, devices: readonly IdentifiedDevice[]): Promise<void> => {
  const ids = devices.map(({ id }) => id);
  await tx.query('UPDATE device SET mac = NULL, machine_serial = NULL WHERE id = ANY ($1)', [ids]);
  await tx.query(
    `UPDATE device d SET mac = t.mac, machine_serial = t.machine_serial, pool_worker = t.pool_worker, same_as = t.same_as, exchanged_at = t.exchanged_at
       FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::timestamptz[])
         AS t (id, mac, machine_serial, pool_worker, same_as, exchanged_at) WHERE t.id = d.id`,
    [
      ids,
      devices.map(({ mac }) => mac),
      devices.map(({ machineSerial }) => machineSerial),
      devices.map(({ poolWorker }) => poolWorker),
      devices.map(({ sameAs }) => sameAs),
      devices.map(({ exchangedAt }) => exchangedAt),
    ],
  );
};
