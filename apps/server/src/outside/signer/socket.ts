import { connect, type Socket } from 'node:net';
import * as z from 'zod/mini';
import { traced } from '../../base/tracing.ts';
import { OutsideFailure } from '../failure.ts';
import { SIGNING_REFUSALS, SigningRefused, type SignedTransaction, type Signer, type SignerState } from './port.ts';

interface SocketSignerOptions {
  /** Of the signer's Unix socket. */
  readonly path: string;
  readonly timeoutMs?: number;
}

const LONGEST_ANSWER = 65_536;

const answer = z.union([
  z.object({ id: z.int(), raw: z.string(), hash: z.string() }),
  z.object({
    id: z.int(),
    state: z.object({ address: z.string(), chainIds: z.array(z.int()), xpub: z.nullable(z.string()) }),
  }),
  z.object({
    id: z.nullable(z.int()),
    refusal: z.enum(SIGNING_REFUSALS),
    detail: z.string(),
    nonce: z._default(z.nullable(z.int()), null),
    holder: z._default(z.nullable(z.string()), null),
  }),
  z.object({ id: z.int(), fault: z.literal(true) }),
]);
type Answer = z.infer<typeof answer>;

interface Waiter {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

const failure = (reason: 'timeout' | 'unreachable' | 'malformed', detail: string): OutsideFailure =>
  new OutsideFailure('signer', reason, detail);

/** The signer behind its Unix socket. One connection, opened when it is needed; a lost one is opened anew by the next call. */
export const createSocketSigner = ({ path, timeoutMs = 5000 }: SocketSignerOptions): Signer => {
  let socket: Socket | null = null;
  let last = 0;
  const waiting = new Map<number, Waiter>();

  const lose = (lost: Socket, error: Error): void => {
    lost.destroy();
    if (socket !== lost) return;
    socket = null;
    for (const waiter of waiting.values()) waiter.reject(error);
    waiting.clear();
  };

  const take = (line: string, from: Socket): void => {
    const outcome = z.safeParse(answer, parse(line));
    if (!outcome.success || outcome.data.id === null) return lose(from, failure('malformed', 'no answer of a signer'));
    waiting.get(outcome.data.id)?.resolve(outcome.data);
    waiting.delete(outcome.data.id);
  };

  const open = (): Socket => {
    const opened = connect(path).setEncoding('utf8');
    let pending = '';
    opened.on('error', (error: NodeJS.ErrnoException) => lose(opened, failure('unreachable', error.code ?? 'error')));
    opened.on('close', () => lose(opened, failure('unreachable', 'it closed the connection')));
    opened.on('data', (text: string) => {
      pending += text;
      if (pending.length > LONGEST_ANSWER) return lose(opened, failure('malformed', 'answer too long'));
      for (let end = pending.indexOf('\n'); end >= 0; end = pending.indexOf('\n')) {
        const line = pending.slice(0, end);
        pending = pending.slice(end + 1);
        take(line, opened);
      }
    });
    return opened;
  };

  const ask = async (question: object): Promise<Answer> => {
    socket ??= open();
    const asked = socket;
    const id = (last += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    waiting.set(id, { resolve, reject });
    // One that does not answer is let go of: its answer could be taken for the next one's.
    const timer = setTimeout(() => lose(asked, failure('timeout', 'no answer in time')), timeoutMs);
    asked.write(`${JSON.stringify({ id, ...question }, plain)}\n`);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    async sign(request): Promise<SignedTransaction> {
      const said = await traced('outside', 'signer', () => ask({ sign: request }));
      if ('raw' in said) return { raw: said.raw, hash: said.hash };
      if ('refusal' in said) throw new SigningRefused(said.refusal, said.detail, said);
      throw failure('malformed', 'the signer has a fault; its log says which');
    },
    async describe(): Promise<SignerState> {
      const said = await ask({ describe: true });
      if ('state' in said) return said.state;
      throw failure('malformed', 'no description');
    },
    close() {
      socket?.destroy();
    },
  };
};

const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};
