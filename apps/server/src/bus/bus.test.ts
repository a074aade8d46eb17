import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '../db/pool.ts';
import { testDatabase, type TestDatabase } from '../db/test-database.ts';
import type { Bus, BusTopics } from './bus.ts';
import { createPostgresBus } from './postgres-bus.ts';

/** What processes tell each other through the database, where others may speak too. */

let database: TestDatabase;
/** One connection: what is told stays in its order. */
let pool: Pool;
let here: Bus;
let there: Bus;

const busOf = (secret: string): Promise<Bus> => {
  return createPostgresBus({
    pool,
    databaseUrl: database.url,
    origin: randomUUID(),
    secret,
    log: pino({ level: 'silent' }),
  });
};

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, { max: 1 });
  [here, there] = await Promise.all([busOf('ours'), busOf('ours')]);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await pool.end();
  await database.drop();
});

const notify = (payload: string) => pool.query("SELECT pg_notify('minerx', $1)", [payload]);

/** What a process hears up to a message that is told behind everything else. */
const heardAfter = async (tell: () => unknown): Promise<BusTopics['session_ended'][]> => {
  const heard: BusTopics['session_ended'][] = [];
  const last = Promise.withResolvers<void>();
  const ends = [
    there.subscribe('session_ended', (message) => void heard.push(message)),
    there.subscribe('language_chosen', () => last.resolve()),
  ];
  await tell();
  here.publish('language_chosen', { memberId: '1' });
  await last.promise;
  for (const end of ends) end();
  return heard;
};

it('a process hears what another one tells', async () => {
  const told = { sessionId: randomUUID() };
  expect(await heardAfter(() => here.publish('session_ended', told))).toEqual([told]);
});

it('what is no message of ours ends no process and is not heard', async () => {
  const forged = JSON.stringify({ from: 'x', topic: 'session_ended', message: { sessionId: randomUUID() } });
  const other = await busOf('another secret');
  const words = ['one word', '', forged, `${'A'.repeat(43)}${forged}`, 'ä'.repeat(43), `${'A'.repeat(43)}null`];
  const heard = await heardAfter(async () => {
    for (const word of words) await notify(word);
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
  const end = there.subscribe('orders_changed', () => {
    throw new Error('a listener');
  });
  const heard = await heardAfter(() => here.publish('orders_changed', { orderIds: [], memberIds: [] }));
  end();
  expect(heard).toEqual([]);
});
