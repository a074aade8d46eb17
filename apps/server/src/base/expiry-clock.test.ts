import { DAY_MS, MINUTE_MS } from '@minerx/rules/duration';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/app.ts';
import {
  bearer,
  call,
  codeFor,
  formOf,
  mailsOf,
  type Person,
  register,
  type SignedIn,
  signIn,
} from '../../test/people.ts';
import { testDatabase, type TestDatabase } from '../db/test-database.ts';
import { createExpiryClock } from './expiry-clock.ts';
import { loginSubject } from '../modules/attempt/attempt-rule.ts';
import { findCount, writeCount } from '../modules/attempt/attempt.store.ts';
import { issueRedirect } from '../modules/member/member-account.command.ts';

describe('the clock by which things are over', () => {
  let wall = 1000;
  let passed = 0;
  const clock = createExpiryClock({ now: () => wall }, () => passed);

  it('follows the clock of the world', () => {
    expect(clock.now()).toBe(1000);
    passed += 50;
    wall += 50;
    expect(clock.now()).toBe(1050);
    wall += 10_000;
    expect(clock.now()).toBe(11_050);
  });

  it('goes on from the latest moment it saw when that is set back, until the world has caught up', () => {
    wall -= 5000;
    expect(clock.now()).toBe(11_050);
    passed += 300;
    wall += 300;
    expect(clock.now()).toBe(11_350);
    wall += 6000;
    expect(clock.now()).toBe(12_350);
  });

  it('shows at least what it was raised to, and no floor takes it back', () => {
    clock.raise(20_000);
    expect(clock.now()).toBe(20_000);
    clock.raise(3000);
    passed += 7;
    expect(clock.now()).toBe(20_007);
  });
});

describe('a clock set back by a day', () => {
  let database: TestDatabase;
  let app: TestApp;
  let person: Person & { memberId: bigint };
  /** All of it was over before the clock was set back. */
  let session: SignedIn;
  let idle: SignedIn;
  let link: string;
  let freeze: string;
  let ticket: string;
  let code: string;
  const newcomer = 'newcomer@example.com';

  const reset = (id: string) =>
    call(app, 'POST', 'member/resetPassword', {
      id,
      member_password: 'Evening!2027',
      confirm_password: 'Evening!2027',
      member_security_pin: '975310',
      confirm_pin: '975310',
    });
  const linkOf = async (kind: 'resetPassword' | 'freezeAccount'): Promise<string> => {
    await call(app, 'POST', 'member/forgotPassword', { member_email: person.email });
    const mails = (await mailsOf(app)).filter(({ to }) => to?.[0]?.address === person.email);
    return mails.flatMap(({ text }) => new RegExp(`/${kind}/(\\S+)`).exec(text ?? '')?.[1] ?? []).at(-1)!;
  };
  const askCode = () =>
    call(app, 'POST', 'member/signup/request/code', { member_username: 'New', member_email: newcomer });

  beforeAll(async () => {
    database = await testDatabase();
    app = await testApp({ database });
    person = await register(app);
    await reset(await linkOf('resetPassword'));
    person = { ...person, password: 'Evening!2027', pin: '975310' };
    idle = await signIn(app, person);
    freeze = await linkOf('freezeAccount');
    app.clock.advance(7 * DAY_MS + MINUTE_MS);
    session = await signIn(app, person);
    link = await linkOf('resetPassword');
    const input = { memberId: person.memberId, actor: 'operator:test' as const, reason: 'test' };
    ticket = (await issueRedirect(app.context, input)).url.split('id=')[1]!;
    await askCode();
    code = await codeFor(app, newcomer);
    app.clock.advance(31 * MINUTE_MS);
    // Whoever asks, the clock was looked at.
    await call(app, 'GET', 'member/profile', undefined, bearer(session.accessToken));
    app.clock.advance(-DAY_MS);
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  const expectAllOver = async (): Promise<void> => {
    expect((await call(app, 'GET', 'member/profile', undefined, bearer(session.accessToken))).status).toBe(401);
    expect((await reset(link)).body.err_code).toBe('err_link_invalid');
    expect((await call(app, 'GET', `member/redirect?id=${ticket}`)).body.err_code).toBe('err_link_invalid');
    const form = await formOf(app, newcomer, { verify_code: code });
    const signup = await call(app, 'POST', 'member/signup', form, { 'idempotency-key': randomUUID() });
    expect(signup.body.err_code).toBe('err_code_wrong');
    // Over for a week and for a day: going by the clock, the one was used and the other made some hours ago.
    expect((await call(app, 'POST', 'member/refresh', { refreshToken: idle.refreshToken })).body.err_code).toBe(
      'err_session_ended',
    );
    expect((await call(app, 'POST', 'member/freeze', { id: freeze })).body.err_code).toBe('err_freeze_link_over');
  };

  it('revives no token, code or link', () => expectAllOver());

  it('nor does a restart after it', async () => {
    const { env } = app.context;
    await app.close();
    app = await testApp({ database, env, at: new Date(app.clock.now()).toISOString() });
    await expectAllOver();
  });

  it('keeps nobody from what is made from then on', async () => {
    const again = await signIn(app, person);
    expect((await call(app, 'GET', 'member/profile', undefined, bearer(again.accessToken))).status).toBe(200);
    expect((await call(app, 'POST', 'member/refresh', { refreshToken: again.refreshToken })).status).toBe(200);
    expect((await askCode()).status).toBe(200);
    expect(await codeFor(app, newcomer)).not.toBe(code);
    expect((await reset(await linkOf('resetPassword'))).status).toBe(200);
  });

  it('neither shortens nor lengthens what is held back after a reset, and a lock', async () => {
    const signedIn = await signIn(app, person);
    const held = async (token: string) =>
      (await call(app, 'GET', 'member/profile', undefined, bearer(token))).body.result as unknown as {
        member: { outgoing_held_until: string | null };
      };
    expect((await held(signedIn.accessToken)).member.outgoing_held_until).not.toBeNull();
    // Nine wrong ones already: one more sets the lock.
    const { pool, env, expiryClock } = app.context;
    const counted = { failures: 9, lockouts: 0, lockedUntil: null, updatedAt: new Date(expiryClock.now()) };
    const subject = loginSubject(person.email);
    const known = await findCount(pool, env.pepper, subject);
    await writeCount(pool, env.pepper, subject, counted, known?.version ?? 0n);
    await signIn(app, { ...person, password: 'Wrong#20261' }).catch(() => 0);
    await expect(signIn(app, person)).rejects.toThrow('err_login_locked');
    app.clock.advance(DAY_MS);
    await expect(signIn(app, person)).rejects.toThrow('err_login_locked');
    app.clock.advance(15 * MINUTE_MS);
    const { accessToken } = await signIn(app, person);
    app.clock.advance(5 * MINUTE_MS);
    expect((await held(accessToken)).member.outgoing_held_until).not.toBeNull();
  });

  it('cannot be hidden from a later start by writing an earlier moment down', async () => {
    await expect(app.context.pool.query(`UPDATE expiry_floor SET at = at - interval '1 day'`)).rejects.toThrow(
      'what is over stays over',
    );
    await expect(app.context.pool.query('DELETE FROM expiry_floor')).rejects.toThrow('permission denied');
  });
});
