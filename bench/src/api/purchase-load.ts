import '../../../scripts/pinned-node.ts';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { percentile } from '../measure/harness.ts';

/**
 * A load generator in a process of its own: keep-alive connections, each sending the next purchase when the last is
 * answered. Takes inputs from its parent, answers each with what it saw.
 */
export interface LoadInput {
  readonly host: string;
  readonly port: number;
  readonly connections: number;
  /** How long; when null, each member buys once (to warm their PINs). */
  readonly seconds: number | null;
  readonly tokens: readonly string[];
  readonly body: string;
}

export interface LoadResult {
  readonly acknowledged: number;
  /** Answers that were not 200, by status and code. */
  readonly refused: Readonly<Record<string, number>>;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

const load = async ({ host, port, connections, seconds, tokens, body }: LoadInput): Promise<LoadResult> => {
  const prefix = randomBytes(6).toString('hex');
  const heads = tokens.map((token) =>
    [
      'POST /api/package/purchase HTTP/1.1',
      `Host: ${host}:${port}`,
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `Idempotency-Key: ${prefix}`,
    ].join('\r\n'),
  );
  const latencies: number[] = [];
  const refused: Record<string, number> = {};
  let acknowledged = 0;
  let sent = 0;
  const started = performance.now();
  const until = seconds === null ? Number.POSITIVE_INFINITY : started + seconds * 1000;
  const next = (): string | null => {
    if (performance.now() >= until || (seconds === null && sent >= tokens.length)) return null;
    sent += 1;
    // Every key is new; every connection comes round to every member.
    return `${heads[sent % heads.length]}${sent}\r\n\r\n${body}`;
  };
  const answered = (status: string, text: string, ms: number): void => {
    latencies.push(ms);
    if (status === '200') acknowledged += 1;
    else refused[`${status} ${text.slice(0, 120)}`] = (refused[`${status} ${text.slice(0, 120)}`] ?? 0) + 1;
  };
  await Promise.all(
    Array.from({ length: connections }, () => converse(connect(port, host).setNoDelay(true), next, answered)),
  );
  return {
    acknowledged,
    refused,
    seconds: (performance.now() - started) / 1000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
};

const converse = (
  socket: Socket,
  next: () => string | null,
  answered: (status: string, body: string, ms: number) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let held = Buffer.alloc(0);
    let since = 0;
    const send = (): void => {
      const request = next();
      if (request === null) {
        socket.end();
        resolve();
        return;
      }
      since = performance.now();
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const end = held.indexOf(END_OF_HEAD);
      if (end < 0) return;
      const head = held.toString('latin1', 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (held.length < end + 4 + length) return;
      answered(head.slice(9, 12), held.toString('utf8', end + 4, end + 4 + length), performance.now() - since);
      held = held.subarray(end + 4 + length);
      send();
    });
  });

process.on('message', (input: LoadInput) => {
  load(input).then(
    (result) => process.send!(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
