import { EventEmitter } from 'node:events';
import { Client, type Pool } from 'pg';
import type { Logger } from 'pino';

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

/** NOTIFY refuses payloads from 8000 bytes on; messages with lists are split below it by their publishers. */
export const BUS_MESSAGE_LIMIT = 7800;
const CHANNEL = 'minerx';

/** For tests and single-process use: delivers to this process only. */
export const createLocalBus = (): Bus => {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    publish: (topic, message) => void emitter.emit(topic, message),
    subscribe: (topic, listener) => {
      emitter.on(topic, listener);
      return () => emitter.off(topic, listener);
    },
    close: async () => void emitter.removeAllListeners(),
  };
};

/**
 * The bus over PostgreSQL LISTEN/NOTIFY. A process hears its own messages at once and others' through the database;
 * the origin in each message keeps it from hearing its own twice.
 */
export const createPostgresBus = async (pool: Pool, databaseUrl: string, origin: string, log: Logger): Promise<Bus> => {
  const local = createLocalBus();
  let closed = false;
  let client: Client | undefined;

  const connect = async (): Promise<void> => {
    const next = new Client({ connectionString: databaseUrl, application_name: 'minerx-bus' });
    next.on('error', (error) => log.warn({ err: error }, 'bus connection lost'));
    next.on('end', () => {
      if (!closed) setTimeout(() => void connect().catch(() => undefined), 1000).unref();
    });
    next.on('notification', ({ payload }) => {
      const { from, topic, message } = JSON.parse(payload ?? '{}') as { from: string; topic: Topic; message: never };
      if (from !== origin) local.publish(topic, message);
    });
    await next.connect();
    await next.query(`LISTEN ${CHANNEL}`);
    client = next;
  };
  await connect();

  return {
    publish: (topic, message) => {
      local.publish(topic, message);
      const payload = JSON.stringify({ from: origin, topic, message });
      if (payload.length >= BUS_MESSAGE_LIMIT)
        log.error({ topic, count: payload.length }, 'bus message too large for other processes');
      else
        pool
          .query('SELECT pg_notify($1, $2)', [CHANNEL, payload])
          .catch((error: Error) => log.warn({ err: error }, 'bus publish failed'));
    },
    subscribe: local.subscribe,
    close: async () => {
      closed = true;
      await local.close();
      await client?.end();
    },
  };
};
