import '../../scripts/pinned-node.ts';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { halveNumber, malform, swell, truncate, type AnswerFault } from './device/answer-faults.ts';
import { answerOf, type Worker } from './device/cgminer-answers.ts';
import { createDevice, stateAt } from './device/device-model.ts';
import { createFleetControl, type FleetDevice } from './device/fleet-control.ts';
import { closeServer, listen } from './program/json-http.ts';
import { readOptions, readSerials, runUntilStopped } from './program/program.ts';
import { createVirtualClock } from './program/virtual-clock.ts';

/**
 * A fleet of miners that speak the cgminer API. As in a real hall every device has its own address (127.16.x.y) and all
 * share one port; where the machine has only 127.0.0.1, `--mode ports` gives every device a port of its own.
 *
 *   node simulators/src/fleet.ts --port 4028 --control 0 --devices 100 --seed demo
 */
const requestLimit = 8_192;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const options = readOptions(process.argv.slice(2), [
  'port',
  'control',
  'devices',
  'prefix',
  'seed',
  'mode',
  'account',
  'pool-url',
  'outages-per-mille',
]);
const seed = options.text('seed', 'demo');
const mode = options.text('mode', process.platform === 'darwin' ? 'ports' : 'addresses');
if (mode !== 'addresses' && mode !== 'ports') throw new RangeError('--mode is addresses or ports');
const basePort = options.number('port', 4028);
const outagesPerMille = options.number('outages-per-mille', 80);
const worker: Worker = {
  account: options.text('account', 'acct'),
  poolUrl: options.text('pool-url', '127.0.0.1:3333'),
};
const clock = createVirtualClock();
const fleet = new Map<string, FleetDevice>();
/** In `addresses` mode all devices share the port that the first one got. */
let sharedPort = basePort;

const placeOf = (index: number): { host: string; port: number } => {
  if (mode === 'ports') return { host: '127.0.0.1', port: basePort === 0 ? 0 : basePort + index };
  return { host: `127.16.${Math.floor(index / 250)}.${(index % 250) + 1}`, port: sharedPort };
};

const addDevice = async (serial: string, bornAtMs?: number): Promise<FleetDevice> => {
  const known = fleet.get(serial);
  if (known) return known;
  const place = placeOf(fleet.size);
  const born = bornAtMs === undefined ? {} : { bornAtMs };
  const model = createDevice(seed, serial, { outagesPerMille, ...born });
  const server = createServer({ allowHalfOpen: true }, (socket) => serve(socket, device.answersAs ?? device));
  const device: FleetDevice = {
    model,
    ...place,
    fault: null,
    claims: null,
    dialect: 'cgminer',
    asked: 0,
    answersAs: null,
    server,
  };
  // Reserved before listening, so that two devices added at once never get one place.
  fleet.set(serial, device);
  try {
    device.port = await listenDevice(server, place);
  } catch (error) {
    fleet.delete(serial);
    throw error;
  }
  if (mode === 'addresses') sharedPort = device.port;
  return device;
};

const listenDevice = (server: Server, place: { host: string; port: number }): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ ...place, backlog: 16 }, () => resolve((server.address() as AddressInfo).port));
  });

/** One request per connection, as the real program does it. */
const serve = (socket: Socket, device: FleetDevice): void => {
  socket.on('error', () => socket.destroy());
  if (!stateAt(device.model, clock.now()).up) {
    socket.resetAndDestroy();
    return;
  }
  socket.setTimeout(30_000, () => socket.destroy());
  let request = '';
  const read = (chunk: Buffer): void => {
    request += chunk.toString('latin1');
    if (request.length > requestLimit) socket.destroy();
    else if (isWhole(request)) {
      socket.off('data', read);
      void answer(socket, device, request);
    }
  };
  socket.on('data', read);
  socket.once('end', () => {
    if (!socket.writableEnded && !isWhole(request)) socket.destroy();
  });
};

/** The real program answers what one read gave it; requests are far smaller than a packet. */
const isWhole = (request: string): boolean => request.trim().length > 0;

const answer = async (socket: Socket, device: FleetDevice, request: string): Promise<void> => {
  const fault = takeFault(device);
  if (fault?.kind === 'slow') await pause(fault.ms);
  const at = clock.now();
  const state = stateAt(device.model, at);
  if (!state.up || socket.destroyed) {
    socket.destroy();
    return;
  }
  const whole = answerOf(request, device.model, state, at, worker, fault?.kind === 'refused', device);
  if (fault?.kind === 'malformed') socket.end(`${malform(whole, fault.how)}\0`);
  else if (fault?.kind === 'truncated') socket.end(truncate(whole));
  else if (fault?.kind === 'no-nul') socket.end(whole);
  else if (fault?.kind === 'stays-open') socket.write(whole);
  else if (fault?.kind === 'half-number') socket.end(`${halveNumber(whole)}\0`);
  else if (fault?.kind === 'huge') socket.end(`${swell(whole)}\0`);
  else if (fault?.kind === 'closed') socket.end();
  else if (fault?.kind === 'silent') return;
  else if (fault?.kind === 'dribble') await dribble(socket, `${whole}\0`, fault.ms);
  else socket.end(`${whole}\0`);
};

const dribble = async (socket: Socket, text: string, ms: number): Promise<void> => {
  for (let i = 0; i < text.length && !socket.destroyed; i += 64) {
    socket.write(text.slice(i, i + 64));
    await pause(ms);
  }
  socket.end();
};

const takeFault = (device: FleetDevice): AnswerFault | null => {
  const fault = device.fault;
  device.asked += 1;
  if (device.asked % (fault?.every ?? 1) !== 0) return null;
  if (fault?.times !== undefined && --fault.times <= 0) device.fault = null;
  return fault;
};

const addDevices = async (serials: string[], bornAtMs?: number): Promise<FleetDevice[]> => {
  const added: FleetDevice[] = [];
  for (const serial of serials) added.push(await addDevice(serial, bornAtMs));
  return added;
};

await addDevices(readSerials(options));
const control = createFleetControl({ fleet, clock, addDevices });
const controlPort = await listen(control, options.number('control', 0));
const first = fleet.values().next().value;
runUntilStopped(
  { port: first?.port ?? basePort, control: controlPort, mode, devices: fleet.size, simulated: true },
  options.parent,
  async () => {
    for (const device of fleet.values()) device.server.close();
    await closeServer(control);
  },
);
