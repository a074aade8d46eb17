import { FIRST_CALLS, type FirstAnswers } from '@minerx/contract/first-calls';
import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { bearer, call, register, signIn, told, type Person } from '../../../test/people.ts';
import { inTransaction } from '../../db/transaction.ts';
import { serveWeb, type FindFirstAnswers } from '../../http/served/static.ts';
import { createFirstAnswers } from './first-answers.ts';

const COOKIES = { 'x-session-transport': 'cookie' };
const SHELL = '<html><head><!--first-answers--></head></html>';

let app: TestApp;
let person: Person & { memberId: bigint };
let pages: ReturnType<typeof fastify>;
const root = mkdtempSync(join(tmpdir(), 'minerx-first-answers-'));

const served = async (findFirstAnswers: FindFirstAnswers) => {
  const http = fastify();
  await http.register(cookie);
  await serveWeb(http, findFirstAnswers, root);
  return http;
};

beforeAll(async () => {
  app = await testApp();
  person = await register(app);
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'index.html'), SHELL);
  // However busy the machine is.
  pages = await served(createFirstAnswers(app, 60_000));
});
afterAll(async () => {
  await pages.close();
  await app.close();
  rmSync(root, { recursive: true });
});

const cookieOf = async ({ email, password }: Person = person): Promise<string> => {
  const body = { member_email: email, member_password: password };
  const { cookies } = await call(app, 'POST', 'member/login', body, COOKIES);
  return `session=${cookies.find(({ name }) => name === 'session')!.value}`;
};
const open = async (headers: Record<string, string>, url = '/') =>
  pages.inject({ url, headers: { accept: 'text/html', ...headers } });
const broughtBy = (html: string): FirstAnswers | null => {
  const json = /<script type="application\/json" id="first-answers">([^]*?)<\/script>/.exec(html)?.[1];
  return json === undefined ? null : (JSON.parse(json) as FirstAnswers);
};
const refresh = (headers: Record<string, string>) =>
  call(app, 'POST', 'member/refresh', {}, { ...COOKIES, ...headers });

describe('a page of a member', () => {
  it('brings what its screen asks for first, as the calls themselves answer, and nothing may keep it', async () => {
    const { accessToken } = await signIn(app, person);
    for (const [page, paths] of Object.entries(FIRST_CALLS)) {
      const { body, headers } = await open({ cookie: await cookieOf() }, `${page}?to=1`);
      expect(headers['cache-control']).toBe('no-store');
      const brought = broughtBy(body)!;
      expect(brought.of).toBe(String(person.memberId));
      expect(Object.keys(brought.answers)).toEqual(['system/maintenance', ...paths]);
      for (const path of paths)
        expect(brought.answers[path]).toEqual((await call(app, 'GET', path, undefined, bearer(accessToken))).body);
    }
  });

  it('holds no token, and leaves the cookie as good as it was', async () => {
    const given = await cookieOf();
    const { body, cookies } = await open({ cookie: given });
    expect(cookies).toEqual([]);
    expect(body).not.toMatch(/accessToken|eyJ/);
    expect(body).not.toContain(given.slice('session='.length));
    app.clock.advance(60_000);
    expect(broughtBy((await open({ cookie: given })).body)).not.toBeNull();
    expect(told(await refresh({ cookie: given }))).toBe('200');
  });

  it('ends no element early, whatever a member is called', async () => {
    const fullName = '</script><script>alert(1)</script><!--';
    const { body } = await open({ cookie: await cookieOf(await register(app, { fullName })) });
    expect(body.match(/<\/?script/g)).toHaveLength(2);
    expect(JSON.stringify(broughtBy(body))).toContain(fullName);
  });
});

describe('a page without', () => {
  it('is the shell alone for whoever has no session that lives, in a cookie', async () => {
    const { refreshToken } = await signIn(app, person);
    const [old, ended] = [await cookieOf(), await cookieOf()];
    expect(told(await refresh({ cookie: old }))).toBe('200');
    app.clock.advance(11_000);
    await call(app, 'POST', 'member/logout', {}, { ...COOKIES, cookie: ended });
    // None, nonsense, one of a body, one that was used, one whose session is over.
    for (const given of ['', 'session=x', `session=${refreshToken}`, old, ended]) {
      const { body, headers } = await open({ cookie: given });
      expect([body, headers['cache-control']]).toEqual([SHELL, 'no-cache']);
    }
    // It was only looked at: the session of the used token goes on with its successor.
    const { rows } = await app.context.pool.query(`SELECT FROM session WHERE ended_reason = 'reuse'`);
    expect(rows).toEqual([]);
  });

  it('is the shell alone for a frozen account, and for a page that names no calls', async () => {
    const given = await cookieOf();
    expect((await open({ cookie: given }, '/order')).body).toBe(SHELL);
    const freeze = (at: Date | null) =>
      app.context.pool.query('UPDATE member SET frozen_at = $2 WHERE id = $1', [person.memberId, at]);
    await freeze(new Date(app.clock.now()));
    expect((await open({ cookie: given })).body).toBe(SHELL);
    await freeze(null);
    expect((await open({ cookie: given })).body).not.toBe(SHELL);
  });

  it('does not wait for a database that says nothing', async () => {
    const headers = { accept: 'text/html', cookie: await cookieOf() };
    const hasty = await served(createFirstAnswers(app));
    await inTransaction(app.context.pool, async (tx) => {
      await tx.query('LOCK TABLE session IN ACCESS EXCLUSIVE MODE');
      expect((await hasty.inject({ url: '/', headers })).body).toBe(SHELL);
    });
    await hasty.close();
  });

  it('asks calls that need nothing but a session', () => {
    const paths = new Set(Object.values(FIRST_CALLS).flat());
    const calls = app.routes.map(({ call: each }) => each).filter(({ path }) => paths.has(path));
    expect(calls).toHaveLength(paths.size);
    for (const { method, session, query, body } of calls)
      expect([method, session, query, body]).toEqual(['GET', 'member', undefined, undefined]);
  });
});
