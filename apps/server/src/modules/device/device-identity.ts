import type { MachineIdentity } from '../../outside/hashrate/port.ts';

/** A device with what is known of its machine. */
export interface IdentifiedDevice extends MachineIdentity {
  id: number;
  serial: string;
  /** The device whose machine answers at this address too. */
  sameAs: number | null;
  exchangedAt: Date | null;
}

/** Whether two identities are of one machine: as far as both tell it, its MAC, else its maker's serial, else its pool worker. Null: they share no word. */
export const isSameMachine = (one: MachineIdentity, other: MachineIdentity): boolean | null => {
  if (one.mac !== null && other.mac !== null) return one.mac === other.mac;
  if (one.machineSerial !== null && other.machineSerial !== null) return one.machineSerial === other.machineSerial;
  if (one.poolWorker !== null && other.poolWorker !== null) return one.poolWorker === other.poolWorker;
  return null;
};

/**
 * Who is who after some devices were asked. A machine belongs to the device at which it was known; a new one to the first that
 * tells it. Any other device at which it answers is the same as that one. @returns the asked devices, as they are now.
 */
export const sortOutMachines = (
  devices: readonly IdentifiedDevice[],
  told: ReadonlyMap<number, MachineIdentity>,
  at: Date,
): IdentifiedDevice[] => {
  const stays = (device: IdentifiedDevice): boolean => {
    const now = told.get(device.id);
    return device.sameAs === null && (now === undefined || isSameMachine(device, now) === true);
  };
  const holders = devices.filter(stays).map((device) => learn(device, told.get(device.id)));
  const asked = devices.filter(({ id }) => told.has(id)).toSorted((a, b) => a.id - b.id);
  return asked.map((device) => {
    const now = told.get(device.id)!;
    if (stays(device)) return learn(device, now);
    const holder = holders.find((other) => other.id !== device.id && isSameMachine(other, now) === true);
    // What it was known by stays known: its own machine may come back.
    if (holder !== undefined) return { ...device, sameAs: holder.id };
    const isOther = isSameMachine(device, now) === false;
    const owner = { ...(isOther ? { ...device, ...now, exchangedAt: at } : learn(device, now)), sameAs: null };
    holders.push(owner);
    return owner;
  });
};

/** What it does not tell this time it may have told before. */
const learn = (device: IdentifiedDevice, now: MachineIdentity | undefined): IdentifiedDevice => ({
  ...device,
  mac: now?.mac ?? device.mac,
  machineSerial: now?.machineSerial ?? device.machineSerial,
  poolWorker: now?.poolWorker ?? device.poolWorker,
});
