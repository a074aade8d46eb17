import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startNats, type NatsServer } from '../../test/start/nats.ts';
import { createPool } from '../db/pool.ts';
import { testDatabase, type TestDatabase } from '../db/test-database.ts';
import type { Bus, BusTopics } from './bus.ts';
import { createNatsBus } from './nats-bus.ts';
import { createPostgresBus } from './postgres-bus.ts';

/** What processes tell each other, through the database or NATS, where others may speak too. */

const log = pino({ level: 'silent' });
const warn = vi.spyOn(log, 'warn');

/** Begins with what carries the words, and ends with it. */
interface Transport {
  begin(): Promise<void>;
  busOf(secret: string): Promise<Bus>;
  /** Somebody else's words, there before anything that is told after it. */
  forge(topic: string, words: string): Promise<unknown>;
  end(): Promise<unknown>;
}

const overPostgres = (): Transport => {
  let database: TestDatabase;
  /** One connection: what is told stays in its order. */
  let pool: Pool;
  return {
    begin: async () => {
      database = await testDatabase();
      pool = createPool(database.url, { max: 1 });
    },
    busOf: (secret) => createPostgresBus({ pool, databaseUrl: database.url, origin: randomUUID(), secret, log }),
    forge: (_, words) => pool.query("SELECT pg_notify('minerx', $1)", [words]),
    end: async () => {
      await pool.end();
      await database.drop();
    },
  };
};

const overNats = (): Transport => {
  let server: NatsServer;
  let stranger: NatsConnection;
  return {
    begin: async () => {
      server = await startNats();
      stranger = await connect({ servers: new URL(server.url).host });
    },
    busOf: (secret) => createNatsBus({ url: server.url, origin: randomUUID(), secret, log }),
    forge: (topic, words) => {
      stranger.publish(`minerx.${topic}`, words);
      return stranger.flush();
    },
    end: async () => {
      await stranger.close();
      await server.stop();
    },
  };
};

