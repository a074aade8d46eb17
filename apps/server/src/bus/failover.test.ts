import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createPool } from '../db/pool.ts';
import { testDatabase, type TestDatabase } from '../db/test-database.ts';
import type { Bus } from './bus.ts';
import { createPostgresBus } from './postgres-bus.ts';

/** The bus while another database takes over: behind an address that leads to a primary, to a standby, or to one that hangs. */

let database: TestDatabase;
let pool: Pool;
let address: Server;
let behind: 'a primary' | 'a standby' | 'nothing that answers';
const open = new Set<Socket>();
/** How often a standby was asked to tell. */
let refused: number;
let here: Bus;
let there: Bus;

const WORDS = Buffer.from('SERROR\0VERROR\0C25006\0Mcannot execute LISTEN during recovery\0\0');
/** ErrorResponse and ReadyForQuery, as a standby says them. */
const REFUSAL = Buffer.concat([
  Buffer.from([0x45, 0, 0, 0, 4 + WORDS.length]),
  WORDS,
  Buffer.from('Z\0\0\0\x05I', 'latin1'),
]);

const pass = (caller: Socket): void => {
  const url = new URL(database.url);
  const server = connect(Number(url.port), url.hostname);
  for (const socket of [caller, server]) {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open.delete(socket);
      for (const end of [caller, server]) end.destroy();
    });
  }
  caller.on('data', (bytes) => {
    if (behind === 'nothing that answers') return;
    if (behind === 'a standby' && bytes.toString('latin1').startsWith('Q') && bytes.includes('LISTEN')) {
      refused += 1;
      caller.write(REFUSAL);
    } else server.write(bytes);
  });
  server.on('data', (bytes) => void (behind === 'nothing that answers' || caller.write(bytes)));
};

const busBy = (databaseUrl: string): Promise<Bus> =>
  createPostgresBus({
    pool,
    databaseUrl,
    origin: randomUUID(),
    secret: 'ours',
    log: pino({ level: 'silent' }),
    // An answer may take its time: on a busy machine a connection alone takes hundreds of milliseconds.
    patience: { pulseMs: 50, answerMs: 1500, againMs: 20 },
  });

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, { max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  behind = 'a primary';
  refused = 0;
  address = createServer(pass).listen(0, '127.0.0.1');
  await once(address, 'listening');
  const url = new URL(database.url);
  url.port = String((address.address() as AddressInfo).port);
  [here, there] = await Promise.all([busBy(database.url), busBy(url.href)]);
});
afterEach(async () => {
  await Promise.all([here.close(), there.close()]);
  address.close();
});

const settled = async (what: () => boolean): Promise<void> => {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** Tells until it is heard: what is told while nobody listens is lost. */
const isHeard = async (): Promise<void> => {
  let heard = false;
  const end = there.subscribe('language_chosen', () => void (heard = true));
  await settled(() => {
    here.publish('language_chosen', { memberId: '1' });
    return heard;
  });
  end();
};

it('a bus that finds a standby hears again as soon as there is a primary', async () => {
  await isHeard();
  let missed = 0;
  there.subscribe('words_missed', () => void (missed += 1));
  behind = 'a standby';
  for (const socket of open) socket.destroy();
  await settled(() => refused > 0 && missed > 1);
  behind = 'a primary';
  await isHeard();
  await settled(() => open.size === 2);
});

it('a bus whose database hangs, its connection open, hears again from the next', async () => {
  await isHeard();
  const before = new Set(open);
  behind = 'nothing that answers';
  await settled(() => [...before].every((socket) => socket.destroyed));
  behind = 'a primary';
  await isHeard();
  await settled(() => [...before].every((socket) => !open.has(socket)));
});

it('a bus that is closed while there is no primary ends', async () => {
  behind = 'a standby';
  for (const socket of open) socket.destroy();
  await settled(() => refused > 0);
  await there.close();
  await settled(() => open.size === 0);
  expect(refused).toBeGreaterThan(0);
});
