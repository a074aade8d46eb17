import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import { refusalStatus } from '@minerx/contract/refusal';
import type { Env } from '../env.ts';
import { failureBody, rawHeaders } from '../http/raw-answer.ts';

/** The port members will come to, held from the beginning of the start. */
export type HeldPort = { release(): Promise<void> };

const RETRY_AFTER_S = 5;

/**
 * Takes the port before the long work, so that one that is taken is told at once and nobody takes it meanwhile. Whoever
 * knocks before the server is ready is asked to come back.
 * @throws Error with a sentence when it cannot be had.
 */
export async function holdPort(env: Env): Promise<HeldPort> {
  const { host, port, roles } = env;
  if (port === 0 || !roles.has('api')) return { release: () => Promise.resolve() };
  const server = createServer((request, response) => {
    const isUp = request.url === '/healthz';
    response.writeHead(isUp ? 200 : refusalStatus('err_unavailable'), {
      ...rawHeaders(env),
      'content-type': 'application/json; charset=utf-8',
      ...(isUp ? {} : { 'retry-after': String(RETRY_AFTER_S) }),
    });
    response.end(JSON.stringify(isUp ? { status: 'up' } : failureBody('err_unavailable', randomUUID())));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(new Error(sentenceOf(cause, host, port), { cause })));
    server.listen({ host, port }, resolve);
  });
  return {
    release: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sentenceOf(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken by another program. Stop that one, or set PORT to another port.`;
    case 'EACCES':
      return `This user may not listen on port ${port}. Set PORT to one above 1023.`;
    default:
      return `HOST ${host} cannot be listened on (${error.code ?? error.message}). Set HOST to an address of this machine.`;
  }
}
