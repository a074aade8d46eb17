import { WebSocket } from 'ws';
import type { FailureReason } from '../failure.ts';
import { lookUpPublic } from '../place.ts';
import { isFromSimulator, SIMULATOR_ANSWERS } from '../simulator.ts';
import { streamMessageOf } from './binance-reading.ts';
import type { MarketEvent, MarketListener } from './port.ts';

type StreamInput = {
  /** `wss://stream.binance.com:9443`, without a path. */
  url: string;
  /** From the configuration. */
  simulated: boolean;
  onlyPublic: boolean;
  symbols: readonly string[];
  listener: MarketListener;
  fail: (reason: FailureReason, detail: string) => never;
};

const MAX_MESSAGE_BYTES = 64 * 1024;
const HANDSHAKE_MS = 10_000;
/** The server ends every connection after 24 h; ours is replaced before. */
const LIFE_MS = 23.5 * 3600_000;
/** The server pings every 20 s and tickers come every second: silence of this length is a dead line. */
const SILENCE_MS = 45_000;
const CHECK_MS = 5_000;
/** 300 attempts in 5 minutes are allowed; half of each delay is chance, so that processes do not come back together. */
const FIRST_DELAY_MS = 2_000;
const LONGEST_DELAY_MS = 30_000;

/**
 * Ticker and 1-minute kline streams over one connection. It is replaced, the new one speaking before the old one is closed,
 * when the server announces that it goes and before the 24 hours are over; after a break it comes back by itself.
 * The streams are named in the address and pings are answered by the library, so at most one message in 20 s is sent: the
 * limit of 5 a second is never near.
 */
export const openBinanceStreams = ({ url, symbols, listener, fail, ...line }: StreamInput): { close(): void } => {
  const names = symbols.flatMap((symbol) => [`${symbol.toLowerCase()}@kline_1m`, `${symbol.toLowerCase()}@ticker`]);
  const address = `${url}/stream?streams=${names.join('/')}`;
  let speaking: Line | null = null;
  let successor: Line | null = null;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;
  const latest = new Map<string, MarketEvent>();

  const open = (): void => {
    if (closed || successor !== null) return;
    clearTimeout(retry);
    retry = undefined;
    successor = openLine(address, line, { heard, ended });
  };

  const openLater = (): void => {
    if (closed || retry !== undefined) return;
    const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
    failures += 1;
    retry = setTimeout(open, delay * (0.5 + Math.random() / 2));
  };

  const heard = (line: Line, text: string): void => {
    if (closed) return;
    if (line === successor) {
      if (speaking === null) latest.clear();
      speaking?.end();
      speaking = line;
      successor = null;
      failures = 0;
      listener.began();
    }
    if (line !== speaking) return;
    try {
      const message = streamMessageOf(text, fail);
      if (message === 'shutdown') open();
      else if (isNews(latest, message)) listener.event(message);
    } catch (error) {
      listener.failed(error as Error);
    }
  };

  const ended = (line: Line, why: string): void => {
    if (closed || (line !== speaking && line !== successor)) return;
    if (line === speaking) speaking = null;
    else successor = null;
    listener.failed(new Error(`market streams: ${why}`));
    if (successor === null) openLater();
  };

  const checks = setInterval(() => {
    const now = performance.now();
    for (const line of [speaking, successor]) if (line && now - line.heardAt() > SILENCE_MS) line.end();
    if (speaking !== null && now - speaking.openedAt > LIFE_MS && retry === undefined) open();
  }, CHECK_MS);
  open();

  return {
    close() {
      closed = true;
      clearInterval(checks);
      clearTimeout(retry);
      speaking?.end();
      successor?.end();
    },
  };
};

/** Two connections say the same for a moment, and one may lag behind the other. */
const isNews = (latest: Map<string, MarketEvent>, event: MarketEvent): boolean => {
  const last = latest.get(event.stream);
  if (last !== undefined && (event.at < last.at || event.text === last.text)) return false;
  latest.set(event.stream, event);
  return true;
};

type Line = { openedAt: number; heardAt(): number; end(): void };
type LineEvents = { heard(line: Line, text: string): void; ended(line: Line, why: string): void };

/** One connection. `ended` is told once, whoever ends it. */
const openLine = (
  address: string,
  { simulated, onlyPublic }: Pick<StreamInput, 'simulated' | 'onlyPublic'>,
  events: LineEvents,
): Line => {
  const socket = new WebSocket(address, {
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handshakeTimeout: HANDSHAKE_MS,
    ...(onlyPublic && { lookup: lookUpPublic }),
  });
  let heardAt = performance.now();
  let why = '';
  const line: Line = {
    openedAt: heardAt,
    heardAt: () => heardAt,
    end: () => socket.terminate(),
  };
  socket.once('upgrade', ({ headers }) => {
    if (simulated || !isFromSimulator(headers)) return;
    why = SIMULATOR_ANSWERS;
    socket.terminate();
  });
  socket.on('ping', () => (heardAt = performance.now()));
  socket.on('message', (data: Buffer) => {
    heardAt = performance.now();
    events.heard(line, data.toString('utf8'));
  });
  socket.on('error', (error: NodeJS.ErrnoException) => (why ||= error.code ?? error.message));
  socket.once('close', (code) => events.ended(line, why || `closed with ${code}`));
  return line;
};
