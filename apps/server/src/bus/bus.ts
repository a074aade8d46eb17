import { AsyncResource } from 'node:async_hooks';
import { EventEmitter } from 'node:events';

/** What processes tell each other. Never the only copy of anything: a lost message costs freshness, not truth. */
export interface BusTopics {
  /** A session ended: its tokens are refused and its sockets closed. */
  session_ended: { sessionId: string };
  /** A member's PIN was changed or locked: processes that remember it forget it. */
  pin_changed: { memberId: string };
  /** A member chose a language. */
  language_chosen: { memberId: string };
  /** Readings since the last message: [device id, Th/s, answered at (ms)]. */
  device_readings: { readings: [deviceId: number, hashrateThs: number, at: number][] };
  /** Devices that began or stopped answering. */
  device_links: { links: [deviceId: number, connected: boolean, at: number][] };
  /** Orders whose status or allocation changed. */
  orders_changed: { orderIds: string[]; memberIds: string[] };
  /** Somebody wrote to a ticket of the member, or closed it. */
  ticket_message: { memberId: string; ticketId: string };
  /** Members who have a new notice, or have read one. */
  notices: { memberIds: string[] };
  /** New work for the outbox. */
  outbox: { topic: string };
  /** Prices, packages or settings changed: caches reload. */
  settings_changed: { key: string };
}

type Topic = keyof BusTopics;

export interface Bus {
  publish<T extends Topic>(topic: T, message: BusTopics[T]): void;
  subscribe<T extends Topic>(topic: T, listener: (message: BusTopics[T]) => void): () => void;
  close(): Promise<void>;
}

/** NOTIFY refuses payloads from 8000 bytes on, MAC included; messages with lists are split below it by their publishers. */
export const BUS_MESSAGE_LIMIT = 7800;

/** For tests and single-process use: delivers to this process only. */
export const createLocalBus = (): Bus => {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    publish: (topic, message) => void emitter.emit(topic, message),
    subscribe: (topic, listener) => {
      // As whoever listens: what it goes on to do is no part of the request that tells of it, neither in logs nor in traces.
      const hear = AsyncResource.bind(listener);
      emitter.on(topic, hear);
      return () => emitter.off(topic, hear);
    },
    close: async () => void emitter.removeAllListeners(),
  };
};
