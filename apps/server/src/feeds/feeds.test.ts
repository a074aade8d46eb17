import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { countDelivered, testApp, type TestApp } from '../../test/app.ts';
import { rowsOf } from '../../test/read-api.ts';
import { createAccessTokens } from '../modules/session/session.token.ts';
import { setMaintenance } from '../modules/system/maintenance.command.ts';

let app: TestApp;
let port: number;
let devices: number[];
const open: WebSocket[] = [];

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A client that remembers what it heard. */
const connect = async (path: string, options: { origin?: string } = {}) => {
  const ws = new WebSocket(`ws://127.0.0.1:${port}${path}`, options);
  open.push(ws);
  const heard: Record<string, unknown>[] = [];
  ws.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as Record<string, unknown>));
  const closed = new Promise<number>((resolve) => ws.once('close', resolve));
  await new Promise((resolve, reject) => {
    ws.once('open', resolve);
    ws.once('error', reject);
  });
  const say = (message: object): void => ws.send(JSON.stringify(message));
  const until = async (matches: (message: Record<string, unknown>) => boolean, ms = 60_000) => {
    const end = Date.now() + ms;
    for (;;) {
      const found = heard.find(matches);
      if (found) return found;
      if (Date.now() > end) throw new Error(`not heard: ${JSON.stringify(heard)}`);
      await wait(10);
    }
  };
  return { ws, heard, closed, say, until };
};

const signIn = async (memberId: bigint): Promise<{ token: string; sessionId: string }> => {
  const sessionId = randomUUID();
  const endsAt = app.context.expiryClock.now() + 86_400_000;
  await app.database.pool.query(
    `INSERT INTO session (id, member_id, transport, device, address, expires_at) VALUES ($1, $2, 'body', 'test', '::1', $3)`,
    [sessionId, memberId, new Date(endsAt)],
  );
  const tokens = createAccessTokens(app.context.env.sessionSecret, app.context.expiryClock);
  return { token: tokens.issue({ memberId, sessionId }, endsAt), sessionId };
};

const signedIn = async (path: string, memberId: bigint) => {
  const session = await signIn(memberId);
  const client = await connect(path);
  client.say({ method: 'AUTH', params: [session.token] });
  await client.until(({ result }) => result === 'ok');
  return { ...client, ...session };
};

const measure = (deviceId: number, hashrateThs: number, agoMs = 0): void =>
  app.context.bus.publish('device_readings', { readings: [[deviceId, hashrateThs, app.clock.now() - agoMs]] });

beforeAll(async () => {
  app = await testApp();
  const rows = rowsOf(app.database);
  await rows.reference();
  await rows.member(1001n);
  await rows.member(1002n);
  const orders = [
    await rows.order(1001n, 1),
    await rows.order(1001n, 8),
    await rows.order(1002n, 1),
    await rows.order(1001n, 9),
  ];
  devices = [await rows.device('D1'), await rows.device('D2'), await rows.device('D3'), await rows.device('D4')];
  for (const [order, device, tenths] of [
    [0, 0, 10],
    [0, 1, 1],
    [1, 2, 10],
    [2, 3, 10],
  ] as const) {
    await rows.insert('allocation', { order_id: orders[order], device_id: devices[device], share_tenths: tenths });
  }
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  port = (app.http.server.address() as AddressInfo).port;
});

afterEach(() => {
  for (const ws of open.splice(0)) ws.terminate();
});

afterAll(() => app.database.drop());

