import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createHttpSource, type HttpSource } from './http-source.ts';

let server: Server | null = null;
let now = 1_000_000;
afterEach(() => server?.close());

interface Options {
  userinfo?: string;
  timeoutMs?: number;
}

const sourceWith = async (
  listener: RequestListener,
  { userinfo = '', ...options }: Options = {},
): Promise<HttpSource> => {
  server = createServer(listener);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://${userinfo}127.0.0.1:${port}`;
  return createHttpSource({ sourceId: 'thing', simulated: true, url, clock: { now: () => now }, ...options });
};

const shape = z.object({ a: z.number() });
const ask = (source: HttpSource): Promise<{ a: number }> => source.counted(() => source.getJson('/x', shape));

describe('a source over HTTP', () => {
  it('gives checked answers and counts them', async () => {
    const source = await sourceWith((_, response) => response.end('{"a":1}'));
    expect(await ask(source)).toEqual({ a: 1 });
    expect(source.health()).toMatchObject({ answered: 1, failed: {}, simulated: true, lastAnswerAt: now });
  });

  it('waits as long as it is asked to, without knocking meanwhile', async () => {
    let knocks = 0;
    const source = await sourceWith((_, response) => {
      knocks += 1;
      if (knocks === 1) response.writeHead(429, { 'retry-after': '7' });
      response.end('{"a":1}');
    });
    await expect(ask(source)).rejects.toMatchObject({ reason: 'rate_limited', retryAfterMs: 7000 });
    now += 6999;
    await expect(ask(source)).rejects.toMatchObject({ reason: 'rate_limited', retryAfterMs: 1 });
    expect(knocks).toBe(1);
    now += 1;
    expect(await ask(source)).toEqual({ a: 1 });
    expect(source.health().failed).toEqual({ rate_limited: 2 });
  });

  it('understands a date to wait for, and waits at most an hour', async () => {
    const dated = await sourceWith((_, response) => {
      response.writeHead(503, { 'retry-after': new Date(now + 20_000).toUTCString() }).end();
    });
    await expect(ask(dated)).rejects.toMatchObject({ reason: 'rate_limited', retryAfterMs: 20_000 });
    server!.close();
    const endless = await sourceWith((_, response) => response.writeHead(429, { 'retry-after': '9999999' }).end());
    await expect(ask(endless)).rejects.toMatchObject({ retryAfterMs: 3_600_000 });
  });

  it.each<[string, string, RequestListener]>([
    ['malformed', 'no JSON', (_, response) => response.end('{"a":')],
    ['malformed', 'another shape', (_, response) => response.end('{"a":"1"}')],
    ['malformed', 'endless', (_, response) => void response.end('x'.repeat(9_000_000))],
    ['refused', 'status 500', (_, response) => response.writeHead(500).end('{}')],
    ['refused', 'status 404', (_, response) => response.writeHead(404).end()],
    ['unreachable', 'breaking off', (request) => request.socket.destroy()],
    [
      'unreachable',
      'redirecting elsewhere',
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    ['timeout', 'silent', () => undefined],
    ['timeout', 'stopping in the middle', (_, response) => void response.write('{"a"')],
  ])('tells %s when it is %s', async (reason, _, listener) => {
    const source = await sourceWith(listener, reason === 'timeout' ? { timeoutMs: 300 } : {});
    await expect(ask(source)).rejects.toMatchObject({ name: 'OutsideFailure', sourceId: 'thing', reason });
    expect(source.health()).toMatchObject({ answered: 0, failed: { [reason]: 1 }, lastFailureAt: now });
    server!.closeAllConnections();
  });

  it('sends the password of its address as a header and never tells it', async () => {
    let authorization: string | undefined;
    const source = await sourceWith(
      (request, response) => {
        authorization = request.headers.authorization;
        response.writeHead(401).end();
      },
      { userinfo: 'me:s%3Acret@' },
    );
    await expect(ask(source)).rejects.toMatchObject({ reason: 'refused' });
    expect(Buffer.from(authorization!.slice(6), 'base64').toString()).toBe('me:s:cret');
    expect(JSON.stringify(source.health())).not.toContain('cret');
  });
});
