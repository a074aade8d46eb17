import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp, testEnv, type TestApp } from '../../test/app.ts';
import { buildApp } from '../composition/app.ts';
import { seedReference } from '../seed/reference.ts';
import { createHostCheck } from './host.ts';

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await testApp({ env: testEnv({ PUBLIC_URL: 'https://app.example.com' }) });
  await seedReference(app.context.pool);
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  port = (app.http.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Sends bytes as they are; gives the first answer. */
const say = (bytes: string): Promise<{ status: number; headers: Headers; body: string }> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      const [first = '', ...lines] = head.split('\r\n');
      const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
      resolve({ status: Number(first.split(' ')[1]), headers, body });
    });
  });

const HOST = 'Host: app.example.com\r\nConnection: close\r\n';
const UNREADABLE: [what: string, bytes: string, status: number, code: string][] = [
  ['an address that is no UTF-8', `GET /api/x% HTTP/1.1\r\n${HOST}\r\n`, 400, 'err_bad_request'],
  ['a page address that is no UTF-8', `GET /%ff%fe HTTP/1.1\r\n${HOST}\r\n`, 400, 'err_bad_request'],
  ['no HTTP', 'HELO there\r\n\r\n', 400, 'err_bad_request'],
  [
    'two lengths',
    `POST /api/member/login HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
    400,
    'err_bad_request',
  ],
  [
    'a length and chunks',
    `POST /api/member/login HTTP/1.1\r\n${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    400,
    'err_bad_request',
  ],
  ['a head without end', `GET /healthz HTTP/1.1\r\n${HOST}X: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'err_too_large'],
  [
    'an expectation that we do not know',
    `POST /api/member/login HTTP/1.1\r\n${HOST}Expect: 200-maybe\r\nContent-Length: 0\r\n\r\n`,
    417,
    'err_bad_request',
  ],
  ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 405, 'err_bad_request'],
  ['two hosts', `GET /api/country/all HTTP/1.1\r\nHost: app.example.com\r\n${HOST}\r\n`, 400, 'err_bad_request'],
  [
    'a host of somebody else',
    'GET /api/country/all HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    400,
    'err_bad_request',
  ],
  [
    'a feed of somebody else',
    'GET /ws-miner HTTP/1.1\r\nHost: evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    400,
    'err_bad_request',
  ],
  [
    'a feed that there is not',
    'GET /ws-none HTTP/1.1\r\nHost: app.example.com\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    404,
    'err_not_found',
  ],
];

describe('what cannot be read', () => {
  it.each(UNREADABLE)('is answered in our own shape, with our headers: %s', async (_what, bytes, status, code) => {
    const answer = await say(bytes);
    expect(answer.status).toBe(status);
    const body = JSON.parse(answer.body) as Record<string, string>;
    expect(Object.keys(body)).toEqual(['err_code', 'err_msg', 'request_id']);
    expect(body['err_code']).toBe(code);
    expect(answer.body).not.toMatch(/FST_|HPE_|x%/);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('has half a minute to arrive, and is looked for every five seconds', () => {
    const { requestTimeout, headersTimeout } = app.http.server;
    expect([requestTimeout, headersTimeout]).toEqual([30_000, 30_000]);
    const looks = Object.getOwnPropertySymbols(app.http.server).find(({ description }) =>
      /connectionsCheckingInterval/.test(description ?? ''),
    );
    expect((app.http.server as never as Record<symbol, { _repeat: number }>)[looks!]?._repeat).toBe(5000);
  });

  it.each([
    ['a head', 'POST /api/member/login HTTP/1.1\r\n', 'X: 1\r\n'],
    [
      'a body',
      `POST /api/member/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 9999\r\n\r\n`,
      ' ',
    ],
  ])('ends by then however %s drips in', async (_what, first, drop) => {
    const slow = await buildApp({ ...app.context, metrics: new Registry() }, { withinMs: 100, lookEveryMs: 10 });
    await slow.http.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((slow.http.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(first);
    const drip = setInterval(() => socket.write(drop), 20);
    const heard = await new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(text));
    });
    clearInterval(drip);
    expect(heard).toMatch(/^HTTP\/1\.1 408 /);
    await slow.close();
  });
});

describe('a request that arrives while we stop', () => {
  it('is answered in our own shape, with our headers, and told when to come again', async () => {
    const stopping = await buildApp({ ...app.context, metrics: new Registry() });
    await stopping.http.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((stopping.http.server.address() as AddressInfo).port, '127.0.0.1');
    const heard = new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
    });
    const arrived = once(stopping.http.server, 'connection');
    socket.write('GET /api/country/all HTTP/1.1\r\nHost: app.example.com\r\n');
    await arrived;
    const closed = stopping.close();
    await vi.waitFor(() => expect(stopping.http.server.listening).toBe(false));
    socket.write('\r\n');
    const [head = '', body = ''] = (await heard).split('\r\n\r\n');
    await closed;
    expect(head).toMatch(/^HTTP\/1\.1 503 /);
    expect(head).toMatch(/^retry-after: 5$/m);
    expect(head).toMatch(/^content-security-policy: .*frame-ancestors 'none'/im);
    expect(head).toMatch(/^cache-control: no-store$/m);
    expect(JSON.parse(body)).toEqual({
      err_code: 'err_unavailable',
      err_msg: expect.any(String),
      request_id: expect.any(String),
    });
  });
});

describe('a connection over which nothing was asked', () => {
  it('does not hold a stop up', async () => {
    const stopping = await buildApp({ ...app.context, metrics: new Registry() });
    await stopping.http.listen({ host: '127.0.0.1', port: 0 });
    const arrived = once(stopping.http.server, 'connection');
    const silent = connect((stopping.http.server.address() as AddressInfo).port, '127.0.0.1');
    silent.on('error', () => undefined);
    const ended = once(silent, 'close');
    await arrived;
    await Promise.all([stopping.close(), ended]);
  });
});

describe('the host', () => {
  const asked = (host: string | string[], url = '/') => ({
    headers: { host: [host].flat()[0] },
    rawHeaders: [host].flat().flatMap((each) => ['Host', each]),
    url,
  });
  const asks = (
    host: string | string[],
    url = '/',
    mode: 'demo' | 'production' = 'production',
    publicUrl = 'https://app.example.com',
  ) => createHostCheck({ publicUrl, mode })(asked(host, url));

  it('is the public one', () => {
    expect(asks('app.example.com')).toBe(true);
    expect(asks('APP.example.com:443')).toBe(true);
    for (const other of [
      'evil.example',
      'app.example.com.evil.example',
      'app.example.com:8080',
      'app.example.com/x',
      'a@app.example.com',
      '',
      '127.0.0.1',
    ])
      expect([other, asks(other)]).toEqual([other, false]);
  });

  it('may be an address where machines ask after our health, and in a demo', () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) expect(asks('10.1.2.3:3000', path)).toBe(true);
    expect(asks('evil.example', '/healthz')).toBe(false);
    for (const host of ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000', '192.168.1.20'])
      expect([host, asks(host, '/', 'demo', 'http://127.0.0.1:3000')]).toEqual([host, true]);
    expect(asks('evil.example', '/', 'demo', 'http://127.0.0.1:3000')).toBe(false);
  });

  it('is judged anew whenever another is named, and where an address asks for something else', () => {
    const check = createHostCheck({ publicUrl: 'https://app.example.com', mode: 'production' });
    const said = ['evil.example', 'app.example.com', 'evil.example', '10.1.2.3:3000'].map((host) => check(asked(host)));
    expect(said).toEqual([false, true, false, false]);
    expect(check(asked('10.1.2.3:3000', '/readyz'))).toBe(true);
    expect(check(asked('10.1.2.3:3000'))).toBe(false);
    expect(check(asked(['app.example.com', 'evil.example']))).toBe(false);
  });
});
