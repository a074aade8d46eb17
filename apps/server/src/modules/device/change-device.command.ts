import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../ports.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { forgetPlaces } from './device-sight.store.ts';
import {
  exchangeMachine,
  findOtherAt,
  lockDevice,
  markRetired,
  updateAddress,
  type DeviceAddress,
  type KnownDevice,
} from './device.store.ts';
import { countStock, lockStockOfDevices } from './device-stock.store.ts';
import type { Actor } from '../../base/actor.ts';

type Dependencies = { pool: Pool; clock: Clock; bus: Bus };
type Why = { actor: Actor; reason: string };

/** Why a device cannot be changed as asked; a sentence for the operator. */
export class DeviceProblem extends Error {
  override name = 'DeviceProblem';
}

/** Takes a device out of service: it is polled no more and leaves the stock. One that an order has must be replaced instead. */
export const retireDevice = (dependencies: Dependencies, serial: string, why: Why): Promise<void> =>
  change(dependencies, serial, why, 'device.retire', async (tx, device, at) => {
    if (!device.free)
      throw new DeviceProblem(`${serial} belongs to an order; put another machine in its place with device replace.`);
    await markRetired(tx, device.id, at);
    return { address: addressOf(device) };
  });

/** The same machine at another address. */
export const moveDevice = (dependencies: Dependencies, serial: string, to: DeviceAddress, why: Why): Promise<void> =>
  change(dependencies, serial, why, 'device.move', async (tx, device) => {
    await refuseTaken(tx, device.id, to);
    if (device.isDoubled) await forgetPlaces(tx, [device.id]);
    await updateAddress(tx, device.id, to);
    return { before: addressOf(device), after: addressOf(to) };
  });

/**
 * Another machine in the place of this one, for the same orders: who it was and where its counter stood is forgotten, so that
 * nothing of its past is counted. It is stock again when it has answered and the pool has seen it.
 */
export const replaceDevice = (
  dependencies: Dependencies,
  serial: string,
  by: DeviceAddress & { ratedThs: number | null },
  why: Why,
): Promise<void> =>
  change(dependencies, serial, why, 'device.replace', async (tx, device, at) => {
    await refuseTaken(tx, device.id, by);
    await exchangeMachine(tx, device.id, by, at);
    return { before: addressOf(device), after: addressOf(by) };
  });

const addressOf = ({ host, port }: DeviceAddress): string => `${host}:${port}`;

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
    const device = await lockDevice(tx, serial);
    if (device === null) throw new DeviceProblem(`There is no miner ${serial} in service.`);
    const detail = await work(tx, device, at);
    await countStock(tx, null);
    await appendAudit(tx, at, [{ actor, action, subject: serial, reason, detail }]);
  });
  bus.publish('settings_changed', { key: 'stock' });
};

/** The caller holds the stock, so nobody takes the address meanwhile. */
const refuseTaken = async (tx: Tx, ownId: number, address: DeviceAddress): Promise<void> => {
  const other = await findOtherAt(tx, ownId, address);
  if (other !== null) throw new DeviceProblem(`${addressOf(address)} is the address of ${other}.`);
};
