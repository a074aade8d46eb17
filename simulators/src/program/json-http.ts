import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = { status?: number; headers?: Record<string, string>; body: unknown; raw?: boolean };
export type Question = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  /** Parsed JSON, or null without a body. */
  body: unknown;
};

/** An expected no with its HTTP status. */
export class Refused extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;
  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > 4_000_000) throw new Refused(413, { error: 'too large' });
    chunks.push(chunk);
  }
  if (size === 0) return null;
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Refused(400, { error: 'invalid JSON' });
  }
};

/** In every answer: no simulator can be taken for the real thing. */
export const SIMULATED_HEADER = 'x-simulated';

const reply = (response: ServerResponse, answer: Answer): void => {
  const text = answer.raw ? String(answer.body) : JSON.stringify(answer.body);
  const type = answer.raw ? 'text/plain' : 'application/json';
  response.writeHead(answer.status ?? 200, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    ...answer.headers,
    [SIMULATED_HEADER]: '1',
  });
  response.end(text);
};

/** A plain JSON server on loopback; `answer` may throw `Refused`, or return null to break the connection off. */
export const createJsonServer = (answer: (question: Question) => Answer | null | Promise<Answer | null>): Server =>
  createServer((request, response) => {
    void (async () => {
      try {
        const url = new URL(request.url ?? '/', 'http://localhost');
        const found = await answer({
          method: request.method ?? 'GET',
          path: url.pathname,
          query: url.searchParams,
          headers: request.headers,
          body: await readBody(request),
        });
        if (found) reply(response, found);
        else request.socket.destroy();
      } catch (error) {
        if (error instanceof Refused)
          reply(response, { status: error.status, body: error.body, headers: error.headers });
        else reply(response, { status: 500, body: { error: error instanceof Error ? error.message : 'failed' } });
      }
    })();
  });

/** Listens on loopback and gives the port. */
export const listen = (server: Server, port: number, host = '127.0.0.1'): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });

export const closeServer = (server: Server): Promise<void> => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
};

/** Fields of a control message. */
export const fields = (body: unknown): Record<string, unknown> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refused(400, { error: 'object wanted' });
  return body as Record<string, unknown>;
};
