import { connect, type Socket } from 'node:net';
import { isSimulatedMiner, SIMULATOR_ANSWERS } from '../simulator.ts';
import type { Clock } from '../source-health.ts';
import { isWholeAnswer } from './cgminer-answer.ts';
import type { DeviceEndpoint, PollFailureReason } from './port.ts';

export type ExchangeOptions = Pick<DeviceEndpoint, 'host' | 'port' | 'simulated'> & {
  /** For the whole exchange, from connecting to the last byte. */
  timeoutMs?: number;
  signal?: AbortSignal;
  clock?: Clock;
};

/** What a device sent, or why nothing came; `at` is when that was known, our clock. */
type Sent =
  | { ok: true; at: number; text: string; repairs: string[] }
  | { ok: false; at: number; reason: PollFailureReason; detail: string };

const answerLimit = 1_048_576;
const defaultTimeoutMs = 3_000;
const CLOSING_BRACE = 0x7d;

/** A request as it goes over the wire. */
export const requestOf = (command: string): Buffer => Buffer.from(`{"command":"${command}"}`);

/**
 * One request and its answer over the cgminer API (TCP 4028: one request per connection, the answer ends in NUL or with the
 * connection). Never rejects: whatever goes wrong is a result with its reason.
 */
export const exchange = (options: ExchangeOptions, request: Buffer): Promise<Sent> =>
  new Promise((resolve) => {
    try {
      new Exchange(options, request, resolve);
    } catch (error) {
      // An address that is none, such as port 70000, throws at once.
      const detail = error instanceof Error ? error.message : String(error);
      resolve({ ok: false, at: (options.clock ?? Date).now(), reason: 'unreachable', detail });
    }
  });

/** One connection; a class because thousands live at a time and share its methods. */
class Exchange {
  readonly options: ExchangeOptions;
  readonly resolve: (sent: Sent) => void;
  readonly socket: Socket;
  readonly timer: NodeJS.Timeout;
  readonly onAbort = (): void => this.fail('unreachable', 'given up');
  /** Earlier parts of an answer that came in several. */
  parts: Buffer[] | null = null;
  size = 0;
  done = false;

  constructor(options: ExchangeOptions, request: Buffer, resolve: (sent: Sent) => void) {
    this.options = options;
    this.resolve = resolve;
    const socket = connect({ host: options.host, port: options.port, noDelay: true, autoSelectFamily: false });
    this.socket = socket;
    this.timer = setTimeout(() => this.onTimeout(), options.timeoutMs ?? defaultTimeoutMs);
    socket.on('data', (chunk: Buffer) => this.onData(chunk));
    socket.on('end', () => this.onEnd());
    socket.on('error', (error: NodeJS.ErrnoException) => this.onError(error));
    socket.on('close', () => this.fail('unreachable', 'closed'));
    socket.write(request);
    if (options.signal?.aborted) this.onAbort();
    else options.signal?.addEventListener('abort', this.onAbort);
  }

  onData(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size > answerLimit) return this.fail('parse', `longer than ${answerLimit} bytes`);
    // The NUL is the last byte of an answer, so looking anywhere else in the part first would be wasted.
    const end = chunk[chunk.length - 1] === 0 ? firstNul(chunk) : chunk.indexOf(0);
    if (end >= 0) this.finish(chunk.subarray(0, end), []);
    else {
      (this.parts ??= []).push(chunk);
      // Some answer without a NUL and keep the connection open: a whole answer is one that can be read as it stands.
      if (chunk[chunk.length - 1] === CLOSING_BRACE && isWholeAnswer(this.text(null))) this.finish(null, ['no-nul']);
    }
  }

  /** A reset or a refusal comes from the machine itself; anything else says that we do not see it. */
  onError({ code, message }: NodeJS.ErrnoException): void {
    const refused = code === 'ECONNREFUSED' || code === 'ECONNRESET';
    if (refused && this.size > 0) this.fail('truncated', `${code} after ${this.size} bytes`);
    else this.fail(refused ? 'refused' : 'unreachable', code ?? message);
  }

  onEnd(): void {
    if (this.done) return;
    if (this.size === 0) return this.fail('unreachable', 'closed without an answer');
    this.finish(null, ['no-nul']);
  }

  onTimeout(): void {
    this.fail('timeout', this.size === 0 ? 'no answer' : `only ${this.size} bytes`);
  }

  /** The answer is here: whole, or as much of it as there will ever be. */
  finish(last: Buffer | null, repairs: string[]): void {
    if (this.done) return;
    const text = this.text(last);
    // A simulator in a place of the real thing is not believed, and nothing is known of the miner.
    if (!this.options.simulated && isSimulatedMiner(text)) return this.fail('denied', SIMULATOR_ANSWERS);
    this.settle({ ok: true, at: this.now(), text, repairs });
  }

  /** The figures are ASCII; Latin-1 is the cheapest way to read them and never fails on what else may be there. */
  text(last: Buffer | null): string {
    return (this.parts ? Buffer.concat(last ? [...this.parts, last] : this.parts) : last!).toString('latin1');
  }

  fail(reason: PollFailureReason, detail: string): void {
    if (this.done) return;
    this.settle({ ok: false, at: this.now(), reason, detail });
  }

  settle(sent: Sent): void {
    this.done = true;
    clearTimeout(this.timer);
    this.options.signal?.removeEventListener('abort', this.onAbort);
    this.socket.destroy();
    this.resolve(sent);
  }

  now(): number {
    return (this.options.clock ?? Date).now();
  }
}

const firstNul = (chunk: Buffer): number => {
  const end = chunk.length - 1;
  // Two answers in one part cannot be, but padding of several NULs has been seen.
  return end > 0 && chunk[end - 1] === 0 ? chunk.indexOf(0) : end;
};
