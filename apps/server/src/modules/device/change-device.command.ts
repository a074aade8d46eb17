import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../ports.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { forgetPlaces } from './device-sight.store.ts';
import { countStock, lockStockOfDevices } from './device-stock.store.ts';
import type { Actor } from '../../base/actor.ts';

type Dependencies = { pool: Pool; clock: Clock; bus: Bus };
type Why = { actor: Actor; reason: string };
type Address = { host: string; port: number };

/** Why a device cannot be changed as asked; a sentence for the operator. */
export class DeviceProblem extends Error {
  override name = 'DeviceProblem';
}

interface KnownDevice extends Address {
  id: number;
  free: boolean;
  /** The machine of another device answers at its address. */
  isDoubled: boolean;
}

/** Takes a device out of service: it is polled no more and leaves the stock. One that an order has must be replaced instead. */
export const retireDevice = (dependencies: Dependencies, serial: string, why: Why): Promise<void> =>
  change(dependencies, serial, why, 'device.retire', async (tx, device, at) => {
    if (!device.free)
      throw new DeviceProblem(`${serial} belongs to an order; put another machine in its place with device replace.`);
    await tx.query('UPDATE device SET retired_at = $2, in_stock = false WHERE id = $1', [device.id, at]);
    return { address: addressOf(device) };
  });

/** The same machine at another address. */
export const moveDevice = (dependencies: Dependencies, serial: string, to: Address, why: Why): Promise<void> =>
  change(dependencies, serial, why, 'device.move', async (tx, device) => {
    await refuseTaken(tx, device.id, to);
    if (device.isDoubled) await forgetPlaces(tx, [device.id]);
    await tx.query(
      'UPDATE device SET host = $2, port = $3, identity_at = NULL, same_as = NULL, exchanged_at = NULL WHERE id = $1',
      [device.id, to.host, to.port],
    );
    return { before: addressOf(device), after: addressOf(to) };
  });

/**
 * Another machine in the place of this one, for the same orders: who it was and where its counter stood is forgotten, so that
 * nothing of its past is counted. It is stock again when it has answered and the pool has seen it.
 */
export const replaceDevice = (
  dependencies: Dependencies,
  serial: string,
  by: Address & { ratedThs: number | null },
  why: Why,
): Promise<void> =>
  change(dependencies, serial, why, 'device.replace', async (tx, device, at) => {
    await refuseTaken(tx, device.id, by);
    // The days of the old machine are settled and corrected by what that one could do.
    await tx.query(
      'INSERT INTO device_rating (device_id, until, rated_ths) SELECT id, $2, rated_ths FROM device WHERE id = $1 AND rated_ths <> $3',
      [device.id, at, by.ratedThs],
    );
    await tx.query(
      `UPDATE device SET host = $2, port = $3, rated_ths = coalesce($4, rated_ths), mac = NULL, machine_serial = NULL, pool_worker = NULL,
              identity_at = NULL, same_as = NULL, exchanged_at = NULL, in_stock = false WHERE id = $1`,
      [device.id, by.host, by.port, by.ratedThs],
    );
    await tx.query(
      `UPDATE device_state SET answered_at = NULL, counter_hashes = NULL, elapsed_s = NULL, pool_seen_at = NULL WHERE device_id = $1`,
      [device.id],
    );
    return { before: addressOf(device), after: addressOf(by) };
  });

const addressOf = ({ host, port }: Address): string => `${host}:${port}`;

const change = async (
  { pool, clock, bus }: Dependencies,
  serial: string,
  { actor, reason }: Why,
  action: string,
  work: (tx: Tx, device: KnownDevice, at: Date) => Promise<Record<string, string>>,
): Promise<void> => {
  await inTransaction(pool, async (tx) => {
    const at = new Date(clock.now());
    await lockStockOfDevices(tx);
    const { rows } = await tx.query<KnownDevice>(
      'SELECT id, host, port, free, same_as IS NOT NULL AS "isDoubled" FROM device WHERE serial = $1 AND retired_at IS NULL FOR UPDATE',
      [serial],
    );
    if (rows[0] === undefined) throw new DeviceProblem(`There is no miner ${serial} in service.`);
    const detail = await work(tx, rows[0], at);
    await countStock(tx, null);
    await appendAudit(tx, at, [{ actor, action, subject: serial, reason, detail }]);
  });
  bus.publish('settings_changed', { key: 'stock' });
};

/** The caller holds the stock, so nobody takes the address meanwhile. */
const refuseTaken = async (tx: Tx, ownId: number, { host, port }: Address): Promise<void> => {
  const { rows } = await tx.query<{ serial: string }>(
    'SELECT serial FROM device WHERE retired_at IS NULL AND lower(host) = lower($1) AND port = $2 AND id <> $3',
    [host, port, ownId],
  );
  if (rows[0] !== undefined) throw new DeviceProblem(`${host}:${port} is the address of ${rows[0].serial}.`);
};
