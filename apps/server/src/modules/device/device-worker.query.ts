import type { Db } from '../../db/transaction.ts';
import type { PoolWorker } from '../../outside/pool/port.ts';
import { endOf, sortOutWorkers, type NamedDevice } from './device-worker.ts';

/** Whose workers these are, among the devices that were in service at any time since then. */
export const findWhoseWorkers = async <Worker extends Pick<PoolWorker, 'name' | 'state'>>(
  db: Db,
  workers: readonly Worker[],
  since: Date,
) => {
  const { rows } = await db.query<NamedDevice>(
    `SELECT id, serial, pool_worker AS "poolWorker", retired_at IS NOT NULL AS "isRetired" FROM device
      WHERE coalesce(substring(pool_worker from '[^.]+$'), serial) = ANY ($1) AND same_as IS NULL AND (retired_at IS NULL OR retired_at > $2)`,
    [workers.map(({ name }) => endOf(name)), since],
  );
  return sortOutWorkers(workers, rows);
};
