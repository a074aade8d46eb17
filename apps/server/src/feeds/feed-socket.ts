import { MINUTE_MS } from '@minerx/rules/duration';
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { SessionMember } from '../ports.ts';

/** Beyond this a connection is slow: it gets nothing but the latest value, and after a while nothing at all. */
const SLOW_BYTES = 256 * 1024;
const SLOW_MS = 10_000;
/** Between two pings of a socket; chance keeps those that came together from being asked together. */
const PING_MS = 20_000;
const PING_SPREAD_MS = 10_000;
const MESSAGES_PER_MINUTE = 100;

/** Why a socket is closed. Codes from 4000 on are left to applications; the others are the protocol's. */
export const CLOSE = {
  UNAUTHORISED: [4401, 'err_unauthorised'],
  TOO_MANY: [4429, 'err_too_many'],
  RESTART: [1012, 'restarting'],
  TOO_SLOW: [1013, 'too slow'],
  POLICY: [1008, 'text only'],
} as const;
export type Close = (typeof CLOSE)[keyof typeof CLOSE];

/**
 * A text message as it travels, without compression or mask (RFC 6455 §5.2): made once, written to every connection.
 * The library would make it anew for each.
 */
export const textFrame = (text: string): Buffer => {
  const bytes = Buffer.byteLength(text);
  const head = bytes < 126 ? 2 : bytes < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + bytes);
  frame[0] = 0x81;
  if (head === 2) frame[1] = bytes;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(bytes, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(bytes), 2);
  }
  frame.write(text, head);
  return frame;
};

const PING = textFrame('{"method":"PING"}');

/** When a socket is to be asked whether it is still there. */
export const nextPing = (now: number): number => now + PING_MS + Math.random() * PING_SPREAD_MS;

/** One connection of one feed. */
export class FeedSocket {
  readonly ws: WebSocket;
  readonly openedAt: number;
  member: SessionMember | null = null;
  /** When the session ends by itself; null until it was looked up. */
  sessionEndsAt: number | null = null;
  /** The serials it reads, in the order they were asked for. */
  readonly serials = new Set<string>();
  pingAt: number;
  awaitsPong = false;
  /** Values left out because the connection was slow. */
  skipped = 0;
  #slowSince: number | null = null;
  #messages = 0;
  #windowFrom: number;
  readonly #raw: Socket;

  constructor(ws: WebSocket, now: number, pingAt: number) {
    this.ws = ws;
    this.openedAt = now;
    this.pingAt = pingAt;
    this.#windowFrom = now;
    this.#raw = (ws as unknown as { _socket: Socket })._socket;
  }

  /** Writes a prepared frame, unless the connection is slow: then it is left out, and one that stays slow is let go. */
  write(frame: Buffer, now: number): void {
    if (this.ws.readyState !== this.ws.OPEN) return;
    if (this.#raw.writableLength <= SLOW_BYTES) {
      this.#slowSince = null;
      this.#raw.write(frame);
      return;
    }
    this.skipped += 1;
    this.#slowSince ??= now;
    if (now - this.#slowSince >= SLOW_MS) this.end(CLOSE.TOO_SLOW);
  }

  tell(message: object): void {
    this.write(textFrame(JSON.stringify(message)), Date.now());
  }

  /** Asks whether it is still there; false when it has not said a word since it was asked before: then it is gone. */
  ping(now: number): boolean {
    if (this.awaitsPong) {
      this.ws.terminate();
      return false;
    }
    this.awaitsPong = true;
    this.pingAt = nextPing(now);
    this.write(PING, now);
    this.ws.ping();
    return true;
  }

  /** Counts a message; false when there were too many in this minute. */
  mayAsk(now: number): boolean {
    if (now - this.#windowFrom >= MINUTE_MS) {
      this.#windowFrom = now;
      this.#messages = 0;
    }
    this.#messages += 1;
    return this.#messages <= MESSAGES_PER_MINUTE;
  }

  end([code, reason]: Close): void {
    this.ws.close(code, reason);
    // One that is slow or gone never answers the closing.
    setTimeout(() => this.ws.terminate(), 1000).unref();
  }
}
