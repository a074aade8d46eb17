import type { Context } from '../../context.ts';
import { DeviceProblem, moveDevice, replaceDevice, retireDevice } from '../../modules/device/change-device.command.ts';
import { DEFAULT_PORT, HOST, tellProblem, type ListedDevice } from '../../modules/device/device-file.ts';
import { listDevicesWithState, type ListedDeviceState } from '../../modules/device/device-list.query.ts';
import { KnownDevice, registerDevices } from '../../modules/device/register-devices.command.ts';
import { askIdentity } from '../../outside/hashrate/cgminer-identity.ts';
import type { MachineIdentity } from '../../outside/hashrate/port.ts';
import { checkDeviceFile, LOOPBACK } from './device-check.ts';
import { defineOperatorCommand, GRANTS, OperatorProblem, REASON, type Flag, type OperatorHouse } from '../command.ts';
import { counted } from '../counted.ts';

const SERIAL = { hint: 'serial', kind: 'text', required: true } as const satisfies Flag;
const ADDRESS_HOST = { hint: 'host', kind: 'text', required: true } as const satisfies Flag;
const ADDRESS_PORT = { hint: 'port, 4028 unless told', kind: 'whole' } as const satisfies Flag;
const ASK_AT_ONCE = 100;
const ASK_TIMEOUT_MS = 2000;

export const deviceCommands = [
  defineOperatorCommand({
    name: 'device register',
    grant: GRANTS.admin,
    isLong: true,
    summary:
      'Registers miners from a CSV or JSON file (serial,line,host,port,simulated,rated_ths,site). They are stock once they have answered and the pool has seen them.',
    flags: { file: { hint: 'devices.csv', kind: 'file', required: true }, reason: REASON },
    run: async ({ context, print, progress, actor }, { file, reason }) => {
      const { devices, problems } = await checkDeviceFile(context, file);
      if (problems.length > 0)
        throw new OperatorProblem([`Nothing was registered:`, ...problems.map(tellProblem)].join('\n'));
      const why = { actor, reason };
      const { added, known } = await registerDevices(context, devices, why, await askMachines(devices, progress)).catch(
        (error: unknown) => {
          if (error instanceof KnownDevice)
            throw new OperatorProblem([`Nothing was registered:`, ...error.problems].join('\n'));
          throw error;
        },
      );
      print(
        `${counted(added.length, 'miner')} registered${known.length === 0 ? '' : `, ${known.length} were known already`}.`,
      );
      if (added.length > 0) print('Each counts into the stock when it has answered and the pool has seen it.');
    },
  }),
  defineOperatorCommand({
    name: 'device list',
    grant: GRANTS.all,
    summary: 'All miners: address, whether they answer, what they do, and whether an order has them.',
    flags: {},
    run: async ({ context, print }) => {
      const devices = await listDevicesWithState(context.pool);
      for (const device of devices) {
        const { serial, line, host, port, simulated, free, connected, hashrateThs } = device;
        const state = connected ? `${hashrateThs.toFixed(2).padStart(6)} Th/s` : '  no answer ';
        print(
          `${serial.padEnd(16)} ${line} ${`${host}:${port}`.padEnd(22)} ${state} ${free ? 'free ' : 'taken'}${simulated ? ' simulated' : ''}${machineOf(device)}`,
        );
      }
      print(`${counted(devices.length, 'miner')}, ${devices.filter(({ free }) => free).length} free`);
    },
  }),
  defineOperatorCommand({
    name: 'device retire',
    grant: GRANTS.admin,
    summary: 'Takes a miner that no order has out of service.',
    flags: { serial: SERIAL, reason: REASON },
    run: async ({ context, print, actor }, { serial, reason }) => {
      await told(retireDevice(context, serial, { actor, reason }));
      print(`${serial} is out of service.`);
    },
  }),
  defineOperatorCommand({
    name: 'device move',
    grant: GRANTS.admin,
    summary: 'The same miner at another address.',
    flags: { serial: SERIAL, host: ADDRESS_HOST, port: ADDRESS_PORT, reason: REASON },
    run: async ({ context, print, actor }, { serial, reason, ...address }) => {
      const to = readAddress(context, address);
      await told(moveDevice(context, serial, to, { actor, reason }));
      print(`${serial} is asked at ${to.host}:${to.port} from now on.`);
    },
  }),
  defineOperatorCommand({
    name: 'device replace',
    grant: GRANTS.admin,
    summary: 'Another machine in the place of this one, for the same orders; nothing of its past is counted.',
    flags: {
      serial: SERIAL,
      host: ADDRESS_HOST,
      port: ADDRESS_PORT,
      'rated-ths': { hint: 'TH/s it is built for', kind: 'whole' },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { serial, reason, 'rated-ths': ratedThs, ...address }) => {
      if (ratedThs !== undefined && (ratedThs < 1 || ratedThs > 2000))
        throw new OperatorProblem('--rated-ths must be from 1 to 2000.');
      const by = { ...readAddress(context, address), ratedThs: ratedThs ?? null };
      await told(replaceDevice(context, serial, by, { actor, reason }));
      print(`${serial} is another machine now, at ${by.host}:${by.port}.`);
    },
  }),
];

/** Each is asked once who it is; one that does not answer now is asked when it does. */
const askMachines = async (
  devices: readonly ListedDevice[],
  progress: OperatorHouse['progress'],
): Promise<Map<string, MachineIdentity>> => {
  const identities = new Map<string, MachineIdentity>();
  for (let from = 0; from < devices.length; from += ASK_AT_ONCE) {
    const part = devices.slice(from, from + ASK_AT_ONCE);
    const answers = await Promise.all(part.map((device) => askIdentity({ ...device, timeoutMs: ASK_TIMEOUT_MS })));
    for (const [index, identity] of answers.entries()) {
      if (identity !== null) identities.set(part[index]!.serial, identity);
    }
    await progress?.(from + part.length, devices.length);
  }
  return identities;
};

/** What is not as it should be with the machine at the address. */
const machineOf = ({ sameAs, exchangedAt }: ListedDeviceState): string =>
  sameAs !== null
    ? `  the machine of ${sameAs} answers here`
    : exchangedAt !== null
      ? `  another machine answers since ${exchangedAt.toISOString()}`
      : '';

/** A problem that the person at the shell can put right is told as one. */
const told = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    throw error instanceof DeviceProblem ? new OperatorProblem(error.message) : error;
  });

const readAddress = (
  { env }: Context,
  { host, port = DEFAULT_PORT }: { host: string; port: number | undefined },
): { host: string; port: number } => {
  if (!HOST.test(host)) throw new OperatorProblem(`"${host}" is not a name or an address.`);
  if (port < 1 || port > 65_535) throw new OperatorProblem(`${port} is not a port.`);
  if (env.mode === 'production' && LOOPBACK.test(host))
    throw new OperatorProblem(`${host} is this machine; production takes real miners only.`);
  return { host, port };
};
