import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { testApp, testEnv, type TestApp } from '../../test/app.ts';
import { testDatabase, type TestDatabase } from '../db/test-database.ts';
import { seedReference } from '../seed/reference.ts';

let database: TestDatabase;
let app: TestApp;
let port: number;
const opened = new Set<Socket>();

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  for (const socket of opened) socket.destroy();
  opened.clear();
  await allGone();
});

/** A server for the tests of a group; connections are let go of after each. */
const serve = (variables: Record<string, string> = {}): void => {
  beforeAll(async () => {
    app = await testApp({ env: testEnv(variables), database });
    await seedReference(app.context.pool);
    await app.http.listen({ host: '127.0.0.1', port: 0 });
    port = (app.http.server.address() as AddressInfo).port;
  });
  afterAll(() => app.close());
};

/** A connection that keeps its own side open, whatever the other one does. */
const open = async (from = '127.0.0.1', words = ''): Promise<Socket> => {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from, allowHalfOpen: true });
  opened.add(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(words);
  return socket;
};

const openMany = (count: number, words?: (n: number) => string): Promise<Socket[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => open('127.0.0.1', words?.(n))));

const held = (): Promise<number> =>
  new Promise((resolve) => app.http.server.getConnections((_, count) => resolve(count)));

/** The first line of the answer to a request on a connection of its own, or that there was none. */
const ask = async (from: string, path = '/healthz', header = ''): Promise<string> => {
  const socket = await open(from, `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${header}Connection: close\r\n\r\n`);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await Promise.race([once(socket, 'end'), once(socket, 'close')]).catch(() => undefined);
  socket.destroy();
  return text;
};

/** The server hears of the end of a connection in its own time. */
const allGone = (): Promise<void> =>
  vi.waitFor(async () => assert.equal(await held(), 0), { interval: 5, timeout: 10_000 });

const answerTo = async (agent: Agent): Promise<number | undefined> => {
  const [answer] = (await once(get({ port, agent, path: '/api/country/all' }), 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
};

const refusals = async (): Promise<number> =>
  Number(/^http_connections_refused_total (\d+)/m.exec(await app.context.metrics.metrics())?.[1]);

describe('connections that say nothing', () => {
  serve();

  it('are few of one address, and nobody else waits for them', async () => {
    const most = app.context.env.connectionsPerAddress;
    const before = await refusals();
    const silent = await openMany(most + 30);
    await expect.poll(held, { interval: 5 }).toBe(most);
    expect(await ask('127.0.0.1')).toBe('');
    expect((await refusals()) - before).toBe(31);
    // A browser of somebody else: six connections at once, kept, and its live sockets.
    const agent = new Agent({ keepAlive: true, maxSockets: 6, localAddress: '127.0.0.2' });
    const sockets = ['/spot', '/ws-miner', '/ws-pool', '/ws-support'].map(
      (path) => new WebSocket(`ws://127.0.0.1:${port}${path}`, { localAddress: '127.0.0.2' }),
    );
    await Promise.all(sockets.map((socket) => once(socket, 'open')));
    const answers = await Promise.all(Array.from({ length: 24 }, () => answerTo(agent)));
    expect(new Set(answers)).toEqual(new Set([200]));
    for (const socket of sockets) socket.terminate();
    agent.destroy();
    for (const socket of silent) socket.destroy();
    await expect.poll(held, { interval: 5 }).toBe(0);
    expect(await ask('127.0.0.1')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('are not more together than the machine lets the process open', async () => {
    const { maxConnections } = app.http.server;
    app.http.server.maxConnections = 10;
    await openMany(30);
    await expect.poll(held, { interval: 5 }).toBe(10);
    expect(await ask('127.0.0.2')).toBe('');
    app.http.server.maxConnections = maxConnections;
  });

  it.each([
    ['no feed', 'GET /ws-none HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n'],
  ])('are closed by us as well once they were refused: %s', async (_what, words) => {
    const socket = await open('127.0.0.1', words);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 40[45] /);
    await expect.poll(held, { interval: 5 }).toBe(0);
  });
});

describe('behind a proxy', () => {
  serve({ TRUST_PROXY: '1', CONNECTIONS_PER_ADDRESS: '8' });

  const SLOW = (address: string): string =>
    `POST /api/member/login HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 198.51.100.1, ${address}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`;

  it('requests that never end are few of one line, whatever address of it they name, and are given back when they do', async () => {
    const slow = await openMany(8, (n) => SLOW(`2001:db8::${n + 1}`));
    const asks = (address: string): Promise<string> =>
      ask('127.0.0.1', '/api/country/all', `X-Forwarded-For: ${address}\r\n`);
    await expect.poll(() => asks('2001:db8::ffff'), { interval: 5 }).toMatch(/^HTTP\/1\.1 429 /);
    const refused = await asks('2001:db8::abcd');
    expect(refused).toContain('"err_code":"err_too_many"');
    expect(refused).toMatch(/\r\nretry-after: \d+\r\n/);
    expect(await asks('2001:db8:0:1::1')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await asks('203.0.113.1')).toMatch(/^HTTP\/1\.1 200 /);
    for (const socket of slow) socket.destroy();
    await expect.poll(() => asks('2001:db8::1'), { interval: 5 }).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('its own connections wait for members in any number', async () => {
    const before = await refusals();
    await openMany(40);
    expect(await ask('127.0.0.1', '/api/country/all', 'X-Forwarded-For: 203.0.113.1\r\n')).toMatch(/^HTTP\/1\.1 200 /);
    for (let n = 0; n < 20; n += 1)
      await app.http.inject({ url: '/api/country/all', headers: { 'x-forwarded-for': '203.0.113.1' } });
    expect(await refusals()).toBe(before);
  });
});
