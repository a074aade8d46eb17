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
import { mix, unit } from './program/noise.ts';
import { createPriceModel } from './market/price-model.ts';
import { readOptions, runUntilStopped } from './program/program.ts';
import { createVirtualClock } from './program/virtual-clock.ts';

/**
 * A second market with the public REST API of Coinbase Exchange, as far as BTC-USD goes: the first market's prices, each
 * minute up to 0.05 % off, as two exchanges are.
 *
 *   node simulators/src/second-market.ts --port 0 --seed demo [--at TIME]
 *   POST /clock {at, running}   POST /fault {kind: none | down | slow {ms} | malformed | frozen | leap {times}}
 */
type Fault =
  | { kind: 'none' | 'down' | 'malformed' }
  | { kind: 'slow'; ms: number }
  | { kind: 'frozen'; atMs: number }
  | { kind: 'leap'; times: number };

const minuteMs = 60_000;
const mostCandles = 300;
const apart = 0.0005;
const options = readOptions(process.argv.slice(2), ['port', 'seed', 'at']);
const seed = options.text('seed', 'demo');
const prices = createPriceModel(seed);
const clock = createVirtualClock();
if (options.text('at', '') !== '') clock.set(options.text('at', ''));
let fault: Fault = { kind: 'none' };

const now = (): number => (fault.kind === 'frozen' ? fault.atMs : clock.now());

/** The first market's figure as this one sees it in that minute. */
const here = (price: number, openMs: number): number => {
  const off = (unit(mix(`${seed}/second-market`, openMs / minuteMs)) * 2 - 1) * apart;
  return Number((price * (1 + off) * (fault.kind === 'leap' ? fault.times : 1)).toFixed(2));
};

const ticker = (): unknown => {
  const at = now();
  const open = Math.floor(at / minuteMs) * minuteMs;
  const price = here(prices.candle('BTCUSDT', open, at).close, open).toFixed(2);
  return {
    trade_id: Math.floor(at / 1000),
    price,
    size: '0.01',
    time: new Date(at).toISOString(),
    bid: price,
    ask: price,
    volume: '8123.5',
  };
};

/** Newest first, `[time, low, high, open, close, volume]`. */
const candles = (query: URLSearchParams): unknown[] => {
  if (query.get('granularity') !== '60') throw new Refused(400, { message: 'Unsupported granularity' });
  const until = now();
  const end = Math.min(until, Date.parse(query.get('end') ?? ''));
  const start = Date.parse(query.get('start') ?? '');
  if (!Number.isFinite(start) || !Number.isFinite(end)) throw new Refused(400, { message: 'Invalid start or end' });
  if ((end - start) / minuteMs >= mostCandles)
    throw new Refused(400, {
      message: `granularity too small for the requested time range. Count of aggregations requested exceeds ${mostCandles}`,
    });
  const list: unknown[] = [];
  for (let open = Math.ceil(start / minuteMs) * minuteMs; open <= end; open += minuteMs) {
    const { low, high, open: first, close, volume } = prices.candle('BTCUSDT', open, until);
    list.unshift([open / 1000, here(low, open), here(high, open), here(first, open), here(close, open), volume]);
  }
  return list;
};

const setFault = (body: unknown): unknown => {
  const input = fields(body) as Fault;
  fault = input.kind === 'frozen' ? { kind: 'frozen', atMs: clock.now() } : input;
  return fault;
};

const answer = async ({ method, path, query, body, headers }: Question): Promise<Answer | null> => {
  if (method === 'POST' && path === '/clock') return { body: setClock(clock, body) };
  if (method === 'POST' && path === '/fault') return { body: setFault(body) };
  if (fault.kind === 'down') return null;
  if (fault.kind === 'malformed') return { body: '[[1795159380,"95', raw: true };
  if (fault.kind === 'slow') {
    const { ms } = fault;
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
  if (headers['user-agent'] === undefined) return { status: 400, body: { message: 'User-Agent header is required.' } };
  if (path === '/products/BTC-USD/ticker') return { body: ticker() };
  if (path === '/products/BTC-USD/candles') return { body: candles(query) };
  return { status: 404, body: { message: 'NotFound' } };
};

const server = createJsonServer(answer);
const port = await listen(server, options.number('port', 3394));
runUntilStopped({ port, pairs: ['BTC-USD'], simulated: true }, options.parent, () => closeServer(server));