describe('the miner feed', () => {
  // proves 7: miner feed: INIT_MINING and MINING
  it('answers AUTH, INIT and SUBSCRIBE, then sends the hashrate of the order every second', async () => {
    measure(devices[0]!, 70);
    measure(devices[1]!, 50);
    const client = await signedIn('/ws-miner', 1001n);
    client.say({ method: 'INIT' });
    client.say({ method: 'SUBSCRIBE', params: ['X1-1', 'X1-2'], id: 1 });
    await client.until(({ method }) => method === 'INIT_MINING');
    expect(client.heard.slice(0, 3)).toEqual([
      { result: 'ok' },
      { result: null, id: 1 },
      // One whole device and a tenth of another; the other order has no device that answered.
      { method: 'INIT_MINING', params: [75, null], serials: ['X1-1', 'X1-2'] },
    ]);
    await wait(2600);
    const told = client.heard.filter(({ method, serial_no: serial }) => method === 'MINING' && serial === 'X1-1');
    expect(told.length).toBeGreaterThanOrEqual(2);
    expect(told.length).toBeLessThanOrEqual(3);
    expect(told[0]).toEqual({ method: 'MINING', params: 75, serial_no: 'X1-1' });
    expect(await countDelivered(app, '/ws-miner')).toBeGreaterThan(1);
    measure(devices[0]!, 72.5);
    await client.until(({ method, params }) => method === 'MINING' && params === 77.5);
    expect(
      client.heard.some(
        ({ method, serial_no: serial, params }) => method === 'MINING' && serial === 'X1-2' && params === null,
      ),
    ).toBe(true);
  });

  it('forgets a reading that is older than a minute', async () => {
    measure(devices[2]!, 74, 61_000);
    const client = await signedIn('/ws-miner', 1001n);
    client.say({ method: 'SUBSCRIBE', params: ['X1-2'], id: 5 });
    expect(await client.until(({ method }) => method === 'INIT_MINING')).toMatchObject({ params: [null] });
  });

  // proves 7: miner feed: only own serials
  it('answers the serial of another member, of an ended order and of nobody as missing', async () => {
    const client = await signedIn('/ws-miner', 1001n);
    for (const [id, serial] of [
      [1, 'X1-3'],
      [2, 'X1-4'],
      [3, 'nothing'],
    ] as const) {
      client.say({ method: 'SUBSCRIBE', params: [serial], id });
      expect(await client.until((message) => message['id'] === id)).toEqual({
        error: { err_code: 'err_not_found' },
        id,
      });
    }
    // Its owner hears of it meanwhile.
    const owner = await signedIn('/ws-miner', 1001n);
    owner.say({ method: 'SUBSCRIBE', params: ['X1-1'], id: 1 });
    const rounds = () => owner.heard.filter(({ method }) => method === 'MINING').length;
    await expect.poll(rounds, { timeout: 10_000 }).toBeGreaterThan(1);
    expect(client.heard.some(({ method }) => method === 'MINING')).toBe(false);
  });

  it('closes with 4401 who does not sign in within five seconds, who brings a wrong token, and who asks first', async () => {
    const silent = await connect('/ws-miner');
    const wrong = await connect('/ws-miner');
    wrong.say({ method: 'AUTH', params: ['nonsense'] });
    const hasty = await connect('/ws-miner');
    hasty.say({ method: 'SUBSCRIBE', params: ['X1-1'], id: 1 });
    expect(await wrong.closed).toBe(4401);
    expect(await hasty.closed).toBe(4401);
    expect(await silent.closed).toBe(4401);
  });

  it('closes when the session ends, told or not', async () => {
    const told = await signedIn('/ws-miner', 1001n);
    app.context.bus.publish('session_ended', { sessionId: told.sessionId });
    expect(await told.closed).toBe(4401);
    const expiring = await signedIn('/ws-miner', 1001n);
    await wait(1500);
    const now = app.clock.now();
    app.clock.advance(86_400_001);
    expect(await expiring.closed).toBe(4401);
    app.clock.set(new Date(now).toISOString());
  });

  it('falls silent within a second when the order ends or goes to somebody else', async () => {
    const client = await signedIn('/ws-miner', 1001n);
    client.say({ method: 'SUBSCRIBE', params: ['X1-1', 'X1-2'], id: 1 });
    await client.until(({ method }) => method === 'MINING');
    const { rows } = await app.database.pool.query<{ id: string }>(
      `UPDATE miner_order SET status = 9 WHERE serial = 'X1-1' RETURNING id`,
    );
    app.context.bus.publish('orders_changed', { orderIds: [rows[0]!.id] });
    // What was under way when it ended may still come; after the next round of the other one nothing does.
    const rounds = () => client.heard.filter(({ serial_no: serial }) => serial === 'X1-2').length;
    const before = rounds();
    await expect.poll(rounds, { timeout: 10_000 }).toBeGreaterThan(before + 1);
    client.heard.length = 0;
    await expect.poll(rounds, { timeout: 10_000 }).toBeGreaterThan(1);
    expect(client.heard.some(({ serial_no: serial }) => serial === 'X1-1')).toBe(false);
    await app.database.pool.query(`UPDATE miner_order SET status = 1 WHERE serial = 'X1-1'`);
  });

  it('refuses pages of other origins and paths that it does not know', async () => {
    await expect(connect('/ws-miner', { origin: 'https://evil.test' })).rejects.toThrow('403');
    await expect(connect('/ws-else')).rejects.toThrow('404');
    const own = await connect('/ws-miner', { origin: `http://127.0.0.1:${port}` });
    expect(own.ws.readyState).toBe(WebSocket.OPEN);
  });

  // proves 7: miner and pool feed: the server answers a client's PING, errors carry their id
  it('answers a PING, and what it does not know with the number that it gave', async () => {
    for (const path of ['/ws-miner', '/ws-pool']) {
      const client = await signedIn(path, 1001n);
      client.say({ method: 'PING' });
      const { params } = await client.until(({ method }) => method === 'PONG');
      expect(params).toEqual([expect.any(Number)]);
      client.say({ method: 'SUBSCRIBE', params: [], id: 9 });
      expect(await client.until(({ id }) => id === 9)).toEqual({ error: { err_code: 'err_bad_request' }, id: 9 });
      client.say({ method: 'DANCE', id: 10 });
      expect(await client.until(({ id }) => id === 10)).toEqual({ error: { err_code: 'err_bad_request' }, id: 10 });
      client.say({ method: 'SUBSCRIBE', params: ['X1-3'], id: 11 });
      expect(await client.until(({ id }) => id === 11)).toEqual({ error: { err_code: 'err_not_found' }, id: 11 });
    }
  });

  // proves 7: feeds end with the calls in maintenance
  it('ends with the calls when maintenance begins, and lets nobody in until it is over', async () => {
    const clients = await Promise.all([signedIn('/ws-miner', 1001n), signedIn('/ws-pool', 1001n), connect('/spot')]);
    const operator = { actor: 'operator:test' as const, reason: 'test' };
    await setMaintenance(app.context, { on: true, ...operator });
    expect(await Promise.all(clients.map(({ closed }) => closed))).toEqual([1012, 1012, 1012]);
    for (const path of ['/ws-miner', '/ws-pool', '/spot']) await expect(connect(path)).rejects.toThrow('503');
    await setMaintenance(app.context, { on: false, ...operator });
    await expect
      .poll(async () => (await app.http.inject({ url: '/api/symbol/all' })).statusCode, { interval: 20 })
      .toBe(200);
    expect((await connect('/ws-miner')).ws.readyState).toBe(WebSocket.OPEN);
  });

  it('sends null once nothing was heard of the machines for a minute', async () => {
    measure(devices[0]!, 70, 59_000);
    measure(devices[1]!, 50, 61_000);
    const client = await signedIn('/ws-miner', 1001n);
    client.say({ method: 'SUBSCRIBE', params: ['X1-2'], id: 1 });
    measure(devices[2]!, 66);
    await client.until(({ method, params }) => method === 'MINING' && params === 66);
    app.clock.advance(59_999);
    await client.until(({ method, params }) => method === 'MINING' && params === 66);
    client.heard.length = 0;
    app.clock.advance(2);
    expect(await client.until(({ method }) => method === 'MINING')).toMatchObject({ params: null, serial_no: 'X1-2' });
  });

  it('answers what it cannot read, and closes whoever sends too much', async () => {
    const client = await signedIn('/ws-miner', 1001n);
    client.ws.send('{');
    expect(await client.until(({ error }) => error !== undefined)).toEqual({ error: { err_code: 'err_bad_request' } });
    for (let i = 0; i < 120; i++) client.say({ method: 'INIT' });
    expect(await client.closed).toBe(4429);
    const large = await signedIn('/ws-miner', 1001n);
    large.ws.send('x'.repeat(20_000));
    expect(await large.closed).toBe(1009);
  });

  it('lets a member have ten sockets', async () => {
    const session = await signIn(1002n);
    const clients = await Promise.all(Array.from({ length: 11 }, () => connect('/ws-miner')));
    for (const client of clients) client.say({ method: 'AUTH', params: [session.token] });
    const codes = await Promise.race([Promise.any(clients.map((client) => client.closed)), wait(3000)]);
    expect(codes).toBe(4429);
    expect(clients.filter(({ ws }) => ws.readyState === WebSocket.OPEN)).toHaveLength(10);
  });
});

