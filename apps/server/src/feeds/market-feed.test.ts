import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { countDelivered, testApp, testClock, type TestApp } from '../../test/app.ts';
import { startSimulator, type Simulator } from '../../../../simulators/src/spawn.ts';
import { seedReference } from '../seed/reference.ts';
import { tellPriceDoubt } from '../modules/market/price-band.command.ts';
import { createBinanceMarket } from '../outside/market/binance.ts';

let app: TestApp;
let market: Simulator;
let port: number;
const open: WebSocket[] = [];

type Heard = Record<string, unknown>;
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Both clocks stand still at the same moment. */
const moveTime = async (ms: number): Promise<void> => {
  app.clock.advance(ms);
  await market.control('/clock', { at: new Date(app.clock.now()).toISOString() });
};

const connect = async (options: { origin?: string } = {}) => {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/spot`, options);
  open.push(ws);
  const heard: Heard[] = [];
  ws.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as Heard));
  const closed = new Promise<number>((resolve) => ws.once('close', resolve));
  await new Promise((resolve, reject) => {
    ws.once('open', resolve);
    ws.once('error', reject);
  });
  const until = async (matches: (message: Heard) => boolean, ms = 60_000): Promise<Heard> => {
    const end = Date.now() + ms;
    for (;;) {
      const found = heard.find(matches);
      if (found) return found;
      if (Date.now() > end) throw new Error(`not heard: ${JSON.stringify(heard)}`);
      await wait(10);
    }
  };
  return { ws, heard, closed, until, say: (message: object): void => ws.send(JSON.stringify(message)) };
};

beforeAll(async () => {
  market = await startSimulator('market', ['--at', new Date(testClock().now()).toISOString()]);
  const clock = { now: () => app.clock.now() };
  app = await testApp({
    outside: { market: createBinanceMarket({ sourceId: 'market', simulated: true, url: market.url, clock }) },
  });
  await seedReference(app.database.pool);
  await moveTime(0);
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  port = (app.http.server.address() as AddressInfo).port;
});
afterEach(() => {
  for (const ws of open.splice(0)) ws.terminate();
});
afterAll(async () => {
  await app.close();
  await market.stop();
});

describe('the market feed', () => {
  // proves 7: market feed /spot: INIT, SUBSCRIBE, klines and tickers
  it('answers INIT and SUBSCRIBE without a sign-in, and passes on minutes and tickers as the market writes them', async () => {
    const client = await connect();
    client.say({ method: 'INIT' });
    client.say({ method: 'SUBSCRIBE', params: ['btcusdt@kline_1m', 'btcusdt@ticker'], id: 1 });
    const ticker = await client.until(({ e }) => e === '24hrTicker');
    const kline = await client.until(({ e }) => e === 'kline');
    expect(client.heard[0]).toEqual({ result: null, id: 1 });
    expect(ticker).toMatchObject({ s: 'BTCUSDT', E: app.clock.now(), q: expect.any(String), n: expect.any(Number) });
    expect(kline).toMatchObject({ s: 'BTCUSDT', k: { i: '1m', s: 'BTCUSDT', x: expect.any(Boolean) } });
    await moveTime(2000);
    const now = app.clock.now();
    expect(await client.until(({ e, E }) => e === '24hrTicker' && E === now)).toMatchObject({ s: 'BTCUSDT' });
    expect(client.heard.some(({ s }) => s !== undefined && s !== 'BTCUSDT')).toBe(false);
    expect(await countDelivered(app, '/spot')).toBeGreaterThan(1);
  });

  it('tells a later connection at once how it stands', async () => {
    const client = await connect();
    client.say({ method: 'SUBSCRIBE', params: [['ethusdt@ticker'], ['ethusdt@kline_1m']], id: 7 });
    await client.until(({ e }) => e === 'kline');
    expect(client.heard.slice(0, 4)).toMatchObject([
      { result: null, id: 7 },
      { e: 'source', name: 'market', simulated: true, stale: false, at: app.clock.now() },
      { e: '24hrTicker', s: 'ETHUSDT' },
      { e: 'kline', s: 'ETHUSDT' },
    ]);
  });

  it('tells when the prices have become old and when they are fresh again', async () => {
    const client = await connect();
    client.say({ method: 'SUBSCRIBE', params: ['xrpusdt@ticker'], id: 1 });
    await client.until(({ e }) => e === '24hrTicker');
    const at = app.clock.now();
    app.clock.advance(10_001);
    await client.until(({ e, stale }) => e === 'source' && stale === true);
    expect(client.heard.findLast(({ e }) => e === 'source')).toMatchObject({ simulated: true, at });
    // It says so again, so that nobody takes the silence for a broken line.
    await expect.poll(() => client.heard.filter(({ stale }) => stale === true).length).toBeGreaterThan(1);
    client.heard.length = 0;
    await moveTime(0);
    await client.until(({ e, stale }) => e === 'source' && stale === false);
  });

  it('tells which prices nobody bears out: a leap of those that one market tells, and of BTC what the second one contradicts', async () => {
    const client = await connect();
    client.say({ method: 'SUBSCRIBE', params: ['xrpusdt@ticker'], id: 1 });
    const doubted = (pairs: readonly string[]) =>
      client.until(({ e, doubted: told }) => e === 'source' && JSON.stringify(told) === JSON.stringify(pairs));
    await doubted([]);
    const doubt = { doubt: 'sources_disagree', price: '1', source: 'market', second: '2' } as const;
    await tellPriceDoubt(app.context, null, doubt);
    await doubted(['btcusdt']);
    await market.control('/fault', { kind: 'leap', times: 2 });
    await moveTime(2000);
    await doubted(['btcusdt', 'ethusdt', 'bnbusdt', 'solusdt', 'trxusdt', 'xrpusdt']);
    client.heard.length = 0;
    await market.control('/fault', { kind: 'none' });
    await moveTime(2000);
    await tellPriceDoubt(app.context, { ...doubt, since: '' }, null);
    await doubted([]);
  });

  it('answers pairs that it does not follow as missing, and sends the others', async () => {
    const client = await connect();
    client.say({ method: 'SUBSCRIBE', params: ['dogeusdt@ticker', 'bnbusdt@ticker', 'bnbusdt@depth'], id: 3 });
    expect(await client.until(({ id }) => id === 3)).toEqual({ error: { err_code: 'err_not_found' }, id: 3 });
    await client.until(({ s }) => s === 'BNBUSDT');
  });

  it('takes at most 64 streams a socket, and nothing that is no message', async () => {
    const client = await connect();
    const many = Array.from({ length: 65 }, (_, place) => `pair${place}usdt@ticker`);
    client.say({ method: 'SUBSCRIBE', params: many, id: 4 });
    expect(await client.until(({ id }) => id === 4)).toEqual({ error: { err_code: 'err_too_many' }, id: 4 });
    for (const [place, text] of ['{', '[]', '{"method":"SUBSCRIBE","params":[1]}', '{"method":"X"}'].entries()) {
      client.ws.send(text);
      while (client.heard.length < place + 2) await wait(5);
      expect(client.heard.at(-1)).toEqual({ error: { err_code: 'err_bad_request' } });
    }
    client.ws.send(Buffer.from('{}'), { binary: true });
    expect(await client.closed).toBe(1008);
  });

  // proves 7: market feed: the server answers a client's PING
  it('answers PING with the unix time', async () => {
    const client = await connect();
    client.say({ method: 'PING' });
    const { params } = (await client.until(({ method }) => method === 'PONG')) as { params: number[] };
    expect(Math.abs(params[0]! - Date.now() / 1000)).toBeLessThan(60);
  });

  it('holds one connection to the market however many read, and is for our own pages only', async () => {
    const clients = await Promise.all([connect(), connect(), connect()]);
    for (const client of clients) client.say({ method: 'SUBSCRIBE', params: ['solusdt@ticker'], id: 1 });
    await Promise.all(clients.map((client) => client.until(({ s }) => s === 'SOLUSDT')));
    expect(await market.control('/shutdown', {})).toEqual({ clients: 1 });
    await expect(connect({ origin: 'https://elsewhere.example' })).rejects.toThrow('403');
  });
});
