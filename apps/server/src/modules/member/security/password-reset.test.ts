import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { bearer, call, mailsOf, patiently, register, signIn } from '../../../../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const NEW = {
  member_password: 'Evening!2027',
  confirm_password: 'Evening!2027',
  member_security_pin: '975310',
  confirm_pin: '975310',
};
const forgot = (email: string, headers: Record<string, string> = {}) =>
  call(app, 'POST', 'member/forgotPassword', { member_email: email }, headers);
/** Asks from elsewhere, and has what came of it sent. */
const forgotFrom = async (remoteAddress: string, email: string): Promise<void> => {
  const payload = { member_email: email };
  const answer = await app.http.inject({ method: 'POST', url: '/api/member/forgotPassword', payload, remoteAddress });
  expect(answer.json()).toEqual({ result: payload });
  await mailsOf(app);
};
const reset = (id: string, form: object = NEW) => call(app, 'POST', 'member/resetPassword', { id, ...form });
const linksFor = async (email: string): Promise<string[]> =>
  (await mailsOf(app))
    .filter(({ to }) => to?.[0]?.address === email)
    .flatMap(({ text }) =>
      [...(text ?? '').matchAll(/(\S+)\/resetPassword\/(\S+)/g)].map(([, origin, id]) =>
        origin === app.context.env.publicUrl ? id! : 'elsewhere',
      ),
    );

