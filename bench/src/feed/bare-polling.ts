import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { DevicePlace } from '../world/mining-world.ts';

const REQUEST = Buffer.from('{"command":"summary"}');
const TICK_MS = 20;
/** Less is no answer. */
const LEAST_BYTES = 100;

/** One exchange as a program would write it that does nothing else: connect, send, read to the NUL, close. Bytes of the answer. */
const ask = ({ host, port }: DevicePlace): Promise<number> =>
  new Promise((resolve) => {
    let size = 0;
    const socket = connect({ host, port, noDelay: true });
    socket.on('data', (chunk) => {
      size += chunk.length;
      if (chunk[chunk.length - 1] !== 0) return;
      socket.destroy();
      resolve(size);
    });
    socket.on('error', () => resolve(0));
    socket.write(REQUEST);
  });

/** Asks each device once, spread over the interval as a collector does it, in a bare loop of sockets. How many answered. */
export const pollBare = async (devices: readonly DevicePlace[], intervalMs: number): Promise<number> => {
  const start = performance.now();
  const pending: Promise<number>[] = [];
  for (let next = 0; next < devices.length; await wait(TICK_MS)) {
    const due = Math.min(devices.length, Math.ceil(((performance.now() - start) / intervalMs) * devices.length));
    while (next < due) pending.push(ask(devices[next++]!));
  }
  return (await Promise.all(pending)).filter((size) => size > LEAST_BYTES).length;
};
