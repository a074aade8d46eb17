import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, testEnv, type TestApp } from '../../test/app.ts';
import type { Env } from '../env/env.ts';
import { seedReference } from '../seed/reference.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await seedReference(app.context.pool);
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers });

describe('every answer', () => {
  it('forbids frames, foreign scripts, sniffing, referrers and caching of personal data, errors included', async () => {
    for (const url of ['/api/system/maintenance', '/api/member/profile', '/api/no/such/call', '/healthz', '/']) {
      const { headers } = await get(url);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      });
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['strict-transport-security']).toBeUndefined();
      if (url.startsWith('/api')) expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('may load nothing at all unless it is a page', async () => {
    const policyOf = async (url: string) =>
      (await get(url, { accept: 'text/html' })).headers['content-security-policy'];
    for (const url of ['/api/system/maintenance', '/api/member/profile', '/api/no/such/call', '/%61pi/country/all'])
      expect([url, await policyOf(url)]).toEqual([url, "default-src 'none'; frame-ancestors 'none'"]);
    for (const url of ['/', '/miner', '/apiary'])
      expect([url, await policyOf(url)]).toEqual([url, expect.stringContaining("script-src 'self'")]);
  });

  it('lets a page of the console make no style, script or markup of its own', async () => {
    for (const url of ['/console/', '/console/members/1', '/console/assets/none.js']) {
      const policy = String((await get(url, { accept: 'text/html' })).headers['content-security-policy']);
      expect([url, ...policy.split(';').filter((part) => /^(style|script)-src |trusted/.test(part))]).toEqual([
        url,
        "script-src 'self'",
        "style-src 'self'",
        "require-trusted-types-for 'script'",
        'trusted-types minerx-html',
      ]);
    }
  });

  it('keeps personal data out of every cache however the path is spelt', async () => {
    for (const url of ['/%61pi/member/profile', '/ap%69/system/maintenance'])
      expect([url, (await get(url)).headers['cache-control']]).toEqual([url, 'no-store']);
  });

  it('takes a path that leads out of the built files for one that is not there', async () => {
    for (const url of ['//api/country/all', '/assets/..%2f..%2fpackage.json', '/%2e%2e/package.json'])
      expect([url, (await get(url, { accept: 'application/json' })).statusCode]).toEqual([url, 404]);
  });

  it('asks for https for two years when the public address has it, with a cookie for that host alone', async () => {
    const secure = await testApp({ env: testEnv({ PUBLIC_URL: 'https://app.example.com' }) });
    const { headers } = await secure.http.inject('/api/country/all');
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    const left = await secure.http.inject({
      method: 'POST',
      url: '/api/member/logout',
      payload: {},
      headers: { 'x-session-transport': 'cookie' },
    });
    expect(left.cookies[0]).toMatchObject({
      name: '__Host-session',
      secure: true,
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
    });
    expect(left.cookies[0]).not.toHaveProperty('domain');
    await secure.close();
  });
});

describe('a proxy in front that nobody has named', () => {
  /** What a server of that environment warns of while it is asked, three times each, with headers as proxies send them. */
  const warnedBy = async (change: Partial<Env>, headers: Record<string, string>[]): Promise<string[]> => {
    const written: string[] = [];
    const log = pino(
      { level: 'warn' },
      { write: (line: string) => void written.push((JSON.parse(line) as { msg: string }).msg) },
    );
    const behind = await testApp({ env: { ...testEnv({ PUBLIC_URL: 'https://app.example.com' }), ...change }, log });
    for (const each of [...headers, ...headers, ...headers])
      await behind.http.inject({ url: '/api/system/maintenance', headers: { host: 'app.example.com', ...each } });
    await behind.close();
    return written.filter((line) => line.includes('TRUST_PROXY'));
  };
  const FORWARDED = { 'x-forwarded-for': '203.0.113.9' };

  it('is warned of once in production, for its members would count as one address', async () => {
    expect(await warnedBy({ mode: 'production' }, [{}, FORWARDED])).toEqual([
      'X-Forwarded-For arrives and TRUST_PROXY is 0: all members behind the proxy count as one address',
    ]);
  });

  it('is no matter where none forwards, where one is named, and in a demo', async () => {
    expect(await warnedBy({ mode: 'production' }, [{}])).toEqual([]);
    expect(await warnedBy({ mode: 'production', trustProxy: 1 }, [FORWARDED])).toEqual([]);
    expect(await warnedBy({ mode: 'demo' }, [FORWARDED])).toEqual([]);
  });
});

describe('a request that changes something', () => {
  const post = (headers: Record<string, string>) =>
    app.http.inject({ method: 'POST', url: '/api/member/logout', payload: {}, headers });

  it('is refused when another site sent it', async () => {
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${app.context.env.publicUrl}.evil.example` },
      { origin: 'http://localhost:80:80' },
    ];
    for (const headers of foreign) expect((await post(headers)).json().err_code).toBe('err_forbidden');
    const own: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'same-origin' },
      { origin: app.context.env.publicUrl },
      { origin: 'http://127.0.0.1:8080', host: '127.0.0.1:8080' },
    ];
    for (const headers of own) expect((await post(headers)).statusCode).toBe(200);
  });

  it('is not read as plain text, which a form of another site could send', async () => {
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/member/logout',
      payload: '{}',
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer.json().err_code).toBe('err_media_type');
  });
});

describe('maintenance', () => {
  const set = async (value: object) => {
    await app.context.pool.query(`UPDATE setting SET value = $1 WHERE key = 'maintenance'`, [JSON.stringify(value)]);
    app.context.bus.publish('settings_changed', { key: 'maintenance' });
  };

  // proves 7: GET system/maintenance
  // proves 8: err_maintenance
  it('answers 503 to every call but system/*, leaving and the console’s, at once and until it is switched off', async () => {
    await set({ maintenance: true, under_maintenance_title: 'Back soon', under_maintenance_title_zh: '即将恢复' });
    await expect.poll(async () => (await get('/api/country/all')).statusCode, { interval: 20 }).toBe(503);
    const isOpen = (path: string) => path.startsWith('system/') || path === 'member/logout';
    for (const { call } of app.routes.filter(({ call: { path } }) => !path.startsWith('operator/'))) {
      const answer = await app.http.inject({
        method: call.method,
        url: `/api/${call.path}`,
        ...(call.method === 'POST' ? { payload: {} } : {}),
      });
      expect([call.path, answer.statusCode]).toEqual([call.path, isOpen(call.path) ? 200 : 503]);
    }
    for (const url of ['/%61pi/country/all', '/ap%69/member/profile', '/api/nft/picture/1.svg', '/api/no/such/call'])
      expect([url, (await get(url)).statusCode]).toEqual([url, 503]);
    const refused = await get('/api/member/profile');
    expect([refused.json().err_code, refused.headers['retry-after']]).toEqual(['err_maintenance', '30']);
    expect((await get('/api/system/maintenance')).json().result).toEqual({
      maintenance: true,
      under_maintenance_title: 'Back soon',
      under_maintenance_title_zh: '即将恢复',
    });
    expect((await get('/healthz')).statusCode).toBe(200);
    await set({ maintenance: false });
    await expect.poll(async () => (await get('/api/country/all')).statusCode, { interval: 20 }).toBe(200);
  });
});
