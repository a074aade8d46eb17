import { AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import type { Logger } from 'pino';
import { BUS_MESSAGE_LIMIT, createLocalBus, type Bus } from './bus.ts';
import { MAC_LENGTH, readTold, seal } from './sealed.ts';

const CHANNEL = 'minerx';

interface PostgresBusInput {
  readonly pool: Pool;
  readonly databaseUrl: string;
  /** Of this process. */
  readonly origin: string;
  /** What all processes of the installation share, and the database does not know. */
  readonly secret: string;
  readonly log: Logger;
  readonly patience?: Patience;
}

interface Patience {
  /** How often the database is asked whether it is there: one that hangs ends no connection. */
  readonly pulseMs: number;
  readonly answerMs: number;
  readonly againMs: number;
}

const PATIENCE: Patience = { pulseMs: 2000, answerMs: 3000, againMs: 1000 };

/** A lost message costs freshness, not truth: nobody waits until the disk has it. */
const TELL = `SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, payload) FROM unnest($2::text[]) AS payload`;

/**
 * The bus over PostgreSQL LISTEN/NOTIFY. A process hears its own messages at once and others' through the database;
 * the origin in each message keeps it from hearing its own twice.
 */
export const createPostgresBus = async (input: PostgresBusInput): Promise<Bus> => {
  const { pool, origin, secret, log } = input;
  const local = createLocalBus();
  const ear = await listen(
    input,
    () => local.deliver('words_missed', {}),
    (payload) => {
      // Our own was heard when it was said.
      if (payload.startsWith(`{"from":"${origin}"`, MAC_LENGTH)) return;
      const told = readTold(secret, payload);
      if (told === null) log.warn('a message on the bus that no process of ours has sent');
      else local.publish(told.topic, told.message);
    },
  );
  /** What others are still to hear. */
  let untold: string[] = [];

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
      else if (untold.push(seal(secret, payload)) === 1) queueMicrotask(tell);
    },
    subscribe: local.subscribe,
    subscribeTo: local.subscribeTo,
    close: async () => {
      await local.close();
      await ear.close();
    },
  };
};

/**
 * Hears for ever: a connection that is lost, or that reached a database which cannot tell anything (a standby refuses LISTEN), or
 * one that no longer answers, gives way to the next. What is told meanwhile is not heard.
 */
const listen = async (
  input: PostgresBusInput,
  miss: () => void,
  hear: (payload: string) => void,
): Promise<{ close(): Promise<void> }> => {
  const { log, patience = PATIENCE } = input;
  let closed = false;
  let current: Client;

  const follow = (client: Client): void => {
    current = client;
    let isLost = false;
    const lose = (): void => {
      if (isLost) return;
      isLost = true;
      clearInterval(pulse);
      cut(client);
      miss();
      if (!closed) void again();
    };
    let isAsked = false;
    const ask = (): void => {
      if (isAsked) return;
      isAsked = true;
      client.query('SELECT').then(() => (isAsked = false), lose);
    };
    const pulse = setInterval(ask, patience.pulseMs).unref();
    client.once('end', lose);
  };

  const again = async (): Promise<void> => {
    for (let tries = 1; !closed; tries += 1) {
      await sleep(patience.againMs, undefined, { ref: false });
      try {
        const client = await open(input, patience, hear);
        if (closed) return cut(client);
        log.info({ count: tries }, 'bus connected again');
        miss();
        return follow(client);
      } catch (error) {
        miss();
        if (tries === 1) log.warn({ err: error }, 'bus not connected');
      }
    }
  };

  follow(await open(input, patience, hear));
  return {
    close: async () => {
      closed = true;
      await current.end();
    },
  };
};

/** A connection that listens. @throws where the database cannot tell anything */
const open = async (
  { databaseUrl, log }: PostgresBusInput,
  { answerMs }: Patience,
  hear: (payload: string) => void,
): Promise<Client> => {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'minerx-bus',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  client.on('error', (error) => log.warn({ err: error }, 'bus connection lost'));
  client.on('notification', ({ payload = '' }) => {
    // Thrown here, an error would end the process.
    try {
      hear(payload);
    } catch (error) {
      log.error({ err: error }, 'a message on the bus was not taken');
    }
  });
  try {
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    return client;
  } catch (error) {
    cut(client);
    throw error;
  }
};

/** Without a word to a database that may not be listening. */
const cut = (client: Client): void => {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
};
