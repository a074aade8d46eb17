import type { PoolFeedMessage } from '@minerx/contract/feed-pool';
import type { Context } from '../context.ts';
import type { Readings } from '../modules/telemetry/readings.ts';
import { textFrame } from './feed-socket.ts';
import { SerialHub, type Feed } from './hub.ts';
import type { Room } from './rooms.ts';

/**
 * `/ws-pool`: whether the devices of an order answer. A new reader is told how it stands, then every change: an order is
 * connected while at least one of its devices is.
 */
export const createPoolFeed = (context: Context, readings: Readings): Feed => {
  const told = new WeakMap<Room, boolean>();

  const isConnected = ({ order }: Room): boolean => order.devices.some(({ deviceId }) => readings.answers(deviceId));

  const message = (room: Room, connected: boolean): PoolFeedMessage => ({
    event: connected ? 'connect' : 'disconnect',
    device: { serialNumber: room.order.serial },
  });

  const hub = new SerialHub(context, {
    path: '/ws-pool',
    onSubscribed: (reader, rooms) => {
      for (const room of rooms) {
        const connected = isConnected(room);
        told.set(room, connected);
        reader.tell(message(room, connected));
      }
    },
  });

  // The readings subscribed first, so they already know what this message says.
  const unsubscribe = context.bus.subscribe('device_links', ({ links }) => {
    const touched = new Set(links.flatMap(([deviceId]) => [...hub.rooms.ofDevice(deviceId)]));
    const now = Date.now();
    for (const room of touched) {
      const connected = isConnected(room);
      if (told.get(room) === connected) continue;
      told.set(room, connected);
      const frame = textFrame(JSON.stringify(message(room, connected)));
      for (const reader of room.readers) reader.write(frame, now);
    }
  });

  return {
    path: hub.path,
    accept: (ws) => hub.accept(ws),
    counts: () => hub.counts(),
    stop: () => {
      unsubscribe();
      hub.stop();
    },
  };
};
