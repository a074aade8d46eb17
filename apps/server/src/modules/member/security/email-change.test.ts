import { HOUR_MS } from '@minerx/rules/duration';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { expectCoherentLedger } from '../../../../test/coherent-ledger.ts';
import { enrolled, signInWith } from '../../../../test/factor/second-factors.ts';
import { createPool } from '../../../db/pool.ts';
import { runShell } from '../../../../test/operator/shell.ts';
import { bearer, call, codeFor, mailsOf, signIn, somebody, told, type Somebody } from '../../../../test/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(async () => {
  await expectCoherentLedger(app.context.pool);
  await app.close();
});

let addresses = 0;
const freshAddress = (): string => `moved${(addresses += 1)}@example.org`;
const WRONG = { verify_code: '000001', new_verify_code: '000001' };

const ask = (who: Somebody, member_email: string, pin = who.pin) =>
  call(app, 'POST', 'member/email/request/code', { member_email, member_security_pin: pin }, bearer(who.token));
const modify = (
  who: Somebody,
  member_email: string,
  codes: typeof WRONG,
  key: string = randomUUID(),
  factor?: string,
) =>
  call(
    app,
    'POST',
    'member/email/modify',
    { member_email, ...codes, member_security_pin: who.pin },
    { ...bearer(who.token), 'idempotency-key': key, ...(factor !== undefined && { 'x-second-factor': factor }) },
  );
const codesFor = async (who: Somebody, address: string) => ({
  verify_code: await codeFor(app, who.email),
  new_verify_code: await codeFor(app, address),
});
/** Both codes, asked for as the screen does. */
const asked = async (who: Somebody, address: string) => {
  expect(told(await ask(who, address))).toBe('200');
  return codesFor(who, address);
};
const mailsTo = async (email: string) =>
  (await mailsOf(app)).filter(({ to }) => to?.some(({ address }) => address === email));
const addressOf = async ({ memberId }: Somebody): Promise<string> =>
  (await app.context.pool.query<{ email: string }>('SELECT email FROM member WHERE id = $1', [memberId])).rows[0]!
    .email;
const works = async (token: string) => (await call(app, 'GET', 'member/profile', undefined, bearer(token))).status;

