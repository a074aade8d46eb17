import '../../scripts/pinned-node.ts';
import { setClock } from './program/control.ts';
import {
  closeServer,
  createJsonServer,
  fields,
  listen,
  Refused,
  type Answer,
  type Question,
} from './program/json-http.ts';
import { dayOf, restKline, restTicker } from './market/market-messages.ts';
import { attachStreams } from './market/market-streams.ts';
import { createPriceModel, pairs, scaled } from './market/price-model.ts';
import { readOptions, runUntilStopped } from './program/program.ts';
import { createVirtualClock } from './program/virtual-clock.ts';

/**
 * A market with the REST and WebSocket API of Binance Spot, as far as prices go.
 *
 *   node simulators/src/market.ts --port 0 --seed demo [--at TIME --weight-limit 6000 --ping-ms 20000]
 *   POST /clock {at, running}   POST /fault {kind: none | down | slow {ms} | frozen | zero | nan | rate-limited | malformed |
 *                                       leap {times} (every price so many times as high) | twice (a second row of the first pair, 9.00)}
 *   POST /shutdown              announces a shutdown to stream clients, as before maintenance
 *   GET /pongs                  how many pings each stream client has answered
 */
type Fault =
  | { kind: 'none' | 'down' | 'zero' | 'nan' | 'rate-limited' | 'malformed' | 'twice' }
  | { kind: 'leap'; times: number }
  | { kind: 'frozen'; atMs: number }
  | { kind: 'slow'; ms: number };

const minuteMs = 60_000;
const options = readOptions(process.argv.slice(2), [
  'port',
  'seed',
  'at',
  'weight-limit',
  'ping-ms',
  'messages-per-second',
]);
const prices = scaled(createPriceModel(options.text('seed', 'demo')), () => (fault.kind === 'leap' ? fault.times : 1));
const weightLimit = options.number('weight-limit', 6000);
const clock = createVirtualClock();
// Without it the clock shows the machine's time until somebody sets it, and early readers would see the wrong day.
if (options.text('at', '') !== '') clock.set(options.text('at', ''));
let fault: Fault = { kind: 'none' };
let weightMinute = 0;
let weightUsed = 0;

const now = (): number => (fault.kind === 'frozen' ? fault.atMs : clock.now());
const fakePrice = (): string | undefined => {
  if (fault.kind === 'zero') return '0.00000000';
  return fault.kind === 'nan' ? 'NaN' : undefined;
};

/** Weights are counted per minute of real time, as the real server does. */
const spend = (weight: number): void => {
  const minute = Math.floor(Date.now() / minuteMs);
  if (minute !== weightMinute) weightUsed = 0;
  weightMinute = minute;
  weightUsed += weight;
  if (weightUsed <= weightLimit && fault.kind !== 'rate-limited') return;
  const waitS = fault.kind === 'rate-limited' ? 2 : Math.ceil(((minute + 1) * minuteMs - Date.now()) / 1000);
  throw new Refused(429, { code: -1003, msg: 'Too much request weight used.' }, { 'retry-after': String(waitS) });
};

const refuse: (code: number, msg: string) => never = (code, msg) => {
  throw new Refused(400, { code, msg });
};

const symbolOf = (value: unknown): string => {
  const symbol = String(value);
  if (!(symbol in pairs)) refuse(-1121, 'Invalid symbol.');
  return symbol;
};

/** `symbol=A`, `symbols=["A","B"]`, or none of them for all; `one` tells whether the answer is no list. */
const symbolsOf = (query: URLSearchParams): { symbols: string[]; one: boolean } => {
  const single = query.get('symbol');
  if (single !== null) return { symbols: [symbolOf(single)], one: true };
  const many = query.get('symbols');
  if (many === null) return { symbols: Object.keys(pairs), one: false };
  let list: unknown;
  try {
    list = JSON.parse(many);
  } catch {
    refuse(-1100, "Illegal characters found in parameter 'symbols'.");
  }
  if (!Array.isArray(list)) refuse(-1100, "Illegal characters found in parameter 'symbols'.");
  return { symbols: list.map(symbolOf), one: false };
};

const klines = (query: URLSearchParams): unknown[] => {
  const symbol = symbolOf(query.get('symbol'));
  if (query.get('interval') !== '1m') refuse(-1120, 'Invalid interval.');
  const limit = Math.min(1000, Number(query.get('limit') ?? 500));
  const until = now();
  const last = Math.floor(until / minuteMs) * minuteMs;
  const end = Math.min(last, Number(query.get('endTime') ?? last));
  const start = Number(query.get('startTime') ?? Math.floor(end / minuteMs) * minuteMs - (limit - 1) * minuteMs);
  if (![limit, start, end].every(Number.isFinite)) refuse(-1100, 'Illegal characters found in a parameter.');
  const list: unknown[] = [];
  for (let open = Math.ceil(start / minuteMs) * minuteMs; open <= end && list.length < limit; open += minuteMs) {
    const line = restKline(prices.candle(symbol, open, until));
    const fake = fakePrice();
    if (fake !== undefined) line[4] = fake;
    list.push(line);
  }
  return list;
};

const tickers = (query: URLSearchParams, full: boolean): unknown => {
  const { symbols, one } = symbolsOf(query);
  spend(full ? 2 * symbols.length : 2);
  const at = now();
  const list = symbols.map((symbol) =>
    full
      ? restTicker(symbol, dayOf(prices, symbol, at), fakePrice())
      : { symbol, price: fakePrice() ?? prices.priceAt(symbol, at).toFixed(8) },
  );
  if (fault.kind === 'twice' && full) list.push(restTicker(symbols[0]!, dayOf(prices, symbols[0]!, at), '9.00000000'));
  return one ? list[0] : list;
};

const setFault = (body: unknown): unknown => {
  const input = fields(body) as Fault;
  fault = input.kind === 'frozen' ? { kind: 'frozen', atMs: clock.now() } : input;
  return fault;
};

const answer = async ({ method, path, query, body }: Question): Promise<Answer | null> => {
  if (method === 'POST' && path === '/clock') return { body: setClock(clock, body) };
  if (method === 'POST' && path === '/fault') return { body: setFault(body) };
  if (method === 'POST' && path === '/shutdown') {
    streams.shutDown(true);
    return { body: { clients: streams.clients() } };
  }
  if (path === '/pongs') return { body: streams.pongs() };
  if (fault.kind === 'down') return null;
  if (fault.kind === 'malformed') return { body: '[[1795159380000,"95', raw: true };
  if (fault.kind === 'slow') {
    const { ms } = fault;
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
  if (path === '/api/v3/time') {
    spend(1);
    return { body: { serverTime: now() } };
  }
  if (path === '/api/v3/klines') {
    spend(2);
    return { body: klines(query) };
  }
  if (path === '/api/v3/ticker/24hr') return { body: tickers(query, true) };
  if (path === '/api/v3/ticker/price') return { body: tickers(query, false) };
  return { status: 404, body: { code: -1, msg: 'unknown path' } };
};

const server = createJsonServer(answer);
const streams = attachStreams(server, {
  prices,
  priceNow: now,
  fakePrice,
  pingMs: options.number('ping-ms', 20_000),
  messagesPerSecond: options.number('messages-per-second', 5),
});
const port = await listen(server, options.number('port', 3390));
runUntilStopped({ port, pairs: Object.keys(pairs), simulated: true }, options.parent, async () => {
  streams.shutDown(false);
  await closeServer(server);
});
