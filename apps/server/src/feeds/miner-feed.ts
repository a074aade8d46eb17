import type { MinerFeedMessage } from '@minerx/contract/feed-miner';
import type { Context } from '../context.ts';
import type { Readings } from '../modules/telemetry/readings.ts';
import { createDelivery } from './delivery.ts';
import { textFrame } from './feed-socket.ts';
import type { Feed } from './connections.ts';
import { createSerialFeed } from './serial-feed.ts';
import type { Room } from './rooms.ts';

const PATH = '/ws-miner';
const SECOND_MS = 1000;
/** The second's messages go out in this many parts, so that nothing else waits for all of them. */
const PARTS = 20;
/** After a pause of the process it sends this many parts at a time, not everything at once. */
const CATCH_UP_PARTS = 3;

/**
 * `/ws-miner`: every second the hashrate of each order that somebody reads. It is computed once an order, made into bytes
 * once, and not even that when it is what it was a second ago.
 */
export const createMinerFeed = (context: Context, readings: Readings): Feed => {
  const told = new WeakMap<Room, { hashrateThs: number | null; frame: Buffer }>();

  const init = (rooms: Room[]): MinerFeedMessage => ({
    method: 'INIT_MINING',
    params: rooms.map(({ order }) => readings.hashrateOf(order.devices)),
    serials: rooms.map(({ order }) => order.serial),
  });

  const { connections, rooms } = createSerialFeed(context, {
    path: PATH,
    onSubscribed: (socket, joined) => socket.tell(init(joined)),
    onInit: (socket, joined) => {
      if (joined.length > 0) socket.tell(init(joined));
    },
    onStop: () => clearInterval(timer),
  });

  const frameOf = (room: Room): Buffer => {
    const hashrateThs = readings.hashrateOf(room.order.devices);
    const last = told.get(room);
    if (last !== undefined && last.hashrateThs === hashrateThs) return last.frame;
    const message: MinerFeedMessage = { method: 'MINING', params: hashrateThs, serial_no: room.order.serial };
    const frame = textFrame(JSON.stringify(message));
    told.set(room, { hashrateThs, frame });
    return frame;
  };

  let round: Room[] = [];
  let next = 0;
  let roundAt = performance.now();
  const delivered = createDelivery(context.metrics, PATH);
  const timer = setInterval(() => {
    const passed = performance.now() - roundAt;
    const most = next + Math.ceil((CATCH_UP_PARTS / PARTS) * round.length);
    const due = Math.min(round.length, most, Math.ceil((passed / SECOND_MS) * round.length));
    const now = Date.now();
    // Of the message that waits longest, or of the next second's first; none while nobody reads.
    const dueMs = (next / round.length) * SECOND_MS;
    while (next < due) {
      const room = round[next++]!;
      if (room.connections.size === 0) continue;
      const frame = frameOf(room);
      for (const socket of room.connections) socket.write(frame, now);
    }
    if (passed >= dueMs) delivered(performance.now() - roundAt - dueMs);
    if (passed < SECOND_MS || next < round.length) return;
    round = [...rooms.bySerial.values()];
    next = 0;
    // A process that stood still does not make up for the seconds it missed.
    roundAt = passed < 2 * SECOND_MS ? roundAt + SECOND_MS : performance.now();
  }, SECOND_MS / PARTS);

  return connections;
};
