import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** One request of the API: always a POST with a session. */
export interface Shot {
  readonly token: string;
  /** Below `/api/`. */
  readonly path: string;
  readonly body: object;
  readonly key: string;
}

/** What it was answered. `status` 0: the connection broke before an answer came. */
export interface Told {
  readonly status: number;
  /** `ok`, or the refusal's code. */
  readonly code: string;
  /** The answer's `result` as text, empty when there is none. */
  readonly result: string;
}

const NO_ANSWER: Told = { status: 0, code: 'no answer', result: '' };
const END_OF_HEAD = Buffer.from('\r\n\r\n');
/** How long the requests lie at the servers without their last byte; their heads are read meanwhile. */
const HELD_MS = 15;

const textOf = ({ token, path, body, key }: Shot): string => {
  const text = JSON.stringify(body);
  return [
    `POST /api/${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `Idempotency-Key: ${key}`,
    '',
    text,
  ].join('\r\n');
};

/** A kept connection that carries one request at a time. */
export interface Line {
  /** Sends all but the last byte; `release` sends it, and the promise is the answer. */
  aim(shot: Shot): { release(): void; answer: Promise<Told> };
  close(): void;
}

export const openLine = (port: number): Line => {
  let socket: Socket | undefined;
  let held = Buffer.alloc(0);
  let waiting: ((told: Told) => void) | undefined;
  const end = (told: Told): void => {
    const tell = waiting;
    waiting = undefined;
    tell?.(told);
  };
  const open = (): Socket => {
    const made = connect(port, '127.0.0.1').setNoDelay(true);
    held = Buffer.alloc(0);
    const lost = (): void => {
      if (socket === made) socket = undefined;
      end(NO_ANSWER);
    };
    made.on('error', lost);
    made.on('close', lost);
    made.on('data', (chunk) => {
      held = Buffer.concat([held, chunk]);
      const head = held.indexOf(END_OF_HEAD);
      if (head < 0) return;
      const headers = held.toString('latin1', 0, head);
      const length = Number(/content-length: (\d+)/i.exec(headers)?.[1] ?? 0);
      if (held.length < head + 4 + length) return;
      const text = held.toString('utf8', head + 4, head + 4 + length);
      held = held.subarray(head + 4 + length);
      end(read(Number(headers.slice(9, 12)), text));
    });
    return made;
  };
  return {
    aim: (shot) => {
      socket ??= open();
      const own = socket;
      const text = textOf(shot);
      const answer = new Promise<Told>((resolve) => (waiting = resolve));
      own.write(text.slice(0, -1));
      return { release: () => void own.write(text.slice(-1)), answer };
    },
    close: () => socket?.destroy(),
  };
};

const read = (status: number, text: string): Told => {
  try {
    const { err_code: code, result } = JSON.parse(text) as { err_code?: string; result?: unknown };
    return { status, code: code ?? 'ok', result: result === undefined ? '' : JSON.stringify(result) };
  } catch {
    return { status, code: 'unreadable', result: text };
  }
};

/**
 * Sends requests over the lines, each but for its last byte, then releases all last bytes in one turn of the loop: the
 * barrier. Line n carries request n.
 */
export const volley = async (lines: readonly Line[], shots: readonly Shot[]): Promise<Told[]> => {
  const aimed = shots.map((shot, n) => lines[n]!.aim(shot));
  await sleep(HELD_MS);
  for (const { release } of aimed) release();
  return Promise.all(aimed.map(({ answer }) => answer));
};
