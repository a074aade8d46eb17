import { freePort } from '@minerx/embedded-postgres/cluster';
import { afterEach, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../../../../simulators/src/spawn.ts';
import { binanceAddresses } from './binance-addresses.ts';
import { createBinanceMarket } from './binance.ts';
import type { MarketEvent } from './port.ts';

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const until = async (matches: () => unknown, ms = 60_000): Promise<void> => {
  const end = Date.now() + ms;
  while (!matches()) {
    if (Date.now() > end) throw new Error('did not happen in time');
    await wait(20);
  }
};

let market: Simulator | null = null;
let stream: { close(): void } | null = null;
afterEach(async () => {
  stream?.close();
  await market?.stop();
});

const sourceAt = (url: string) => createBinanceMarket({ sourceId: 'market', simulated: true, url, clock: Date });

const listenTo = (url: string, symbols = ['BTCUSDT', 'XRPUSDT']) => {
  const heard = { events: [] as MarketEvent[], began: 0, failures: [] as string[] };
  stream = sourceAt(url).stream(symbols, {
    event: (event) => void heard.events.push(event),
    began: () => void (heard.began += 1),
    failed: ({ message }) => void heard.failures.push(message),
  });
  return heard;
};

describe('the streams of the market', () => {
  it('tell tickers and minutes of the pairs asked for, as REST tells them, and pass on the whole event', async () => {
    market = await startSimulator('market', ['--ping-ms', '300']);
    const heard = listenTo(market.url);
    const streams = ['btcusdt@kline_1m', 'btcusdt@ticker', 'xrpusdt@kline_1m', 'xrpusdt@ticker'];
    await until(() => new Set(heard.events.map(({ stream: name }) => name)).size === 4);
    let pongs: unknown[] = [];
    for (; !(Number(pongs[0]) > 3); await wait(20)) pongs = (await market.ask('/pongs')) as unknown[];
    expect(pongs, 'one connection, whose pings are answered').toHaveLength(1);
    expect([...new Set(heard.events.map(({ stream: name }) => name))].sort()).toEqual(streams);
    expect(heard).toMatchObject({ began: 1, failures: [] });
    const line = heard.events.findLast((event) => event.kind === 'kline' && !event.closed);
    if (line?.kind !== 'kline') throw new Error('no minute that runs');
    const [same] = await sourceAt(market.url).klines(line.symbol, line.kline.openAt, line.kline.openAt + 60_000);
    expect(same).toMatchObject({ openAt: line.kline.openAt, open: line.kline.open });
    expect(JSON.parse(line.text)).toMatchObject({ e: 'kline', s: line.symbol, k: { i: '1m', x: false, B: '0' } });
    const ticker = heard.events.find(({ kind }) => kind === 'ticker');
    if (ticker?.kind !== 'ticker') throw new Error('no ticker');
    expect(JSON.parse(ticker.text)).toMatchObject({ e: '24hrTicker', s: ticker.symbol, E: ticker.at });
    expect(ticker.ticker.priceUnits).toBeGreaterThan(0n);
  });

  it('change to a new connection before the old one goes, and nobody misses anything', async () => {
    market = await startSimulator('market');
    const heard = listenTo(market.url);
    await until(() => heard.events.length > 2);
    expect(await market.control('/shutdown', {})).toEqual({ clients: 1 });
    await until(() => heard.began === 2);
    // Prices of the new connection, when the old one is long gone.
    const before = heard.events.length;
    await until(() => heard.events.length > before + 4);
    expect(heard.failures).toEqual([]);
    const told = heard.events.map(({ text }) => text);
    expect(new Set(told).size).toBe(told.length);
    expect(await market.control('/shutdown', {})).toEqual({ clients: 1 });
  });

  it('come back after a break by themselves', async () => {
    const port = await freePort();
    market = await startSimulator('market', ['--port', String(port)]);
    const heard = listenTo(`http://127.0.0.1:${port}`);
    await until(() => heard.events.length > 0);
    await market.stop();
    await until(() => heard.failures.length > 0);
    market = await startSimulator('market', ['--port', String(port)]);
    await until(() => heard.began === 2);
  });

  it('tell no price that is none', async () => {
    market = await startSimulator('market');
    await market.control('/fault', { kind: 'zero' });
    const heard = listenTo(market.url);
    await until(() => heard.failures.length > 1);
    expect(heard.events).toEqual([]);
    expect(heard.failures[0]).toContain('implausible');
  });
});

describe('the addresses of the market', () => {
  it.each([
    ['https://data-api.binance.vision', 'https://data-api.binance.vision', 'wss://data-stream.binance.vision'],
    ['wss://data-stream.binance.vision', 'https://data-api.binance.vision', 'wss://data-stream.binance.vision'],
    ['https://api.binance.com/', 'https://api.binance.com', 'wss://stream.binance.com:9443'],
    ['wss://stream.binance.com:9443', 'https://api.binance.com', 'wss://stream.binance.com:9443'],
    ['http://127.0.0.1:3390', 'http://127.0.0.1:3390', 'ws://127.0.0.1:3390'],
    ['https://proxy.example.com/market', 'https://proxy.example.com/market', 'wss://proxy.example.com/market'],
  ])('%s means both', (url, restUrl, streamUrl) => {
    expect(binanceAddresses(url)).toEqual({ restUrl, streamUrl });
  });
});