describe('a forgotten password', () => {
  // proves 7: POST member/resetPassword
  it('is set anew with the PIN by the link of the mail, which ends every session', async () => {
    const person = await register(app);
    const before = await signIn(app, person);
    const answer = await forgot(person.email.toUpperCase(), {
      'x-forwarded-host': 'evil.example',
    });
    expect(answer.body.result).toEqual({ member_email: person.email.toUpperCase() });
    const [id] = await linksFor(person.email);
    expect(id).toMatch(/^[\w-]{22}$/);
    expect((await reset(id!)).text).toBe('{"result":{}}');
    expect((await call(app, 'GET', 'member/profile', undefined, bearer(before.accessToken))).status).toBe(401);
    expect((await call(app, 'POST', 'member/refresh', { refreshToken: before.refreshToken })).body.err_code).toBe(
      'err_session_ended',
    );
    await expect(signIn(app, person)).rejects.toThrow('err_login');
    await signIn(app, { email: person.email, password: NEW.member_password });
    const member = { memberId: person.memberId, sessionId: 'after' };
    await expect(app.context.pins.require(member, person.pin)).rejects.toMatchObject({ code: 'err_pin_wrong' });
    await app.context.pins.require(member, NEW.member_security_pin);
    expect(
      (await mailsOf(app)).filter(({ to }) => to?.[0]?.address === person.email).map(({ subject }) => subject),
    ).toContain('Your MinerX password and PIN were changed');
  });

  // proves 7: POST member/resetPassword/check (implied)
  // proves 8: err_link_invalid
  it('has links of one use, half an hour, and the newest reset makes the older ones worthless', async () => {
    const person = await register(app);
    await forgot(person.email);
    const [once] = await linksFor(person.email);
    const isGood = async (id: string) =>
      (await call(app, 'POST', 'member/resetPassword/check', { id })).body.result?.['good'];
    expect([await isGood(once!), await isGood(once!)]).toEqual([true, true]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => reset(once!)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.err_code === 'err_link_invalid')).toHaveLength(19);

    app.clock.advance(60_000);
    await forgot(person.email);
    const late = (await linksFor(person.email)).at(-1)!;
    app.clock.advance(30 * 60_000);
    expect((await reset(late)).body.err_code).toBe('err_link_invalid');
    for (const id of [once!, late, 'made-up-'.padEnd(22, 'x')]) expect(await isGood(id)).toBe(false);

    app.clock.advance(3_600_000);
    await forgot(person.email);
    const older = (await linksFor(person.email)).at(-1)!;
    app.clock.advance(60_000);
    await forgot(person.email);
    const newer = (await linksFor(person.email)).at(-1)!;
    expect(newer).not.toBe(older);
    expect((await reset(newer)).status).toBe(200);
    expect((await reset(older)).body.err_code).toBe('err_link_invalid');
  });

  it('has no links but those that we made: not a made-up one, nor one’s own under another member’s name', async () => {
    const { pool } = app.context;
    const [victim, thief] = [await register(app), await register(app)];
    const plant = (token: string, seal: Buffer) =>
      pool.query(
        `INSERT INTO one_use_link (token_hash, purpose, member_id, created_at, expires_at, seal)
         VALUES (sha256(convert_to($1, 'UTF8')), 'reset', $2, $3, $4, $5)`,
        [token, victim.memberId, new Date(app.clock.now()), new Date(app.clock.now() + 1_800_000), seal],
      );
    await plant('a-made-up-link-of-22-b', Buffer.alloc(32));
    expect((await reset('a-made-up-link-of-22-b')).body.err_code).toBe('err_link_invalid');
    await forgot(thief.email);
    const [own] = await linksFor(thief.email);
    const { rows } = await pool.query<{ seal: Buffer }>(
      `DELETE FROM one_use_link WHERE token_hash = sha256(convert_to($1, 'UTF8')) RETURNING seal`,
      [own],
    );
    await plant(own!, rows[0]!.seal);
    expect((await reset(own!)).body.err_code).toBe('err_link_invalid');
    await signIn(app, victim);
  });

  it('is looked up at a random moment of the next two seconds, and nothing is told at once', async () => {
    const told: string[] = [];
    const stop = app.context.bus.subscribe('outbox', ({ topic }) => told.push(topic));
    for (let n = 0; n < 20; n += 1) await forgot(`nobody${n}@example.com`);
    stop();
    const { rows } = await app.context.pool.query<{ ms: number }>(
      `DELETE FROM outbox WHERE topic = 'password_reset' RETURNING extract(epoch FROM not_before - created_at)::float8 * 1000 AS ms`,
    );
    const waits = rows.map(({ ms }) => Math.round(ms));
    expect(waits).toHaveLength(20);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...waits)).toBeLessThan(2000);
    expect(new Set(waits).size).toBeGreaterThan(10);
    expect(told).toEqual([]);
  });

  // proves 7: POST member/forgotPassword
  it('answers alike for unknown addresses and sends them nothing', async () => {
    const person = await register(app);
    const known = await forgot(person.email);
    const unknown = await forgot('nobody@example.com');
    expect(unknown.text.replace('nobody@example.com', '')).toBe(known.text.replace(person.email, ''));
    expect(await linksFor('nobody@example.com')).toEqual([]);
  });

  it('sends a mailbox one link a minute, five an hour and twenty a day at most, and says nothing about it', async () => {
    const person = await register(app);
    for (let hour = 0; hour < 5; hour += 1) {
      for (let request = 0; request < 7; request += 1) {
        const line = `203.0.${hour}.${request}`;
        await forgotFrom(line, person.email);
        await forgotFrom(line, person.email);
        app.clock.advance(60_000);
      }
      expect(await linksFor(person.email)).toHaveLength(Math.min(5 * (hour + 1), 20));
      app.clock.advance(3_600_000 - 7 * 60_000);
    }
  });

  it('keeps nearly half of that for those who ask seldom: one line closes it to nobody', async () => {
    const person = await register(app);
    const got = async () => (await linksFor(person.email)).length;
    // A site has as many lines as it likes, and is one.
    const crowd = (n: number): string => `2001:db8:66:${n.toString(16)}::1`;
    for (let request = 0; request < 12; request += 1) {
      await forgotFrom(crowd(request), person.email);
      app.clock.advance(60_000);
    }
    expect(await got()).toBe(3);
    await forgotFrom('198.51.100.1', person.email);
    expect(await got()).toBe(4);
    for (let hour = 0; hour < 22; hour += 1) {
      app.clock.advance(3_600_000);
      for (let request = 0; request < 4; request += 1) {
        await forgotFrom(crowd(request), person.email);
        app.clock.advance(60_000 / 4);
      }
    }
    expect(await got()).toBe(10);
    await forgotFrom('198.51.100.2', person.email);
    expect(await got()).toBe(11);
  });

  it('sends a device that the account was signed in on links of its own, five an hour, whoever has used up the others', async () => {
    const person = await register(app);
    const { cookies } = await call(
      app,
      'POST',
      'member/login',
      { member_email: person.email, member_password: person.password },
      { 'x-session-transport': 'cookie' },
    );
    const device = `device=${cookies.find(({ name }) => name === 'device')!.value}`;
    for (let line = 0; line < 7; line += 1) {
      app.clock.advance(60_000);
      await forgotFrom(`203.0.113.${line}`, person.email);
    }
    expect(await linksFor(person.email)).toHaveLength(5);
    for (let request = 0; request < 7; request += 1) await forgot(person.email, { cookie: device });
    expect(await linksFor(person.email)).toHaveLength(10);
    // Nobody else's, and of no other account.
    await forgot(person.email, { cookie: device.replace(/=..../, '=AAAA') });
    expect(await linksFor(person.email)).toHaveLength(10);
    const other = await register(app);
    for (let request = 0; request < 7; request += 1) await forgot(other.email, { cookie: device });
    expect(await linksFor(other.email)).toHaveLength(1);
  });

  // proves 5: reset: password and PIN match their confirmation
  // proves 8: err_password_mismatch, err_pin_mismatch
  it('refuses passwords and PINs that differ from their confirmation or break the rules', async () => {
    expect((await reset('unknown-link')).body.err_code).toBe('err_link_invalid');
    expect((await reset('unknown-link', { ...NEW, confirm_pin: '975311' })).body.err_fields).toEqual({
      confirm_pin: 'err_pin_mismatch',
    });
    expect((await reset('unknown-link', { ...NEW, confirm_password: 'Evening!2028' })).body.err_fields).toEqual({
      confirm_password: 'err_password_mismatch',
    });
    expect(
      (await reset('unknown-link', { ...NEW, member_password: 'weak', confirm_password: 'weak' })).body.err_fields,
    ).toMatchObject({
      member_password: 'err_password_rule',
    });
  });

  it('lifts the locks of guessed passwords and PINs, because both are new', async () => {
    const person = await register(app);
    await patiently(app, 11, () => signIn(app, { ...person, password: 'Wrong#Pass1' }).catch(() => undefined));
    await expect(signIn(app, person)).rejects.toThrow('err_login_locked');
    await forgot(person.email);
    await reset((await linksFor(person.email)).at(-1)!);
    await signIn(app, { email: person.email, password: NEW.member_password });
  });
});