describe.each([
  ['PostgreSQL', overPostgres()],
  ['NATS', overNats()],
])('the bus over %s', (_, transport) => {
  let here: Bus;
  let there: Bus;

  beforeAll(async () => {
    await transport.begin();
    [here, there] = await Promise.all([transport.busOf('ours'), transport.busOf('ours')]);
  });
  afterAll(async () => {
    await Promise.all([here.close(), there.close()]);
    await transport.end();
  });

  /** Tells until it is heard there, with all that was said before. */
  const reach = async (): Promise<void> => {
    const mark = randomUUID();
    let isHeard = false;
    const end = there.subscribe('language_chosen', ({ memberId }) => void (isHeard ||= memberId === mark));
    while (!isHeard) {
      here.publish('language_chosen', { memberId: mark });
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    end();
  };

  /** What a process hears up to a message that is told behind everything else. */
  const heardAfter = async (tell: () => unknown): Promise<BusTopics['session_ended'][]> => {
    const heard: BusTopics['session_ended'][] = [];
    const end = there.subscribe('session_ended', (message) => void heard.push(message));
    await reach();
    await tell();
    await reach();
    end();
    return heard;
  };

  it('a process hears what another one tells', async () => {
    const told = { sessionId: randomUUID() };
    expect(await heardAfter(() => here.publish('session_ended', told))).toEqual([told]);
  });

  it('a process hears once what it tells itself', async () => {
    const told = { sessionId: randomUUID() };
    const heard = await heardAfter(async () => {
      there.publish('session_ended', told);
      await new Promise<void>((resolve) => {
        const end = here.subscribe('pin_changed', () => {
          end();
          clearInterval(again);
          resolve();
        });
        const again = setInterval(() => there.publish('pin_changed', { memberId: '1' }), 5);
      });
    });
    expect(heard).toEqual([told]);
  });

  it('what is no message of ours ends no process and is not heard', async () => {
    const forged = JSON.stringify({ from: 'x', topic: 'session_ended', message: { sessionId: randomUUID() } });
    const other = await transport.busOf('another secret');
    const words = ['one word', '', forged, `${'A'.repeat(43)}${forged}`, 'ä'.repeat(43), `${'A'.repeat(43)}null`];
    const heard = await heardAfter(async () => {
      for (const word of words) await transport.forge('session_ended', word);
      other.publish('session_ended', { sessionId: randomUUID() });
    });
    await other.close();
    expect(heard).toEqual([]);
  });

  it('a listener hears as itself, whoever tells: what it goes on to do is no part of their request', async () => {
    const current = new AsyncLocalStorage<string>();
    const heard = Promise.withResolvers<string | undefined>();
    const end = here.subscribe('outbox', () => heard.resolve(current.getStore()));
    current.run('a request', () => here.publish('outbox', { topic: 'mail' }));
    expect(await heard.promise).toBeUndefined();
    end();
  });

  it('a listener that fails ends no process', async () => {
    const end = there.subscribe('stock_changed', () => {
      throw new Error('a listener');
    });
    const heard = await heardAfter(() => here.publish('stock_changed', {}));
    end();
    expect(heard).toEqual([]);
  });

  it('who wants to hear of one member or order hears of that one, until it is ended', async () => {
    const heard: unknown[] = [];
    const note = (name: string) => (message: unknown) => void heard.push([name, message]);
    const ends = [
      there.subscribeTo('notices', '7', note('a socket')),
      there.subscribeTo('notices', '7', note('another')),
      there.subscribeTo('orders_changed', 'one', note('a room')),
      there.subscribeTo('ticket_message', '8', note('a third')),
    ];
    await reach();
    here.publish('notices', { memberIds: ['6', '7', '8'] });
    here.publish('orders_changed', { orderIds: ['one', 'two'] });
    here.publish('ticket_message', { memberId: '7', ticketId: 'x' });
    await reach();
    ends[0]!();
    ends[0]!();
    await reach();
    here.publish('notices', { memberIds: ['7'] });
    await reach();
    for (const end of ends) end();
    here.publish('notices', { memberIds: ['7'] });
    await reach();
    const seven = { memberIds: ['7'] };
    expect(heard).toEqual([
      ['a socket', seven],
      ['another', seven],
      ['a room', { orderIds: ['one'] }],
      ['another', seven],
    ]);
  });

  it('who hears a whole topic hears of everybody, also beside one who hears of one', async () => {
    const heard: string[] = [];
    const alone: string[] = [];
    const ends = [
      there.subscribe('notices', ({ memberIds }) => void heard.push(...memberIds)),
      there.subscribeTo('notices', '7', ({ memberIds }) => void alone.push(...memberIds)),
    ];
    await reach();
    here.publish('notices', { memberIds: ['6', '7'] });
    await reach();
    for (const end of ends) end();
    expect([heard, alone]).toEqual([['6', '7'], ['7']]);
  });
});

describe('the bus over NATS alone', () => {
  it('is not even sent what none of its sockets wants', async () => {
    const transport = overNats();
    await transport.begin();
    const bus = await transport.busOf('ours');
    const heard = Promise.withResolvers<void>();
    bus.subscribeTo('notices', '7', () => undefined);
    bus.subscribe('outbox', () => heard.resolve());
    const other = await transport.busOf('ours');
    const again = setInterval(() => other.publish('outbox', { topic: 'mail' }), 5);
    await heard.promise;
    clearInterval(again);
    warn.mockClear();
    for (const member of ['6', '7', '8']) await transport.forge(`notices.${member}`, 'somebody');
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1), { timeout: 60_000 });
    await Promise.all([bus.close(), other.close()]);
    await transport.end();
  });

  it('goes on with the next server, with all that it heard before', async () => {
    const server = await startNats();
    const [here, there] = await Promise.all(
      ['a', 'b'].map((origin) => createNatsBus({ url: server.url, origin, secret: 'ours', log })),
    );
    let heard = 0;
    let missed = 0;
    there!.subscribe('words_missed', () => void (missed += 1));
    there!.subscribeTo('notices', '7', () => void (heard += 1));
    const again = setInterval(() => here!.publish('notices', { memberIds: ['7'] }), 5);
    await vi.waitFor(() => expect(heard).toBeGreaterThan(0), { timeout: 60_000 });
    expect(missed).toBe(0);
    await server.stop();
    await vi.waitFor(() => expect(missed).toBeGreaterThan(0), { timeout: 60_000 });
    const next = await startNats(Number(new URL(server.url).port));
    heard = 0;
    await vi.waitFor(() => expect(heard).toBeGreaterThan(0), { timeout: 60_000 });
    clearInterval(again);
    await Promise.all([here!.close(), there!.close()]);
    await next.stop();
  });
});
