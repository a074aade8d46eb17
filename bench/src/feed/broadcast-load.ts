import '../../../scripts/pinned-node.ts';
import { connect, type Socket } from 'node:net';

/**
 * Connections of the market feed in a process of their own, with as little of a WebSocket client as it takes, so that they do not
 * need the processor that the server is measured on. Told to open, it subscribes each; told to expect, it answers when every
 * one of them has heard one more message.
 */
const AT_ONCE = 200;
const OPEN =
  'GET /spot HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
const MARK = Buffer.from('"e":"24hrTicker"');
const ANSWER = Buffer.from('"result":null');
const PING = 0x89;

let connections = 0;
let heard = 0;
let whenAll: (() => void) | null = null;

/** A client's frame with a mask of zeros, which changes nothing. */
const masked = (opcode: number, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
const SUBSCRIBE = masked(1, Buffer.from('{"method":"SUBSCRIBE","params":["btcusdt@ticker"],"id":1}'));

/** Takes one frame off; null when more bytes are needed. */
const frameOf = (bytes: Buffer): { opcode: number; payload: Buffer; size: number } | null => {
  if (bytes.length < 4) return null;
  const short = bytes[1]! & 0x7f;
  const head = short === 126 ? 4 : 2;
  const size = head + (short === 126 ? bytes.readUInt16BE(2) : short);
  return bytes.length < size ? null : { opcode: bytes[0]!, payload: bytes.subarray(head, size), size };
};

const open = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(OPEN));
    let bytes: Buffer = Buffer.alloc(0);
    let upgraded = false;
    socket.once('error', reject);
    socket.once('close', () => (connections -= 1));
    socket.on('data', (chunk) => {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
      if (!upgraded) {
        const end = bytes.indexOf('\r\n\r\n');
        if (end < 0) return;
        upgraded = true;
        bytes = bytes.subarray(end + 4);
        socket.write(SUBSCRIBE);
      }
      for (let frame = frameOf(bytes); frame !== null; frame = frameOf(bytes)) {
        bytes = bytes.subarray(frame.size);
        if (frame.payload.includes(MARK)) hear();
        else if (frame.payload.includes(ANSWER)) {
          connections += 1;
          resolve();
        } else if (frame.opcode === PING) socket.write(masked(10, frame.payload));
      }
    });
  });

const hear = (): void => {
  heard += 1;
  if (heard === connections) whenAll?.();
};

process.on('message', (message: { open: { port: number; count: number } } | { expect: true }) => {
  void (async () => {
    if ('open' in message) {
      const { port, count } = message.open;
      for (let from = 0; from < count; from += AT_ONCE) {
        await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, () => open(port)));
      }
      process.send!({ opened: connections });
      return;
    }
    if ('expect' in message) {
      heard = 0;
      whenAll = () => process.send!({ at: performance.timeOrigin + performance.now(), heard });
      process.send!({ ready: true });
    }
  })();
});
process.on('disconnect', () => process.exit(0));