describe('another email address', () => {
  // proves 7: POST member/email/request/code, POST member/email/modify
  it('takes PIN and the codes of both mailboxes; other sessions end, nothing leaves for 48 hours, both addresses are told', async () => {
    const who = await somebody(app);
    const there = (await signIn(app, who, 'there')).accessToken;
    const next = freshAddress();
    expect(told(await ask(who, next, '000000'))).toBe('422 err_pin_wrong');
    const codes = await asked(who, next);
    expect((await mailsTo(who.email)).at(-1)?.text).toMatch(new RegExp(`${next}[^]*freezeAccount/`));
    expect((await mailsTo(next)).at(-1)?.text).not.toContain('Tan');
    const wrong = codes.verify_code === '000001' ? '000002' : '000001';
    const refused = await modify(who, next, { ...codes, verify_code: wrong });
    expect([told(refused), refused.body.err_fields]).toEqual(['422 err_code_wrong', { verify_code: 'err_code_wrong' }]);
    const newWrong = codes.new_verify_code === '000001' ? '000002' : '000001';
    const refusedToo = await modify(who, next, { ...codes, new_verify_code: newWrong });
    expect(refusedToo.body.err_fields).toEqual({ new_verify_code: 'err_code_wrong' });

    const until = app.clock.now() + 48 * HOUR_MS;
    expect(told(await modify(who, next, codes))).toBe('200');
    expect([await works(who.token), await works(there)]).toEqual([200, 401]);
    expect(told(await signInWith(app, who))).toBe('401 err_login');
    expect(told(await signInWith(app, { ...who, email: next }))).toBe('200');
    for (const address of [who.email, next]) {
      const mail = (await mailsTo(address)).find(({ subject }) => subject?.startsWith('Email address of your'));
      expect(mail?.text).toMatch(
        new RegExp(`was changed to ${next}[^]*other devices were signed out[^]*freezeAccount/`),
      );
    }
    const held = await call(
      app,
      'POST',
      'member/btapay/modify',
      { btapay_id: 'thief@pay', member_security_pin: who.pin },
      bearer(who.token),
    );
    expect(held).toMatchObject({ body: { err_details: { until: new Date(until).toISOString() } } });
    // Nor does it move on while something is held.
    expect(told(await ask(who, freshAddress()))).toBe('422 err_recent_reset');
    expect(await runShell(app.context, ['member', 'show', '--email', next])).toMatch(
      /the email address was changed .* NOTHING LEAVES before/,
    );
    const { rows } = await app.context.pool.query<{ detail: object }>(
      `SELECT detail FROM audit WHERE action = 'member.email' AND subject = $1`,
      [`member:${who.memberId}`],
    );
    expect(rows).toEqual([{ detail: { before: 'p•••@example.com', after: 'm•••@example.org' } }]);
  });

  it('is undone by nobody who reads the old mailbox: links and codes sent there before are worth nothing', async () => {
    const who = await somebody(app);
    const next = freshAddress();
    await call(app, 'POST', 'member/forgotPassword', { member_email: who.email });
    const link = /\/resetPassword\/(\S+)/.exec((await mailsTo(who.email)).at(-1)?.text ?? '')![1];
    expect(told(await modify(who, next, await asked(who, next)))).toBe('200');
    expect((await call(app, 'POST', 'member/resetPassword/check', { id: link })).body.result).toEqual({ good: false });
    await call(app, 'POST', 'member/forgotPassword', { member_email: who.email });
    expect((await mailsTo(who.email)).at(-1)?.subject).toContain('Email address of your');
  });

  it('is stopped from the old mailbox, which can freeze the account', async () => {
    const who = await somebody(app);
    const next = freshAddress();
    const codes = await asked(who, next);
    const id = /\/freezeAccount\/(\S+)/.exec((await mailsTo(who.email)).at(-1)?.text ?? '')![1];
    expect(told(await call(app, 'POST', 'member/freeze', { id }))).toBe('200');
    expect(told(await modify(who, next, codes))).toBe('401 err_unauthorised');
    expect(await addressOf(who)).toBe(who.email);
  });

  it('codes are good for these two addresses alone', async () => {
    const [who, other] = [await somebody(app), await somebody(app)];
    const [next, another] = [freshAddress(), freshAddress()];
    const codes = await asked(who, next);
    expect(told(await modify(who, another, codes))).toBe('422 err_code_wrong');
    expect(told(await modify(other, next, codes))).toBe('422 err_code_wrong');
    // A code that was read off for one address does not let another one in, whose own code is there.
    app.clock.advance(60_000);
    const { verify_code, new_verify_code } = await asked(who, another);
    const swapped = await modify(who, next, { ...codes, verify_code });
    expect(swapped.body.err_fields).toEqual({ verify_code: 'err_code_wrong' });
    expect(told(await modify(who, another, { verify_code, new_verify_code }))).toBe('200');
  });

  it('that has an account answers as any other, and its owner alone is told', async () => {
    const [who, owner] = [await somebody(app), await somebody(app)];
    const answers = [await ask(who, owner.email.toUpperCase())];
    app.clock.advance(60_000);
    answers.push(await ask(who, freshAddress()));
    expect(answers[0]).toMatchObject({ status: 200, text: answers[1]!.text });
    const mail = (await mailsTo(owner.email)).at(-1);
    expect([mail?.subject, /\d{6}/.exec(mail?.text ?? '')]).toEqual(['Your email address at MinerX', null]);
    expect(told(await modify(who, owner.email, WRONG))).toBe('422 err_code_wrong');
  });

  it('is asked for once where two members want it, and is the first one’s', async () => {
    const [one, two] = [await somebody(app), await somebody(app)];
    const next = freshAddress();
    const codes = await asked(one, next);
    expect(told(await ask(two, next))).toBe('429 err_code_wait');
    app.clock.advance(60_000);
    const theirs = await asked(two, next);
    // Older codes are dead; whoever holds both mailboxes asks again.
    const both = await Promise.all([modify(one, next, codes), modify(two, next, theirs)]);
    expect(both.map(told).toSorted()).toEqual(['200', '422 err_code_wrong']);
    expect([await addressOf(one), await addressOf(two)]).toEqual([one.email, next]);
  });

  it('that somebody else got after the codes were sent is refused', async () => {
    const [who, other] = [await somebody(app), await somebody(app)];
    const next = freshAddress();
    const codes = await asked(who, next);
    const owner = createPool(app.database.ownerUrl, { max: 1 });
    // Without the checks of the database: by the product it would take both mailboxes.
    await owner.query('SET session_replication_role = replica');
    const set = (email: string) =>
      owner.query('UPDATE member SET email = $2, email_key = $2 WHERE id = $1', [other.memberId, email]);
    await set(next);
    expect(told(await modify(who, next, codes))).toBe('409 err_conflict');
    await set(other.email);
    await owner.end();
  });

  it('is one change for a double press and for an answer that got lost', async () => {
    const who = await somebody(app);
    const next = freshAddress();
    const codes = await asked(who, next);
    const key = randomUUID();
    const both = await Promise.all([modify(who, next, codes, key), modify(who, next, codes, key)]);
    expect([...both, await modify(who, next, codes, key)].map(told)).toEqual(['200', '200', '200']);
    const { rows } = await app.context.pool.query('SELECT FROM factor_change WHERE member_id = $1', [who.memberId]);
    expect(rows).toHaveLength(1);
    expect(told(await modify(who, freshAddress(), codes, key))).toBe('422 err_idempotency_mismatch');
  });

  it('asks for the second factor, and refuses the address that it is', async () => {
    const { who, phone } = await enrolled(app);
    expect((await ask(who, who.email)).body.err_fields).toEqual({ member_email: 'err_unchanged' });
    const next = freshAddress();
    const codes = await asked(who, next);
    expect(told(await modify(who, next, codes))).toBe('403 err_second_factor');
    expect(told(await modify(who, next, codes, randomUUID(), phone.next()))).toBe('200');
  });
});
