import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../ports.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import type { MachineIdentity } from '../../outside/hashrate/port.ts';
import { isSameMachine } from './device-identity.ts';
import { recordIdentities } from './device-identity.command.ts';
import { listIdentified } from './device-identity.store.ts';
import type { ListedDevice } from './device-file.ts';
import { placeNewMachines } from './fleet.command.ts';
import { insertDevices, listTakenAddresses } from './device.store.ts';
import { countStock, lockStockOfDevices } from './device-stock.store.ts';
import type { Actor } from '../../base/actor.ts';

interface Registered {
  /** Serials that are new; those that were known keep their row. */
  added: string[];
  known: string[];
}

/**
 * Registers miners. They count into the stock (one X1 unit each, ten make one X2 unit) when they have answered and the pool has
 * seen them. Known serials are left alone, so the same list can be registered again; an address that another serial has is refused,
 * and a machine that is known already (`identities`: what those that answered said of themselves, by our serial).
 */
export const registerDevices = async (
  context: { pool: Pool; clock: Clock; bus: Bus },
  devices: readonly ListedDevice[],
  { actor, reason }: { actor: Actor; reason: string },
  identities: ReadonlyMap<string, MachineIdentity> = new Map(),
): Promise<Registered> => {
  const registered = await inTransaction(context.pool, async (tx) => {
    const at = new Date(context.clock.now());
    await lockStockOfDevices(tx);
    await refuseKnownAddresses(tx, devices);
    await refuseKnownMachines(tx, devices, identities);
    const rows = await insertDevices(tx, devices, at);
    const told = rows.flatMap(({ id, serial }) =>
      identities.has(serial) ? [[id, identities.get(serial)!] as const] : [],
    );
    await recordIdentities(tx, new Map(told), at);
    await placeNewMachines(tx, devices, rows);
    await countStock(tx, null);
    const added = rows.map(({ serial }) => serial);
    if (added.length > 0) {
      const detail = { count: added.length, serials: added.slice(0, 1000) };
      await appendAudit(tx, at, [{ actor, action: 'device.register', subject: 'stock', reason, detail }]);
    }
    return {
      added,
      known: devices.map(({ serial }) => serial).filter((serial) => !added.includes(serial)),
    };
  });
  context.bus.publish('settings_changed', { key: 'stock' });
  return registered;
};

/** Two serials at one address would be one machine, counted and sold twice. */
const refuseKnownAddresses = async (tx: Tx, devices: readonly ListedDevice[]): Promise<void> => {
  const taken = await listTakenAddresses(tx, devices);
  if (taken.length > 0)
    throw new KnownDevice(taken.map((row) => `${row.serial}: ${row.host}:${row.port} is the address of ${row.known}`));
};

const refuseKnownMachines = async (
  tx: Tx,
  devices: readonly ListedDevice[],
  identities: ReadonlyMap<string, MachineIdentity>,
): Promise<void> => {
  const known: (MachineIdentity & { serial: string })[] = await listIdentified(tx);
  const problems: string[] = [];
  for (const { serial, host, port } of devices) {
    const identity = identities.get(serial);
    if (identity === undefined || known.some((device) => device.serial === serial)) continue;
    const twin = known.find((device) => isSameMachine(device, identity) === true);
    if (twin === undefined) known.push({ serial, ...identity });
    else problems.push(`${serial}: the machine at ${host}:${port} is ${twin.serial} (${nameOf(identity)})`);
  }
  if (problems.length > 0) throw new KnownDevice(problems);
};

const nameOf = ({ mac, machineSerial, poolWorker }: MachineIdentity): string =>
  mac !== null ? `MAC ${mac}` : machineSerial !== null ? `serial ${machineSerial}` : `pool worker ${poolWorker}`;

/** What stands in the way of a registration, a sentence each. */
export class KnownDevice extends Error {
  override name = 'KnownDevice';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
