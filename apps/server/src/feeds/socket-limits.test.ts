import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, testEnv, type TestApp } from '../../test/app.ts';
import { addressOf, SocketLimits, socketsOfThisProcess } from '../security/socket-limits.ts';

const asked = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

describe('limits of sockets', () => {
  it('count an address, or an IPv6 line, and all together', () => {
    const limits = new SocketLimits(2, 4);
    const [first] = [limits.enter('2001:db8::1'), limits.enter('2001:db8::2')];
    expect(limits.enter('2001:db8::3')).toBeNull();
    expect([limits.enter('203.0.113.1'), limits.enter('203.0.113.2')]).not.toContain(null);
    expect(limits.enter('203.0.113.3')).toBeNull();
    first!();
    expect(limits.enter('203.0.113.3')).not.toBeNull();
  });

  it('believe exactly as many proxies as stand in front', () => {
    expect(addressOf(asked('10.0.0.1', '1.1.1.1, 2.2.2.2'), 0)).toBe('10.0.0.1');
    expect(addressOf(asked('10.0.0.1', '1.1.1.1, 2.2.2.2'), 1)).toBe('2.2.2.2');
    expect(addressOf(asked('10.0.0.1', '1.1.1.1, 2.2.2.2'), 2)).toBe('1.1.1.1');
    expect(addressOf(asked('10.0.0.1'), 1)).toBe('10.0.0.1');
  });

  it('leave descriptors for everything else', () => {
    expect(socketsOfThisProcess()).toBeGreaterThan(0);
    expect(app.http.server.maxConnections).toBe(socketsOfThisProcess());
  });
});

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await testApp({ env: testEnv({ SOCKETS_PER_ADDRESS: '3' }) });
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  port = (app.http.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

const open = (path: string): Promise<WebSocket | number> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.once('error', reject);
  });

describe('an address', () => {
  it('holds so many sockets over all feeds, is refused one more, and gets it when one has closed', async () => {
    const held = [await open('/spot'), await open('/ws-miner'), await open('/spot')] as WebSocket[];
    expect(await open('/ws-pool')).toBe(429);
    const closed = new Promise((resolve) => held[0]!.once('close', resolve));
    held[0]!.close();
    await closed;
    // The server hears of the end of a connection in its own time.
    await expect.poll(async () => typeof (await open('/spot'))).toBe('object');
  });
});
