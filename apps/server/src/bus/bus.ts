import { AsyncResource } from 'node:async_hooks';
import { timingSafeEqual } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { Client, type Pool } from 'pg';
import type { Logger } from 'pino';
import { keyedDigest } from '../security/secret-hash.ts';

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
const CHANNEL = 'minerx';

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

type Told = { readonly [T in Topic]: { from: string; topic: T; message: BusTopics[T] } }[Topic];

/**
 * Whoever may sign in to the database may notify: a message counts only with a MAC that nobody makes without the secret of
 * our processes, and that stands before it.
 */
const MAC_LENGTH = 43;
const macOf = (secret: string, payload: string): Buffer =>
  Buffer.from(keyedDigest(secret, 'bus', payload).toString('base64url'));

/** Null: no process of ours has said it. */
const readTold = (secret: string, notified: string): Told | null => {
  const [mac, payload] = [Buffer.from(notified.slice(0, MAC_LENGTH)), notified.slice(MAC_LENGTH)];
  return mac.length === MAC_LENGTH && timingSafeEqual(mac, macOf(secret, payload))
    ? (JSON.parse(payload) as Told)
    : null;
};

interface PostgresBusInput {
  readonly pool: Pool;
  readonly databaseUrl: string;
  /** Of this process. */
  readonly origin: string;
  /** What all processes of the installation share, and the database does not know. */
  readonly secret: string;
  readonly log: Logger;
}

/** A lost message costs freshness, not truth: nobody waits until the disk has it. */
const TELL = `SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, payload) FROM unnest($2::text[]) AS payload`;

/**
 * The bus over PostgreSQL LISTEN/NOTIFY. A process hears its own messages at once and others' through the database;
 * the origin in each message keeps it from hearing its own twice.
 */
export const createPostgresBus = async ({ pool, databaseUrl, origin, secret, log }: PostgresBusInput): Promise<Bus> => {
  const local = createLocalBus();
  let closed = false;
  let client: Client | undefined;
  /** What others are still to hear. */
  let untold: string[] = [];

  const connect = async (): Promise<void> => {
    const next = new Client({ connectionString: databaseUrl, application_name: 'minerx-bus' });
    next.on('error', (error) => log.warn({ err: error }, 'bus connection lost'));
    next.on('end', () => {
      if (!closed) setTimeout(() => void connect().catch(() => undefined), 1000).unref();
    });
    next.on('notification', ({ payload = '' }) => {
      // Our own was heard when it was said.
      if (payload.startsWith(`{"from":"${origin}"`, MAC_LENGTH)) return;
      // Thrown here, an error would end the process.
      try {
        const told = readTold(secret, payload);
        if (told === null) log.warn('a message on the bus that no process of ours has sent');
        else local.publish(told.topic, told.message);
      } catch (error) {
        log.error({ err: error }, 'a message on the bus was not taken');
      }
    });
    await next.connect();
    await next.query(`LISTEN ${CHANNEL}`);
    client = next;
  };
  await connect();

  /** All that was said in one go takes one transaction: each is one more that the disk and every listener hear of. */
  const tell = AsyncResource.bind((): void => {
    const payloads = untold;
    untold = [];
    pool
      .query({ name: 'bus_tell', text: TELL, values: [CHANNEL, payloads] })
      .catch((error: Error) => log.warn({ err: error }, 'bus publish failed'));
  });

  return {
    publish: (topic, message) => {
      local.publish(topic, message);
      const payload = JSON.stringify({ from: origin, topic, message });
      if (payload.length >= BUS_MESSAGE_LIMIT)
        log.error({ topic, count: payload.length }, 'bus message too large for other processes');
      else if (untold.push(`${macOf(secret, payload)}${payload}`) === 1) queueMicrotask(tell);
    },
    subscribe: local.subscribe,
    close: async () => {
      closed = true;
      await local.close();
      await client?.end();
    },
  };
};
