import { readFileSync } from 'node:fs';
import { placeAllWaiting } from '../jobs/placement.ts';
import { readDeviceFile } from '../modules/device/device-file.ts';
import { listDevicesWithState } from '../modules/device/device-list.query.ts';
import { registerDevices } from '../modules/device/register-devices.command.ts';
import { defineOperatorCommand, OperatorProblem, REASON, SHELL_ACTOR } from './command.ts';

const LOOPBACK = /^(127\.|localhost$|::1$)/;

export const deviceCommands = [
  defineOperatorCommand({
    name: 'device register',
    summary:
      'Registers miners from a CSV or JSON file (serial,line,host,port,simulated), then places the orders that wait for them.',
    flags: { file: { hint: 'devices.csv', kind: 'text', required: true }, reason: REASON },
    run: async ({ context, print }, { file, reason }) => {
      const { devices, problems } = readDeviceFile(readText(file));
      if (context.env.mode === 'production') {
        for (const { serial, host, simulated } of devices) {
          if (simulated || LOOPBACK.test(host))
            problems.push(`${serial} is simulated; production takes real miners only`);
        }
      }
      if (problems.length > 0)
        throw new OperatorProblem([`Nothing was registered from ${file}:`, ...problems].join('\n'));
      const { added, known, lines } = await registerDevices(context, devices, { actor: SHELL_ACTOR, reason });
      print(`${added.length} miners registered${known.length === 0 ? '' : `, ${known.length} were known already`}.`);
      for (const line of lines) {
        const placed = await placeAllWaiting(context, line);
        if (placed > 0) print(`${placed} waiting ${line.toUpperCase()} orders have their place now.`);
      }
    },
  }),
  defineOperatorCommand({
    name: 'device list',
    summary: 'All miners: address, whether they answer, what they do, and whether an order has them.',
    flags: {},
    run: async ({ context, print }) => {
      const devices = await listDevicesWithState(context.pool);
      for (const { serial, line, host, port, simulated, free, connected, hashrateThs } of devices) {
        const state = connected ? `${hashrateThs.toFixed(2).padStart(6)} Th/s` : '  no answer ';
        print(
          `${serial.padEnd(16)} ${line} ${`${host}:${port}`.padEnd(22)} ${state} ${free ? 'free ' : 'taken'}${simulated ? ' simulated' : ''}`,
        );
      }
      print(`${devices.length} miners, ${devices.filter(({ free }) => free).length} free`);
    },
  }),
];

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new OperatorProblem(`${file} cannot be read: ${(error as Error).message}`);
  }
};
