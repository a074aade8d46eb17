import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import {
  SigningRefused,
  type SignedTransaction,
  type SignerState,
  type SigningRequest,
} from '../outside/signer/port.ts';
import { LONGEST_LINE, readMessage, type Message } from './message.ts';

/**
 * Where the signer listens: a Unix socket that it makes itself, for its own user alone; or one that is open already, made for the one
 * user who may ask by whoever starts the signer as another.
 */
export type SignerPlace = { readonly path: string } | { readonly fd: number };

interface SignerServerInput {
  readonly at: SignerPlace;
  readonly sign: (request: SigningRequest) => Promise<SignedTransaction>;
  readonly state: SignerState;
  /** One line a signature and a refusal; never a key, a passphrase or a raw transaction. */
  readonly log: (line: Record<string, unknown>) => void;
}

/** Callers are the worker, and an operator's look; more at once are none of ours. */
const MOST_CONNECTIONS = 16;

/** Answers JSON lines on a socket that one user alone may open. */
export const serveSigner = async (input: SignerServerInput): Promise<Server> => {
  const server = createServer((socket) => converse(socket, input));
  server.maxConnections = MOST_CONNECTIONS;
  if ('fd' in input.at) await listening(server, input.at);
  else await makeOwn(server, input.at.path);
  return server;
};

const listening = (server: Server, at: SignerPlace): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, resolve);
  });

/** Whoever starts it has the record, so a file that lies there is forsaken. */
const makeOwn = async (server: Server, path: string): Promise<void> => {
  rmSync(path, { force: true });
  // The file must never have been open to others, not for a moment either.
  const umask = process.umask(0o177);
  try {
    await listening(server, { path });
  } finally {
    process.umask(umask);
  }
  chmodSync(path, 0o600);
};

const converse = (socket: Socket, input: SignerServerInput): void => {
  let pending = '';
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('data', (text: string) => {
    pending += text;
    for (let end = pending.indexOf('\n'); end >= 0; end = pending.indexOf('\n')) {
      const line = pending.slice(0, end);
      pending = pending.slice(end + 1);
      if (line.length > LONGEST_LINE) return void socket.destroy();
      void answer(line, input).then((answered) => socket.write(`${JSON.stringify(answered)}\n`));
    }
    if (pending.length > LONGEST_LINE) socket.destroy();
  });
};

/** Never rejects. */
const answer = async (line: string, { sign, state, log }: SignerServerInput): Promise<Record<string, unknown>> => {
  const message = readMessage(line);
  if (message === null) {
    log({ refused: 'malformed' });
    return { id: null, refusal: 'malformed', detail: 'not a message of this protocol' };
  }
  if ('describe' in message) return { id: message.id, state };
  return signed(message, sign, log);
};

const signed = async (
  { id, sign: request }: Extract<Message, { sign: unknown }>,
  sign: SignerServerInput['sign'],
  log: SignerServerInput['log'],
): Promise<Record<string, unknown>> => {
  const about = { request: request.requestId, chain: request.chainId, nonce: request.nonce, kind: request.intent.kind };
  try {
    const transaction = await sign(request);
    log({ ...about, signed: transaction.hash });
    return { id, ...transaction };
  } catch (error) {
    if (error instanceof SigningRefused) {
      log({ ...about, refused: error.code });
      return { id, refusal: error.code, detail: error.message, nonce: error.nonce, holder: error.holder };
    }
    log({ ...about, fault: (error as Error).message });
    return { id, fault: true };
  }
};
