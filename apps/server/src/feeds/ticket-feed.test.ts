import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { testApp, type TestApp } from '../../test/app.ts';
import { rowsOf } from '../../test/read-api.ts';
import { createAccessTokens } from '../modules/session/session.token.ts';

let app: TestApp;
const open: WebSocket[] = [];
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

beforeAll(async () => {
  app = await testApp();
  const rows = rowsOf(app.database);
  await rows.reference();
  await rows.member(1001n);
  await rows.member(1002n);
  await app.http.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  for (const ws of open.splice(0)) ws.terminate();
});
afterAll(() => app.close());

const connect = async (memberId: bigint | null) => {
  const { port } = app.http.server.address() as AddressInfo;
  const ws = new WebSocket(`ws://127.0.0.1:${port}/ws-support`);
  open.push(ws);
  const heard: object[] = [];
  ws.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as object));
  const closed = new Promise<number>((resolve) => ws.once('close', resolve));
  await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject));
  const sessionId = randomUUID();
  if (memberId !== null) {
    const endsAt = app.context.expiryClock.now() + 86_400_000;
    await app.database.pool.query(
      `INSERT INTO session (id, member_id, transport, device, address, expires_at) VALUES ($1, $2, 'body', 'test', '::1', $3)`,
      [sessionId, memberId, new Date(endsAt)],
    );
    const token = createAccessTokens(app.context.env.sessionSecret, app.context.expiryClock).issue(
      { memberId, sessionId },
      endsAt,
    );
    ws.send(JSON.stringify({ method: 'AUTH', params: [token] }));
    ws.send(JSON.stringify({ method: 'SUBSCRIBE', params: ['tickets'], id: 1 }));
    for (let n = 0; n < 200 && heard.length < 2; n += 1) await wait(10);
  }
  return { ws, heard, closed, sessionId };
};

const ticketId = randomUUID();

describe('the support feed', () => {
  it('tells every socket of the member that a ticket has something new, and nobody else', async () => {
    const [one, other, stranger] = [await connect(1001n), await connect(1001n), await connect(1002n)];
    app.context.bus.publish('ticket_message', { memberId: '1001', ticketId });
    for (let n = 0; n < 200 && (one.heard.length < 3 || other.heard.length < 3); n += 1) await wait(10);
    const told = [{ result: 'ok' }, { result: null, id: 1 }, { event: 'message', ticketId }];
    expect(one.heard).toEqual(told);
    expect(other.heard).toEqual(told);
    expect(stranger.heard).toEqual(told.slice(0, 2));
  });

  it('ends with the session', async () => {
    const { closed, sessionId } = await connect(1001n);
    app.context.bus.publish('session_ended', { sessionId });
    expect(await closed).toBe(4401);
  });

  it('is for members: a wrong token, or a request before signing in, ends it', async () => {
    const wrong = await connect(null);
    wrong.ws.send(JSON.stringify({ method: 'AUTH', params: ['x'] }));
    expect(await wrong.closed).toBe(4401);
    const early = await connect(null);
    early.ws.send(JSON.stringify({ method: 'SUBSCRIBE', params: ['tickets'], id: 1 }));
    expect(await early.closed).toBe(4401);
    expect(early.heard).toEqual([]);
  });

  it('answers a PING, and what it does not know, as the other feeds do', async () => {
    const { ws, heard } = await connect(1001n);
    ws.send(JSON.stringify({ method: 'PING' }));
    ws.send(JSON.stringify({ method: 'DANCE', id: 7 }));
    await expect
      .poll(() => heard.slice(2))
      .toEqual([
        { method: 'PONG', params: [expect.any(Number)] },
        { error: { err_code: 'err_bad_request' }, id: 7 },
      ]);
  });
});
