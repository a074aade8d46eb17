import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { SIMULATED_HEADER } from '../program/json-http.ts';
import { dayOf, klineEvent, tickerEvent } from './market-messages.ts';
import { pairs, type PriceModel } from './price-model.ts';

/** The streams: `/ws`, `/ws/<stream>`, `/stream?streams=a/b`, with the limits of the real one. */
type Client = {
  peer: WebSocket;
  combined: boolean;
  streams: Set<string>;
  received: number[];
  lastPongMs: number;
  pongs: number;
};

type StreamHouse = {
  prices: PriceModel;
  /** Time the prices are told for, which stands still when frozen. */
  priceNow(): number;
  /** What a fault puts in place of a price, or undefined. */
  fakePrice(): string | undefined;
  pingMs: number;
  messagesPerSecond: number;
};

const streamLimit = 1024;
const frameLimit = 65_536;
const slowClientBytes = 1_000_000;
const minuteMs = 60_000;
/** Three pings of the real server's without an answer. */
const patienceMs = minuteMs;
const streamName = /^([a-z]+)@(kline_1m|ticker)$/;

const isStream = (name: unknown): name is string => {
  const found = typeof name === 'string' ? streamName.exec(name) : null;
  return found !== null && found[1]!.toUpperCase() in pairs;
};

const handle = (client: Client, text: string): void => {
  let input: { method?: unknown; params?: unknown; id?: unknown };
  try {
    input = JSON.parse(text);
  } catch {
    return client.peer.send('{"code":3,"msg":"Invalid JSON: expected value at line 1 column 1"}');
  }
  const id = input.id ?? null;
  const names = Array.isArray(input.params) ? input.params : [];
  const reply = (result: unknown): void => client.peer.send(JSON.stringify({ result, id }));
  const refuse = (msg: string): void => client.peer.send(JSON.stringify({ code: 2, msg, id }));
  if (input.method === 'LIST_SUBSCRIPTIONS') return reply([...client.streams]);
  if (input.method !== 'SUBSCRIBE' && input.method !== 'UNSUBSCRIBE') {
    return refuse('Invalid request: unknown variant, expected one of `SUBSCRIBE`, `UNSUBSCRIBE`, `LIST_SUBSCRIPTIONS`');
  }
  // The real server accepts names of streams that do not exist and stays silent about them.
  for (const name of names.filter(isStream)) {
    if (input.method === 'UNSUBSCRIBE') client.streams.delete(name);
    else if (client.streams.size < streamLimit) client.streams.add(name);
  }
  reply(null);
};

/** Takes the upgrades; every answer says that it is a simulator's. */
const openSocketServer = (): WebSocketServer => {
  const upgrades = new WebSocketServer({ noServer: true, maxPayload: frameLimit, perMessageDeflate: false });
  upgrades.on('headers', (headers) => headers.push(`${SIMULATED_HEADER}: 1`));
  return upgrades;
};

/** Takes a client in, or answers that this is no place for one. */
const welcome = (
  clients: Set<Client>,
  messagesPerSecond: number,
  upgrades: WebSocketServer,
  [request, socket, head]: [IncomingMessage, Duplex, Buffer],
): void => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const combined = url.pathname === '/stream';
  const wanted = combined ? (url.searchParams.get('streams') ?? '').split('/') : [url.pathname.slice('/ws/'.length)];
  if (!combined && url.pathname !== '/ws' && !url.pathname.startsWith('/ws/')) {
    socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
    return;
  }
  upgrades.handleUpgrade(request, socket, head, (peer) => {
    const client: Client = {
      peer,
      combined,
      streams: new Set(wanted.filter(isStream)),
      received: [],
      lastPongMs: Date.now(),
      pongs: 0,
    };
    // Everything a client sends counts towards the limit: messages, pings and pongs.
    const count = (): boolean => {
      const now = Date.now();
      client.received = client.received.filter((at) => at > now - 1000);
      client.received.push(now);
      if (client.received.length <= messagesPerSecond) return true;
      peer.close(1008);
      return false;
    };
    peer.on('message', (data: Buffer) => count() && handle(client, data.toString('utf8')));
    peer.on('ping', count);
    peer.on('pong', () => {
      client.lastPongMs = Date.now();
      client.pongs += 1;
      count();
    });
    peer.on('error', () => peer.terminate());
    peer.on('close', () => clients.delete(client));
    clients.add(client);
  });
};

const tell = (clients: Set<Client>, stream: string, event: () => unknown): void => {
  let data: string | null = null;
  for (const { peer, combined, streams } of clients) {
    if (!streams.has(stream)) continue;
    data ??= JSON.stringify(event());
    if (peer.bufferedAmount > slowClientBytes) peer.close(1008);
    else peer.send(combined ? `{"stream":"${stream}","data":${data}}` : data);
  }
};

/** Adds the streams to a market server; the result ends them, telling clients first when asked to. */
export const attachStreams = (
  server: Server,
  house: StreamHouse,
): { shutDown(announce: boolean): void; clients(): number; pongs(): number[] } => {
  const { prices } = house;
  const clients = new Set<Client>();
  const upgrades = openSocketServer();
  server.on('upgrade', (...asked) => welcome(clients, house.messagesPerSecond, upgrades, asked));

  let beat = 0;
  let lastMinute = Math.floor(house.priceNow() / minuteMs);
  const everySecond = setInterval(() => {
    beat += 1;
    const now = house.priceNow();
    const minute = Math.floor(now / minuteMs);
    const fake = house.fakePrice();
    for (const symbol of Object.keys(pairs)) {
      const kline = `${symbol.toLowerCase()}@kline_1m`;
      tell(clients, `${symbol.toLowerCase()}@ticker`, () => tickerEvent(symbol, dayOf(prices, symbol, now), fake));
      if (minute !== lastMinute) {
        const closed = prices.candle(symbol, lastMinute * minuteMs, now);
        tell(clients, kline, () => klineEvent(symbol, closed, Math.max(now, closed.closeMs + 1), fake));
      }
      // The real stream of klines speaks every two seconds.
      if (beat % 2 !== 0) continue;
      tell(clients, kline, () => klineEvent(symbol, prices.candle(symbol, minute * minuteMs, now), now, fake));
    }
    lastMinute = minute;
  }, 1000);
  const pings = setInterval(() => {
    for (const { peer, lastPongMs } of clients) {
      if (Date.now() - lastPongMs > patienceMs) peer.close(1008);
      else peer.ping(String(Date.now()));
    }
  }, house.pingMs);

  return {
    clients: () => clients.size,
    pongs: () => [...clients].map(({ pongs }) => pongs),
    shutDown(announce) {
      const event = { e: 'serverShutdown', E: house.priceNow() };
      for (const { peer, combined } of clients) {
        if (announce) peer.send(JSON.stringify(combined ? { stream: '!serverShutdown', data: event } : event));
        else peer.close(1001);
      }
      if (announce) return;
      clearInterval(everySecond);
      clearInterval(pings);
    },
  };
};
