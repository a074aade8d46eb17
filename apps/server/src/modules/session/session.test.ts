import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { bearer, call, register, signIn, type Person, type SignedIn } from '../../../test/people.ts';
import { createLocalBus } from '../../bus/bus.ts';
import { createSessions } from './session.registry.ts';
import { createAccessTokens } from './session.token.ts';

let app: TestApp;
let person: Person & { memberId: bigint };
beforeAll(async () => {
  app = await testApp();
  person = await register(app);
});
afterAll(() => app.close());

const refresh = (refreshToken: string) => call(app, 'POST', 'member/refresh', { refreshToken });
const tokensOf = (answer: Awaited<ReturnType<typeof refresh>>) => answer.body.result as unknown as SignedIn;
const canAct = async (accessToken: string) =>
  (await call(app, 'GET', 'member/profile', undefined, bearer(accessToken))).status === 200;

describe('a session', () => {
  // proves 7: POST member/refresh
  it('gives an access token for ten minutes and a new refresh token at each use', async () => {
    const first = await signIn(app, person);
    const claims = JSON.parse(Buffer.from(first.accessToken.split('.')[1]!, 'base64url').toString()) as {
      iat: number;
      exp: number;
    };
    expect([claims.iat * 1000, claims.exp - claims.iat]).toEqual([app.clock.now(), 600]);
    expect(await canAct(first.accessToken)).toBe(true);
    app.clock.advance(9 * 60_000);
    expect(await canAct(first.accessToken)).toBe(true);
    app.clock.advance(60_000);
    expect(await canAct(first.accessToken)).toBe(false);
    const second = tokensOf(await refresh(first.refreshToken));
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(await canAct(second.accessToken)).toBe(true);
  });

  it('has tokens that are over by themselves, for a process that never saw them before', () => {
    const clock = { now: () => at };
    let at = Date.parse('2026-11-20T10:00:00Z');
    const tokens = createAccessTokens('a secret', clock);
    const member = { memberId: 7n, sessionId: 'c0ffee' };
    const [ten, short] = [tokens.issue(member, at + 86_400_000), tokens.issue(member, at + 60_000)];
    at += 60_000 - 1;
    expect(tokens.read(short)).toEqual({ member, endsAt: at + 1 });
    at += 1;
    expect([tokens.read(short), tokens.read(ten)?.member]).toEqual([null, member]);
    at += 9 * 60_000;
    expect(tokens.read(ten)).toBeNull();
  });

  it('gives the same successor to whoever asks twice within ten seconds, or lost the answer', async () => {
    const { refreshToken } = await signIn(app, person);
    const one = tokensOf(await refresh(refreshToken));
    app.clock.advance(9_000);
    const two = tokensOf(await refresh(refreshToken));
    expect(two.refreshToken).toBe(one.refreshToken);
    expect((await refresh(one.refreshToken)).status).toBe(200);
  });

  it('gives the living token when the successor was used within the grace as well', async () => {
    const { refreshToken } = await signIn(app, person);
    const second = tokensOf(await refresh(refreshToken));
    const third = tokensOf(await refresh(second.refreshToken));
    expect(tokensOf(await refresh(refreshToken)).refreshToken).toBe(third.refreshToken);
  });

  // proves 4: refresh: rotation, reuse, two tabs at once
  it('survives a hundred races of two tabs with exactly one living successor', async () => {
    let { refreshToken } = await signIn(app, person);
    for (let race = 0; race < 100; race += 1) {
      const answers = await Promise.all([refresh(refreshToken), refresh(refreshToken)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const successors = new Set(answers.map((answer) => tokensOf(answer).refreshToken));
      expect(successors.size).toBe(1);
      refreshToken = [...successors][0]!;
      app.clock.advance(11_000);
    }
    const { rows } = await app.context.pool.query<{ living: number }>(
      `SELECT count(*)::int AS living FROM refresh_token WHERE rotated_at IS NULL AND session_id =
         (SELECT session_id FROM refresh_token ORDER BY issued_at DESC LIMIT 1)`,
    );
    expect(rows[0]?.living).toBe(1);
  });

  it('ends with all its tokens when a used refresh token comes back after the grace', async () => {
    const first = await signIn(app, person);
    const second = tokensOf(await refresh(first.refreshToken));
    app.clock.advance(10_001);
    const reused = await refresh(first.refreshToken);
    expect([reused.status, reused.body.err_code]).toEqual([401, 'err_session_ended']);
    expect((await refresh(second.refreshToken)).body.err_code).toBe('err_session_ended');
    expect(await canAct(second.accessToken)).toBe(false);
  });

  it('opens by no row of the database alone: not a made-up token, nor one’s own taken along to another member’s session', async () => {
    const { pool } = app.context;
    const victim = await signIn(app, person);
    const plant = (token: string, seal: Buffer | null) =>
      pool.query(
        `INSERT INTO refresh_token (token_hash, session_id, issued_at, seal)
         SELECT sha256(convert_to($1, 'UTF8')), session_id, now(), $3 FROM refresh_token WHERE token_hash = sha256(convert_to($2, 'UTF8'))`,
        [token, victim.refreshToken, seal],
      );
    for (const seal of [null, Buffer.alloc(32)]) {
      await plant(`made-up-${seal === null}`, seal);
      expect((await refresh(`made-up-${seal === null}`)).body.err_code).toBe('err_session_ended');
    }
    const thief = await register(app);
    const own = await signIn(app, thief);
    const { rows } = await pool.query<{ seal: Buffer }>(
      `DELETE FROM refresh_token WHERE token_hash = sha256(convert_to($1, 'UTF8')) RETURNING seal`,
      [own.refreshToken],
    );
    await plant(own.refreshToken, rows[0]!.seal);
    expect((await refresh(own.refreshToken)).body.err_code).toBe('err_session_ended');
    expect((await refresh(victim.refreshToken)).status).toBe(200);
  });

  it('ends after a week without use, and after thirty days in any case', async () => {
    const idle = await signIn(app, person);
    app.clock.advance(7 * 86_400_000);
    expect((await refresh(idle.refreshToken)).body.err_code).toBe('err_session_ended');
    let { refreshToken } = await signIn(app, person);
    for (let day = 0; day < 29; day += 1) {
      app.clock.advance(86_400_000);
      refreshToken = tokensOf(await refresh(refreshToken)).refreshToken;
    }
    app.clock.advance(86_400_000);
    expect((await refresh(refreshToken)).body.err_code).toBe('err_session_ended');
  });

  // proves 7: POST member/logout (implied)
  // proves 8: err_session_ended
  it('is over at once after logout: both tokens are refused', async () => {
    const session = await signIn(app, person);
    const other = await signIn(app, person);
    const left = await call(app, 'POST', 'member/logout', {}, bearer(session.accessToken));
    expect([left.status, left.body.result]).toEqual([200, {}]);
    expect(await canAct(session.accessToken)).toBe(false);
    expect((await refresh(session.refreshToken)).body.err_code).toBe('err_session_ended');
    expect(await canAct(other.accessToken)).toBe(true);
  });

  it('is over within a second even when the telling was lost', async () => {
    const [ended, other] = [await signIn(app, person), await signIn(app, person)];
    const { env, clock, pool } = app.context;
    const looks: { everyMs: number; look: () => unknown }[] = [];
    const bus = createLocalBus();
    const told: string[] = [];
    bus.subscribe('session_ended', ({ sessionId }) => told.push(sessionId));
    // A process of its own, that hears nothing of what happens here.
    const sessions = createSessions({
      secret: env.sessionSecret,
      clock,
      pool,
      bus,
      ticker: (everyMs, look) => {
        looks.push({ everyMs, look });
        return () => undefined;
      },
    });
    await sessions.loaded;
    const sessionId = sessions.verify(ended.accessToken)!.sessionId;
    expect(sessions.verify(other.accessToken)).not.toBeNull();
    await pool.query('UPDATE session SET ended_at = now() WHERE id = $1', [sessionId]);
    expect(sessions.verify(ended.accessToken)).not.toBeNull();
    expect(looks.map(({ everyMs }) => everyMs)).toEqual([1000]);
    await looks[0]!.look();
    expect(sessions.verify(ended.accessToken)).toBeNull();
    expect(sessions.verify(other.accessToken)).not.toBeNull();
    expect(told).toEqual([sessionId]);
    sessions.close();
  });
});

describe('an access token', () => {
  const forge = (header: object, claims: object, secret: string) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const input = `${part(header)}.${part(claims)}`;
    return `${input}.${secret === '' ? '' : createHmac('sha256', secret).update(input).digest('base64url')}`;
  };

  it('is refused when anybody but us has signed it, or nobody has', async () => {
    const { accessToken } = await signIn(app, person);
    const claims = JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString()) as object;
    const forged = [
      forge({ alg: 'none', typ: 'JWT' }, claims, ''),
      forge({ alg: 'HS256', typ: 'JWT' }, claims, 'guess'),
      forge({ alg: 'HS256', typ: 'JWT' }, claims, app.context.env.sessionSecret),
      forge({ alg: 'HS256', typ: 'JWT', kid: '../../dev/null' }, claims, ''),
      forge({ alg: 'RS256', typ: 'JWT' }, claims, app.context.env.sessionSecret),
      `${accessToken.slice(0, -2)}xx`,
      (await signIn(app, person)).refreshToken,
      '',
      'Bearer',
      'a.b.c',
    ];
    for (const token of forged) expect(await canAct(token)).toBe(false);
    expect(await canAct(accessToken)).toBe(true);
  });
});

