import '../../../scripts/pinned-node.ts';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A load generator in a process of its own: keep-alive connections, each sending the next read when the last is answered. */
export interface ReadInput {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly tokens: readonly string[];
  /** "GET /api/…" or "POST /api/…". */
  readonly target: string;
  readonly body: string;
  /** Every answer must contain it. */
  readonly expected: string;
}

export interface ReadResult {
  readonly answered: number;
  /** Answers that were not 200 or lacked what was expected. */
  readonly wrong: number;
  readonly seconds: number;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

const unpacked = (head: string, sent: Buffer): Buffer => {
  const [, encoding] = /content-encoding: (\w+)/i.exec(head) ?? [];
  if (encoding === 'br') return brotliDecompressSync(sent);
  return encoding === 'gzip' ? gunzipSync(sent) : sent;
};

const load = async ({ port, connections, seconds, tokens, target, body, expected }: ReadInput): Promise<ReadResult> => {
  const content = body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const requests = tokens.map(
    (token) =>
      `${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip, deflate, br\r\nAuthorization: Bearer ${token}\r\n${content}\r\n${body}`,
  );
  const counts = { answered: 0, wrong: 0, sent: 0 };
  const started = performance.now();
  const until = started + seconds * 1000;
  const converse = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1').setNoDelay(true);
      let held = Buffer.alloc(0);
      const send = (): void => {
        if (performance.now() < until) socket.write(requests[counts.sent++ % requests.length]!);
        else {
          socket.end();
          resolve();
        }
      };
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
        const end = held.indexOf(END_OF_HEAD);
        if (end < 0) return;
        const head = held.toString('latin1', 0, end);
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
        if (Number.isNaN(length)) throw new Error(`an answer of no length: ${head}`);
        if (held.length < end + 4 + length) return;
        counts.answered += 1;
        const sent = held.subarray(end + 4, end + 4 + length);
        if (head.slice(9, 12) !== '200' || !unpacked(head, sent).includes(expected)) counts.wrong += 1;
        held = held.subarray(end + 4 + length);
        send();
      });
    });
  await Promise.all(Array.from({ length: connections }, converse));
  return { answered: counts.answered, wrong: counts.wrong, seconds: (performance.now() - started) / 1000 };
};

process.on('message', (input: ReadInput) => {
  load(input).then(
    (result) => process.send!(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
