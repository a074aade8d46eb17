import type { PoolFeedMessage } from '@minerx/contract/feed-pool';
import type { Context } from '../context.ts';
import type { Readings } from '../modules/telemetry/readings.ts';
import { textFrame } from './feed-socket.ts';
import type { Feed } from './connections.ts';
import { createSerialFeed } from './serial-feed.ts';
import type { Room } from './rooms.ts';

/**
 * `/ws-pool`: whether the devices of an order answer. A new connection is told how it stands, then every change: an order is
 * connected while at least one of its devices is.
 */
export const createPoolFeed = (context: Context, readings: Readings): Feed => {
  const told = new WeakMap<Room, boolean>();

  const isConnected = ({ order }: Room): boolean => order.devices.some(({ deviceId }) => readings.answers(deviceId));

  const message = (room: Room, connected: boolean): PoolFeedMessage => ({
    event: connected ? 'connect' : 'disconnect',
    device: { serialNumber: room.order.serial },
  });

  const { connections, rooms } = createSerialFeed(context, {
    path: '/ws-pool',
    onSubscribed: (socket, joined) => {
      for (const room of joined) {
        const connected = isConnected(room);
        told.set(room, connected);
        socket.tell(message(room, connected));
      }
    },
    onStop: () => unsubscribe(),
  });

  // The readings subscribed first, so they already know what this message says.
  const unsubscribe = context.bus.subscribe('device_links', ({ links }) => {
    const touched = new Set(links.flatMap(([deviceId]) => [...rooms.ofDevice(deviceId)]));
    const now = Date.now();
    for (const room of touched) {
      const connected = isConnected(room);
      if (told.get(room) === connected) continue;
      told.set(room, connected);
      const frame = textFrame(JSON.stringify(message(room, connected)));
      for (const socket of room.connections) socket.write(frame, now);
    }
  });

  return connections;
};
