import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Registry } from 'prom-client';
import { testApp, type TestApp } from '../../test/app.ts';
import { buildApp } from './app.ts';
import { buildSigns } from './signs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('the HTTP side', () => {
  it('says that it is up, and ready once migrated', async () => {
    expect((await app.http.inject('/healthz')).statusCode).toBe(200);
    expect((await app.http.inject('/readyz')).json()).toEqual({
      status: 'ready',
      payouts: 'open',
      integrity: 'holds',
      checked_at: { whole: expect.any(String), guard: expect.any(String) },
      chains: 'as booked',
      network_tip: 'believed',
    });
  });

  it('says whether it is ready to whoever asks no more than ten times a second', async () => {
    const ask = () => app.http.inject({ url: '/readyz', remoteAddress: '203.0.113.5' });
    for (let n = 0; n < 600; n += 1) expect((await ask()).statusCode).toBe(200);
    const answer = await ask();
    expect([answer.statusCode, answer.json().err_code]).toEqual([429, 'err_too_many']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await app.http.inject('/readyz')).statusCode).toBe(200);
  });

  it('tells of itself and serves nobody where a process is not told to', async () => {
    const { http, close } = await buildSigns({ ...app.context, metrics: new Registry() });
    const asked = await Promise.all(
      ['/healthz', '/readyz', '/metrics', '/api/openapi.json', '/'].map((path) => http.inject(path)),
    );
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 404, 404]);
    expect(asked[3]!.json().err_code).toBe('err_not_found');
    expect(asked[2]!.payload).toContain('database_up 1');
    await close();
  });

  it('is not ready while commits wait for a standby without end, and says so', async () => {
    const { probe } = app.context;
    const waiting = {
      query: (statement: string, ...rest: unknown[]) =>
        statement.includes('SyncRep') ? { rowCount: 1, rows: [] } : probe.query(statement, ...(rest as [])),
    } as unknown as typeof probe;
    const { http, close } = await buildSigns({ ...app.context, probe: waiting, metrics: new Registry() });
    const answer = await http.inject('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      { status: 'not ready', commits: 'wait for a standby that does not answer' },
    ]);
    await close();
  });

  it('is not ready any more while it drains, and still answers', async () => {
    const env = { ...app.context.env, drainSeconds: 1 };
    const { http, close } = await buildApp({ ...app.context, env, metrics: new Registry() });
    const closing = close();
    expect((await http.inject('/readyz')).statusCode).toBe(503);
    expect((await http.inject('/api/country/all')).statusCode).toBe(200);
    await closing;
  });

  // proves 7: failures carry err_code and err_msg
  it('answers an unknown call with a refusal in the common shape', async () => {
    const answer = await app.http.inject('/api/no/such/call');
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ err_code: 'err_not_found', err_msg: 'Not found.', request_id: expect.any(String) });
  });

  it('asks for a session where the call is for members', async () => {
    const answer = await app.http.inject('/api/member/profile');
    expect([answer.statusCode, answer.json().err_code]).toEqual([401, 'err_unauthorised']);
  });

  it('refuses a body that is not JSON, is too large or would poison a prototype', async () => {
    const post = (payload: string, type = 'application/json') =>
      app.http.inject({ method: 'POST', url: '/api/package/purchase', payload, headers: { 'content-type': type } });
    expect((await post('{')).json().err_code).toBe('err_bad_request');
    expect((await post('{"__proto__":{"x":1}}')).json().err_code).toBe('err_bad_request');
    expect((await post('x'.repeat(70_000))).json().err_code).toBe('err_too_large');
    expect((await post('<a/>', 'application/xml')).json().err_code).toBe('err_media_type');
  });

  // proves 8: err_internal
  it('says nothing of its insides when something fails', async () => {
    const now = vi.spyOn(app.context.clock, 'now').mockImplementation(() => {
      throw new Error('secrets of the database');
    });
    try {
      const answer = await app.http.inject({
        method: 'POST',
        url: '/api/member/login',
        payload: { member_email: 'somebody@example.com', member_password: 'Sunrise#2026' },
      });
      expect([answer.statusCode, answer.json().err_code]).toEqual([500, 'err_internal']);
      expect(answer.payload).not.toContain('secrets');
    } finally {
      now.mockRestore();
    }
  });

  it('describes every route from the schemas that validate it', async () => {
    const api = (await app.http.inject('/api/openapi.json')).json();
    for (const { call } of app.routes) {
      const described = api.paths[`/${call.path}`][call.method.toLowerCase()];
      expect(described.summary).toBe(call.summary);
      expect(described.operationId).toMatch(/^(?:get|post)[A-Z]\w+$/);
      expect(described.security).toEqual(
        { public: [], member: [{ bearer: [] }], operator: [{ operator: [] }] }[call.session],
      );
      const { 200: done, ...refused } = described.responses;
      expect(Object.keys(refused)).toEqual(expect.arrayContaining(['429', '500', '503']));
      for (const answer of Object.values<typeof done>(refused))
        expect(answer.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Failure' });
      const { content } = done;
      if (call.download) expect(Object.keys(content)).not.toContain('application/json');
      else expect(content['application/json'].schema.properties.result).toBeTypeOf('object');
    }
  });
});