describe('a process that starts', () => {
  it('refuses the token of a session that ended minutes before, at its first use', async () => {
    const person = await register(app);
    const { accessToken } = await signIn(app, person);
    const other = await signIn(app, person);
    await call(app, 'POST', 'member/logout', {}, bearer(accessToken));
    const { env, clock, pool } = app.context;
    const fresh = createSessions({ secret: env.sessionSecret, clock, pool, bus: createLocalBus() });
    await fresh.loaded;
    expect(fresh.verify(accessToken)).toBeNull();
    expect(fresh.verify(other.accessToken)).toMatchObject({ memberId: person.memberId });
    fresh.close();
  });
});

describe('cookie transport', () => {
  const cookieHeaders = { 'x-session-transport': 'cookie' };
  const signInWithCookie = () =>
    call(app, 'POST', 'member/login', { member_email: person.email, member_password: person.password }, cookieHeaders);

  it('keeps the refresh token out of the body, in a strict cookie that scripts cannot read', async () => {
    const answer = await signInWithCookie();
    expect((answer.body.result as unknown as SignedIn).refreshToken).toBe('');
    // The test's public address is plain http, so the cookie is not Secure and carries no __Host- name.
    expect(answer.cookies[0]).toMatchObject({
      name: 'session',
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
      maxAge: 30 * 86_400,
    });
    const cookie = `session=${answer.cookies[0]!.value}`;
    const renewed = await call(app, 'POST', 'member/refresh', {}, { ...cookieHeaders, cookie });
    expect([renewed.status, (renewed.body.result as unknown as SignedIn).refreshToken]).toEqual([200, '']);
    expect(renewed.cookies[0]!.value).not.toBe(answer.cookies[0]!.value);
  });

  // proves 8: err_forbidden
  it('is not usable as a body token, nor without the header, nor from another site', async () => {
    const answer = await signInWithCookie();
    const value = answer.cookies[0]!.value;
    const cookie = `session=${value}`;
    expect((await refresh(value)).body.err_code).toBe('err_session_ended');
    expect((await call(app, 'POST', 'member/refresh', {}, { cookie })).body.err_code).toBe('err_session_ended');
    const elsewhere: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ];
    for (const from of elsewhere) {
      const foreign = await call(app, 'POST', 'member/refresh', {}, { ...cookieHeaders, cookie, ...from });
      expect([foreign.status, foreign.body.err_code]).toEqual([403, 'err_forbidden']);
    }
    const own = await call(
      app,
      'POST',
      'member/refresh',
      {},
      { ...cookieHeaders, cookie, 'sec-fetch-site': 'same-origin', origin: app.context.env.publicUrl },
    );
    expect(own.status).toBe(200);
  });

  it('clears the cookie at logout', async () => {
    const answer = await signInWithCookie();
    const left = await call(
      app,
      'POST',
      'member/logout',
      {},
      { ...cookieHeaders, cookie: `session=${answer.cookies[0]!.value}` },
    );
    expect(left.cookies[0]).toMatchObject({ name: 'session', value: '' });
    expect(await canAct((answer.body.result as unknown as SignedIn).accessToken)).toBe(false);
  });
});