describe('the pool feed', () => {
  // proves 7: pool feed: connect and disconnect
  it('tells how the order stands, then each change of its connection once', async () => {
    const links = (deviceId: number, connected: boolean): void =>
      app.context.bus.publish('device_links', { links: [[deviceId, connected, app.clock.now()]] });
    links(devices[0]!, true);
    links(devices[1]!, true);
    const client = await signedIn('/ws-pool', 1001n);
    client.say({ method: 'SUBSCRIBE', params: ['X1-1'], id: 7 });
    await client.until(({ event }) => event === 'connect');
    links(devices[0]!, false);
    await wait(100);
    expect(client.heard.filter(({ event }) => event)).toHaveLength(1);
    links(devices[1]!, false);
    expect(await client.until(({ event }) => event === 'disconnect')).toEqual({
      event: 'disconnect',
      device: { serialNumber: 'X1-1' },
    });
    links(devices[1]!, true);
    await wait(100);
    expect(client.heard.filter(({ event }) => event).map(({ event }) => event)).toEqual([
      'connect',
      'disconnect',
      'connect',
    ]);
  });
});

describe('a server that stops', () => {
  it('closes its sockets with 1012', async () => {
    const client = await signedIn('/ws-pool', 1001n);
    await Promise.all([app.close(), client.closed.then((code) => expect(code).toBe(1012))]);
  });
});
