import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { SIMULATED_HEADER } from './json-http.ts';

/** The server's side of RFC 6455 as far as a market simulator needs it: short text messages, ping, pong and close. */
export type WebSocketPeer = {
  send(text: string): void;
  ping(payload: string): void;
  close(code: number): void;
  /** Bytes waiting because the client reads slowly. */
  waiting(): number;
};

export type WebSocketEvents = { message(text: string): void; pong(): void; ping(): void; closed(): void };

const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const;
const frameLimit = 65_536;

function frame(opcode: number, payload: Buffer): Buffer {
  const length = payload.length;
  if (length < 126) return Buffer.concat([Buffer.from([0x80 | opcode, length]), payload]);
  const head = Buffer.alloc(length < 65_536 ? 4 : 10);
  head[0] = 0x80 | opcode;
  if (length < 65_536) {
    head[1] = 126;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, payload]);
}

type Parsed = { opcode: number; payload: Buffer; rest: Buffer };

/** One masked frame from a client, null when more bytes are needed, 'bad' when it breaks the protocol. */
function parse(bytes: Buffer): Parsed | null | 'bad' {
  if (bytes.length < 2) return null;
  const final = (bytes[0]! & 0x80) !== 0;
  const masked = (bytes[1]! & 0x80) !== 0;
  let length = bytes[1]! & 0x7f;
  let offset = 2;
  if (!final || !masked || length === 127) return 'bad';
  if (length === 126) {
    if (bytes.length < 4) return null;
    length = bytes.readUInt16BE(2);
    offset = 4;
  }
  if (length > frameLimit) return 'bad';
  if (bytes.length < offset + 4 + length) return null;
  const mask = bytes.subarray(offset, offset + 4);
  const payload = Buffer.from(bytes.subarray(offset + 4, offset + 4 + length));
  for (let i = 0; i < length; i++) payload[i]! ^= mask[i % 4]!;
  return { opcode: bytes[0]! & 0x0f, payload, rest: bytes.subarray(offset + 4 + length) };
}

/** Answers the upgrade and speaks with one client; null when the request is no WebSocket handshake. */
export function acceptWebSocket(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  events: WebSocketEvents,
): WebSocketPeer | null {
  const key = request.headers['sec-websocket-key'];
  if (typeof key !== 'string') {
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    return null;
  }
  const accept = createHash('sha1')
    .update(key + magic)
    .digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${SIMULATED_HEADER}: 1\r\n\r\n`,
  );
  const write = (opcode: number, payload: Buffer): void => {
    if (!socket.destroyed && socket.writable) socket.write(frame(opcode, payload));
  };
  const peer: WebSocketPeer = {
    send: (text) => write(opcodes.text, Buffer.from(text)),
    ping: (payload) => write(opcodes.ping, Buffer.from(payload)),
    close(code) {
      const payload = Buffer.alloc(2);
      payload.writeUInt16BE(code);
      write(opcodes.close, payload);
      socket.end();
    },
    waiting: () => socket.writableLength,
  };
  let bytes = head;
  const read = (chunk: Buffer): void => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    for (;;) {
      const found = parse(bytes);
      if (found === null) return;
      if (found === 'bad') return peer.close(1002);
      bytes = found.rest;
      if (found.opcode === opcodes.text) events.message(found.payload.toString('utf8'));
      else if (found.opcode === opcodes.pong) events.pong();
      else if (found.opcode === opcodes.close) return peer.close(1000);
      else if (found.opcode === opcodes.ping) {
        write(opcodes.pong, found.payload);
        events.ping();
      }
    }
  };
  socket.on('data', read);
  socket.on('error', () => socket.destroy());
  socket.once('close', () => events.closed());
  return peer;
}
