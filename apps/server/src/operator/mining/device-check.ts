import type { Context } from '../../context.ts';
import { readDeviceFile, type ListedDevice, type ListProblem } from '../../modules/device/device-file.ts';
import { inTransaction } from '../../db/transaction.ts';
import { listTakenAddresses } from '../../modules/device/device.store.ts';

export const LOOPBACK = /^(127\.|localhost$|::1$)/;

/**
 * A list of miners with everything that can be said against it without asking a machine: how it is written, what production takes, and
 * whose addresses it names.
 */
export const checkDeviceFile = async (
  { env, pool }: Pick<Context, 'env' | 'pool'>,
  text: string,
): Promise<{ devices: ListedDevice[]; problems: ListProblem[] }> => {
  const { devices, problems } = readDeviceFile(text);
  const rowOf = new Map(devices.map(({ serial }, place) => [serial, place + 1]));
  if (env.mode === 'production') {
    for (const { serial, host, simulated } of devices)
      if (simulated || LOOPBACK.test(host))
        problems.push({
          row: rowOf.get(serial)!,
          problem: `${serial} is simulated; production takes real miners only`,
        });
  }
  if (problems.length > 0) return { devices, problems };
  const taken = await inTransaction(pool, (tx) => listTakenAddresses(tx, devices));
  return {
    devices,
    problems: taken.map(({ serial, host, port, known }) => ({
      row: rowOf.get(serial)!,
      problem: `${serial}: ${host}:${port} is the address of ${known}`,
    })),
  };
};
