import { HOUR_MS } from '@minerx/rules/duration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { runShell } from '../../../test/operator/shell.ts';
import { bearer, call, codeFor, mailsOf, type Person, signIn, somebody, told } from '../../../test/people.ts';
import { enrol, enrolled, postWith, signInWith } from '../../../test/factor/second-factors.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const typed = ({ email, password }: Person) => ({ member_email: email, member_password: password });
const askCode = (who: Person) => call(app, 'POST', 'member/factor/lost/request/code', typed(who));
const remove = (who: Person, verify_code: string) =>
  call(app, 'POST', 'member/factor/lost', { ...typed(who), verify_code, member_security_pin: who.pin });
const lastMailTo = async ({ email }: Person) =>
  (await mailsOf(app)).findLast(({ to }) => to?.some(({ address }) => address === email));

describe('a lost second factor', () => {
  // proves 7: POST member/factor/lost/request/code, POST member/factor/lost
  it('is taken away with password, mailed code and PIN; sessions end, and nothing leaves for 48 hours', async () => {
    const { who } = await enrolled(app);
    expect(told(await askCode({ ...who, password: 'Wrong#Pass1' }))).toBe('401 err_login');
    expect(told(await askCode({ ...who, email: 'nobody@example.com' }))).toBe('401 err_login');
    expect(told(await askCode(who))).toBe('200');
    const code = await codeFor(app, who.email);
    expect(told(await remove({ ...who, pin: '000000' }, code))).toBe('422 err_pin_wrong');
    expect(told(await remove({ ...who, password: 'Wrong#Pass1' }, code))).toBe('401 err_login');
    expect(told(await remove(who, code === '000001' ? '000002' : '000001'))).toBe('422 err_code_wrong');
    const both = await Promise.all([remove(who, code), remove(who, code)]);
    expect(both.map(told).filter((each) => each === '200')).toHaveLength(1);
    const until = app.clock.now() + 48 * HOUR_MS;
    expect((await call(app, 'GET', 'member/profile', undefined, bearer(who.token))).status).toBe(401);

    const again = { ...who, token: (await signIn(app, who)).accessToken };
    const held = {
      status: 422,
      body: { err_code: 'err_recent_reset', err_details: { until: new Date(until).toISOString() } },
    };
    const saveBtapay = (token: string) =>
      postWith(app, token, 'member/btapay/modify', { btapay_id: 'thief@pay', member_security_pin: who.pin });
    expect(await saveBtapay(again.token)).toMatchObject(held);
    // Nobody locks the owner out meanwhile with an app of his own.
    expect(await call(app, 'POST', 'member/factor/begin', {}, bearer(again.token))).toMatchObject(held);
    expect(await runShell(app.context, ['member', 'show', '--email', who.email])).toMatch(
      /a lost second factor was taken away .* NOTHING LEAVES before/,
    );
    app.clock.advance(48 * HOUR_MS);
    const settled = await signIn(app, who);
    expect((await saveBtapay(settled.accessToken)).status).toBe(200);
    await enrol(app, who, settled.accessToken);
    expect(told(await signInWith(app, who))).toBe('403 err_second_factor');
  });

  it('is told by a mail that freezes the account', async () => {
    const { who } = await enrolled(app);
    await askCode(who);
    expect(told(await remove(who, await codeFor(app, who.email)))).toBe('200');
    const mail = await lastMailTo(who);
    expect(mail?.subject).toMatch(/Second factor .* removed/);
    const id = /\/freezeAccount\/(\S+)/.exec(mail?.text ?? '')?.[1];
    expect(told(await call(app, 'POST', 'member/freeze', { id }))).toBe('200');
    expect(told(await signInWith(app, who))).toBe('403 err_account_frozen');
  });

  it('is not taken away by whoever reads the mailbox and has just set password and PIN', async () => {
    const { who } = await enrolled(app);
    await call(app, 'POST', 'member/forgotPassword', { member_email: who.email });
    const id = /\/resetPassword\/(\S+)/.exec((await lastMailTo(who))?.text ?? '')![1]!;
    const thief = { ...who, password: 'Evening!2027', pin: '975310' };
    const form = {
      id,
      member_password: thief.password,
      confirm_password: thief.password,
      member_security_pin: thief.pin,
      confirm_pin: thief.pin,
    };
    expect(told(await call(app, 'POST', 'member/resetPassword', form))).toBe('200');
    expect(told(await signInWith(app, thief))).toBe('403 err_second_factor');
    expect(told(await askCode(thief))).toBe('422 err_recent_reset');
  });

  it('is none where there never was one', async () => {
    const who = await somebody(app);
    expect(told(await askCode(who))).toBe('409 err_factor_off');
    expect(told(await remove(who, '000000'))).toBe('409 err_factor_off');
  });
});
