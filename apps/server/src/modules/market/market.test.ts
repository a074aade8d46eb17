import { MINUTE_MS } from '@minerx/rules/duration';
import type { SpotPair } from '@minerx/contract/market';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, testClock, type TestApp } from '../../../test/app.ts';
import { startSimulator, type Simulator } from '../../../../../simulators/src/spawn.ts';
import { seedReference } from '../../seed/reference.ts';
import { createBinanceMarket } from '../../outside/market/binance.ts';

const PAIRS = ['BTCUSDT', 'ETHUSDT', 'BNBUSDT', 'SOLUSDT', 'TRXUSDT', 'XRPUSDT'];

let app: TestApp;
let market: Simulator;
let port: number;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const startMarket = async (): Promise<void> => {
  const at = new Date((app as TestApp | undefined)?.clock.now() ?? testClock().now()).toISOString();
  market = await startSimulator('market', ['--at', at, ...(port ? ['--port', String(port)] : [])]);
  port = market.port;
};
/** Both clocks stand still at the same moment. */
const moveTime = async (ms: number): Promise<void> => {
  app.clock.advance(ms);
  await market.control('/clock', { at: new Date(app.clock.now()).toISOString() });
};

const source = () =>
  createBinanceMarket({ sourceId: 'market', simulated: true, url: `http://127.0.0.1:${port}`, clock: app.clock });

const ask = async (path: string) => {
  const answer = await app.http.inject({ method: 'GET', url: `/api/${path}` });
  return { status: answer.statusCode, body: answer.json() as never };
};

/** What `spot/init` says after its second in memory is over. */
const spot = async (): Promise<Record<string, SpotPair>> => {
  await wait(1050);
  const { status, body } = await ask('spot/init');
  expect(status).toBe(200);
  return (body as { result: { data: Record<string, SpotPair> } }).result.data;
};

beforeAll(async () => {
  port = 0;
  await startMarket();
  const clock = { now: () => app.clock.now() };
  app = await testApp({
    outside: {
      market: createBinanceMarket({ sourceId: 'market', simulated: true, url: market.url, clock, timeoutMs: 2000 }),
    },
  });
  await moveTime(17_000);
});
afterAll(async () => {
  await app.close();
  await market.stop();
});

describe('the market', () => {
  it('has no pairs before there are any, and answers so', async () => {
    expect(await ask('symbol/all')).toEqual({ status: 200, body: { result: { symbol: [] } } });
    expect(await ask('spot/init')).toEqual({ status: 200, body: { result: { data: {} } } });
    await seedReference(app.database.pool);
    app.context.bus.publish('settings_changed', { key: 'market_symbol' });
  });

  // proves 7: GET symbol/all
  it('names its pairs in order, for everybody', async () => {
    const { body } = await ask('symbol/all');
    const { symbol } = (body as { result: { symbol: Record<string, unknown>[] } }).result;
    expect(symbol.map(({ symbol_name: name }) => name)).toEqual(PAIRS);
    expect(symbol[0]).toEqual({
      symbol_name: 'BTCUSDT',
      symbol_currency: 'USDT',
      symbol_precision: 2,
      symbol_lotsize: '0.00001',
      symbol_highlight: true,
    });
  });

  // proves 7: GET spot/init
  it('gives for each pair the price, the day and the last hundred minutes', async () => {
    const data = await spot();
    expect(Object.keys(data)).toEqual(PAIRS.map((pair) => pair.toLowerCase()));
    const btc = data['btcusdt']!;
    const [now] = await source().latest(['BTCUSDT']);
    expect(btc).toMatchObject({ price: now!.price, high: now!.high, low: now!.low, vol: now!.quoteVolume });
    expect(btc.percentage).toBe(now!.changePercent);
    expect(btc.source).toEqual({
      name: 'market',
      simulated: true,
      at: new Date(app.clock.now()).toISOString(),
      stale: false,
      doubted: false,
    });
    const running = Math.floor(app.clock.now() / MINUTE_MS) * MINUTE_MS;
    const klines = await source().klines('BTCUSDT', running - 99 * MINUTE_MS, running + MINUTE_MS);
    expect(btc.series).toEqual(
      klines.map(({ openAt, close }) => ({ time: new Date(openAt).toISOString(), price: close })),
    );
    expect(btc.series).toHaveLength(100);
  });

  it('takes the price of the BTC wallet from the streams while they are fresh, and asks REST when they are not', async () => {
    await moveTime(1000);
    const { market: memory, outside } = app.context;
    const isFresh = () => memory.last('btcusdt@ticker')?.at === app.clock.now();
    for (let tries = 0; !isFresh() && tries < 100; tries++) await wait(50);
    const before = outside.market.health().answered;
    expect((await memory.latest('BTCUSDT'))?.at).toBe(app.clock.now());
    expect(outside.market.health().answered).toBe(before);
    app.clock.advance(10_001);
    await memory.latest('BTCUSDT');
    expect(outside.market.health().answered).toBe(before + 1);
  });

  it('marks prices as stale when the market stands still', async () => {
    const data = await spot();
    expect(Object.values(data).map(({ source: { stale } }) => stale)).toEqual(PAIRS.map(() => true));
    await moveTime(0);
    for (let tries = 0; app.context.market.state().stale && tries < 100; tries++) await wait(50);
    expect((await spot())['ethusdt']!.source.stale).toBe(false);
  });

  it('keeps the last prices, marked as stale, while the market is down, and closes the hole afterwards', async () => {
    const before = (await spot())['btcusdt']!;
    await market.stop();
    app.clock.advance(4 * MINUTE_MS);
    expect((await spot())['btcusdt']).toEqual({ ...before, source: { ...before.source, stale: true } });
    await startMarket();
    await moveTime(0);
    const running = Math.floor(app.clock.now() / MINUTE_MS) * MINUTE_MS;
    const klines = await source().klines('BTCUSDT', running - 99 * MINUTE_MS, running + MINUTE_MS);
    const whole = klines.map(({ openAt, close }) => ({ time: new Date(openAt).toISOString(), price: close }));
    const isWhole = async () => JSON.stringify((await spot())['btcusdt']!.series) === JSON.stringify(whole);
    for (let tries = 0; tries < 10 && !(await isWhole()); tries++) await wait(100);
    expect((await spot())['btcusdt']!.series).toEqual(whole);
  });
});

describe('a market that was never reached', () => {
  it('is a failure, not an empty list', async () => {
    const lost = await testApp({
      outside: {
        market: createBinanceMarket({ sourceId: 'market', simulated: true, url: 'http://127.0.0.1:9', clock: Date }),
      },
    });
    await seedReference(lost.database.pool);
    const answer = await lost.http.inject({ method: 'GET', url: '/api/spot/init' });
    expect([answer.statusCode, answer.json().err_code]).toEqual([503, 'err_unavailable']);
    await lost.close();
  });
});
