import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import {
  bearer,
  call,
  mailsOf,
  PASSWORD,
  patiently,
  type Person,
  PIN,
  register,
  signIn,
} from '../../../../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const NEW_PASSWORD = 'Evening#2027';
const NEW_PIN = '135790';

const changePassword = (token: string, old: string, next = NEW_PASSWORD, confirm = next) =>
  call(
    app,
    'POST',
    'member/password/modify',
    { old_password: old, member_password: next, confirm_password: confirm },
    bearer(token),
  );
const changePin = (token: string, old: string, next = NEW_PIN, confirm = next) =>
  call(
    app,
    'POST',
    'member/security/modify',
    { old_security_pin: old, member_security_pin: next, confirm_security_pin: confirm },
    bearer(token),
  );
const works = async (token: string) => (await call(app, 'GET', 'member/profile', undefined, bearer(token))).status;
const lastMailTo = async (email: string) =>
  (await mailsOf(app)).findLast(({ to }) => to?.some(({ address }) => address === email));
const sessionIdOf = (token: string): string =>
  app.context.sessions.verify(token)?.sessionId ?? expect.unreachable('the token is good');
const person = async () => {
  const made = await register(app);
  const [here, there] = [await signIn(app, made, 'here'), await signIn(app, made, 'there')];
  return { ...made, here: here.accessToken, there: there.accessToken, thereRefresh: there.refreshToken };
};
const canSignIn = (who: Person, password: string) =>
  call(app, 'POST', 'member/login', { member_email: who.email, member_password: password });

describe('changing the password', () => {
  // proves 7: POST member/password/modify
  it('needs the old one, keeps this session, ends every other, and tells by mail', async () => {
    const who = await person();
    expect((await changePassword(who.here, PASSWORD)).body).toEqual({ result: {} });
    expect([await works(who.here), await works(who.there)]).toEqual([200, 401]);
    expect((await call(app, 'POST', 'member/refresh', { refreshToken: who.thereRefresh })).body.err_code).toBe(
      'err_session_ended',
    );
    expect([(await canSignIn(who, PASSWORD)).status, (await canSignIn(who, NEW_PASSWORD)).status]).toEqual([401, 200]);
    const mail = (await mailsOf(app)).findLast(
      ({ to, subject }) => to?.[0]?.address === who.email && subject?.includes('password was changed'),
    );
    expect(mail?.text).toContain('All other devices were signed out.');
    expect(mail?.text).not.toContain('PIN');
  });

  // proves 8: err_old_password
  it('refuses a wrong old one and counts it for this session: ten wrong, then no new one, and sign-in stays open', async () => {
    const who = await person();
    for (const { status, body } of await patiently(app, 10, () => changePassword(who.here, 'Wrong#Pass1')))
      expect([status, body.err_code, body.err_fields]).toEqual([
        422,
        'err_old_password',
        { old_password: 'err_old_password' },
      ]);
    const locked = await changePassword(who.here, PASSWORD);
    expect([locked.status, locked.body.err_code, locked.headers['retry-after']]).toEqual([
      429,
      'err_login_locked',
      '900',
    ]);
    expect((await canSignIn(who, PASSWORD)).status).toBe(200);
    expect((await changePassword(who.there, PASSWORD)).status).toBe(200);
  });

  it('of two changes at once one wins, and the other has the wrong old password', async () => {
    const who = await person();
    const answers = await Promise.all([
      changePassword(who.here, PASSWORD, 'Evening#2027'),
      changePassword(who.here, PASSWORD, 'Morning#2027'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  // proves 8: err_unchanged
  it('refuses a new one that is the old one', async () => {
    const who = await person();
    const same = await changePassword(who.here, PASSWORD, PASSWORD);
    expect([same.status, same.body.err_fields]).toEqual([400, { member_password: 'err_unchanged' }]);
    const samePin = await changePin(who.here, PIN, PIN);
    expect([samePin.status, samePin.body.err_fields]).toEqual([400, { member_security_pin: 'err_unchanged' }]);
  });

  // proves 5: password change: old one, rule, confirmation
  // proves 8: err_required
  it('judges the new one by the rule and its confirmation', async () => {
    const who = await person();
    expect((await changePassword(who.here, PASSWORD, 'short')).body.err_fields).toEqual({
      member_password: 'err_password_rule',
    });
    expect((await changePassword(who.here, PASSWORD, NEW_PASSWORD, 'Other#2027')).body.err_fields).toEqual({
      confirm_password: 'err_password_mismatch',
    });
    expect((await changePassword(who.here, '')).body.err_fields).toEqual({ old_password: 'err_required' });
    expect((await changePassword('nobody', PASSWORD)).status).toBe(401);
  });

  it('makes a reset link that is on its way worthless', async () => {
    const who = await person();
    await call(app, 'POST', 'member/forgotPassword', { member_email: who.email });
    const link = (await lastMailTo(who.email))?.text?.match(/resetPassword\/(\S+)/)?.[1] ?? '';
    await changePassword(who.here, PASSWORD);
    const form = { member_password: PASSWORD, confirm_password: PASSWORD, member_security_pin: PIN, confirm_pin: PIN };
    expect((await call(app, 'POST', 'member/resetPassword', { id: link, ...form })).body.err_code).toBe(
      'err_link_invalid',
    );
  });
});

describe('changing the security PIN', () => {
  // proves 7: POST member/security/modify
  it('needs the old one, forgets it where it was remembered, ends other sessions, and tells by mail', async () => {
    const who = await person();
    const member = { memberId: who.memberId, sessionId: sessionIdOf(who.here) };
    await app.context.pins.require(member, PIN);
    expect((await changePin(who.here, PIN)).body).toEqual({ result: {} });
    await expect(app.context.pins.require(member, PIN)).rejects.toThrow(
      expect.objectContaining({ code: 'err_pin_wrong' }),
    );
    await app.context.pins.require(member, NEW_PIN);
    expect([await works(who.here), await works(who.there)]).toEqual([200, 401]);
    const mail = await lastMailTo(who.email);
    expect(mail?.subject).toBe('Your MinerX security PIN was changed');
  });

  // proves 8: err_old_pin
  it('refuses a wrong old one and counts it with all wrong PINs', async () => {
    const who = await person();
    const member = { memberId: who.memberId, sessionId: sessionIdOf(who.here) };
    await app.context.pins.require(member, PIN);
    for (let wrong = 0; wrong < 5; wrong += 1) {
      const { status, body } = await changePin(who.here, '000000');
      expect([status, body.err_code, body.err_fields]).toEqual([
        422,
        'err_old_pin',
        { old_security_pin: 'err_old_pin' },
      ]);
    }
    expect((await changePin(who.here, PIN)).body.err_code).toBe('err_pin_locked');
    await expect(app.context.pins.require(member, PIN)).rejects.toThrow(
      expect.objectContaining({ code: 'err_pin_locked' }),
    );
  });

  // proves 5: PIN change: old one, six digits twice
  it('takes six digits, twice the same', async () => {
    const who = await person();
    expect((await changePin(who.here, PIN, '12345')).body.err_fields?.member_security_pin).toBe('err_pin_rule');
    expect((await changePin(who.here, PIN, NEW_PIN, '000000')).body.err_fields).toEqual({
      confirm_security_pin: 'err_pin_mismatch',
    });
  });
});
