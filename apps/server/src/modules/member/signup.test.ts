import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../db/pool.ts';
import { testApp, type TestApp } from '../../../test/app.ts';
import { hashInFull } from '../../../test/factor/light-hashes.ts';
import { call, codeFor, formOf, mailsOf, register, signIn } from '../../../test/people.ts';
import { takeCodeShare } from '../attempt/attempt.step.ts';
import { mobileOf } from './signup.command.ts';

hashInFull();

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const requestCode = (email: string, more: object = {}) =>
  call(app, 'POST', 'member/signup/request/code', { member_username: 'Aisyah Tan', member_email: email, ...more });
const signUp = (form: object, key: string = randomUUID()) =>
  call(app, 'POST', 'member/signup', form, { 'idempotency-key': key });
const withoutId = (text: string) => text.replace(/"request_id":"[^"]*"/, '');
const wrongOf = (code: string) => (code === '999999' ? '999998' : '999999');

describe('signing up', () => {
  // proves 7: POST member/signup
  it('registers a member with sponsor, username and eleven empty wallets by the code of the mail', async () => {
    expect((await requestCode('aisyah@example.com', { language: 'my' })).body.result).toEqual({});
    const mail = (await mailsOf(app)).find(({ to }) => to?.[0]?.address === 'aisyah@example.com');
    expect(mail?.subject).toBe('Kod pengesahan MinerX anda');
    const form = await formOf(app, 'aisyah@example.com', {
      verify_code: await codeFor(app, 'aisyah@example.com'),
      language: 'my',
    });
    expect((await signUp(form)).text).toBe('{"result":{}}');
    const { rows } = await app.context.pool.query(
      `SELECT m.username, m.mobile, m.language, s.username AS sponsor, m.referral_code AS code, m.password_hash AS hash,
              (SELECT array_agg(balance::text) FROM account WHERE id / 16 = m.id) AS balances
         FROM member m JOIN member s ON s.id = m.sponsor_id WHERE m.email_key = 'aisyah@example.com'`,
    );
    expect(rows[0]).toMatchObject({
      username: 'aisyahtan',
      mobile: '+60123456789',
      language: 'my',
      sponsor: 'root',
      balances: Array(11).fill('0'),
    });
    expect(rows[0].code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(rows[0].hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await signIn(app, { email: 'aisyah@example.com', password: form.member_password });
  });

  it('gives namesakes different usernames and takes a member as sponsor', async () => {
    const first = await register(app, { fullName: 'Nguyễn Văn Đạt' });
    const { rows } = await app.context.pool.query<{ code: string }>(
      'SELECT referral_code AS code FROM member WHERE id = $1',
      [first.memberId],
    );
    await requestCode('dat2@example.com');
    const verify_code = await codeFor(app, 'dat2@example.com');
    const form = await formOf(app, 'dat2@example.com', {
      verify_code,
      member_detail_fullname: 'Nguyen Van Dat',
      referral_code: rows[0]!.code.toLowerCase(),
    });
    expect((await signUp(form)).status).toBe(200);
    const names = await app.context.pool.query(
      `SELECT username, sponsor_id FROM member WHERE username LIKE 'nguyenvandat%' ORDER BY id`,
    );
    expect(names.rows.map(({ username }) => username)).toEqual(['nguyenvandat', 'nguyenvandat1']);
    expect(names.rows[1].sponsor_id).toBe(first.memberId);
  });

  it('counts a mailbox once, whatever stands after a plus, and other mailboxes on their own', async () => {
    const ask = async (member_email: string) =>
      (await call(app, 'POST', 'member/signup/request/code', { member_username: 'Some Body', member_email })).body;
    expect(await ask('flooded@example.org')).toEqual({ result: {} });
    for (let n = 0; n < 20; n += 1) expect((await ask(`flooded+${n}@example.org`)).err_code).toBe('err_code_wait');
    expect(await ask('flooded2@example.org')).toEqual({ result: {} });
    const mails = (await mailsOf(app)).filter(({ to }) => to?.[0]?.address?.startsWith('flooded'));
    expect(mails).toHaveLength(2);
  });

  it('has an end for a domain, and for all of them together', async () => {
    const { pool } = app.context;
    const ask = async (member_email: string) =>
      (await call(app, 'POST', 'member/signup/request/code', { member_username: 'Some Body', member_email })).body;
    const fill = (domain: string, count: number) =>
      pool.query(
        `INSERT INTO email_code (email_key, purpose, code_hash, created_at, expires_at)
         SELECT 'n' || n || '@' || $1, 'signup', '', $2, $2 FROM generate_series(1, $3::integer) n`,
        [domain, new Date(app.clock.now()), count],
      );
    await fill('many.example', 1000);
    expect((await ask('one@many.example')).err_code).toBe('err_code_wait');
    expect(await ask('one@other.example')).toEqual({ result: {} });
    for (let n = 0; n < 2; n += 1) await fill(`many${n}.example`, 999);
    expect((await ask('two@other.example')).err_code).toBe('err_code_wait');
    app.clock.advance(3_600_000);
    expect(await ask('two@other.example')).toEqual({ result: {} });

    // What strangers have used up is not what members' own mails come out of.
    const person = await register(app);
    for (let n = 0; n < 3; n += 1) await fill(`full${n}.example`, 1000);
    await fill('example.com', 1000);
    expect((await ask('three@other.example')).err_code).toBe('err_code_wait');
    await call(app, 'POST', 'member/forgotPassword', { member_email: person.email });
    const mails = (await mailsOf(app)).filter(({ to }) => to?.[0]?.address === person.email);
    expect(mails.at(-1)?.text).toContain('/resetPassword/');
    app.clock.advance(3_600_000);
  });

  it('keeps half of that for visitors who asked for few: those who ask for many use up their own half', async () => {
    const { pool, expiryClock } = app.context;
    const ask = async (remoteAddress: string, member_email: string): Promise<string> => {
      const payload = { member_username: 'Some Body', member_email };
      const url = '/api/member/signup/request/code';
      const answer = await app.http.inject({ method: 'POST', url, payload, remoteAddress });
      return answer.json<{ err_code?: string }>().err_code ?? 'sent';
    };
    await pool.query(
      `INSERT INTO email_code (email_key, purpose, code_hash, created_at, expires_at)
       SELECT 'n' || n || '@half.example', 'signup', '', $1, $1 FROM generate_series(1, 500) n`,
      [new Date(expiryClock.now())],
    );
    for (let n = 0; n < 10; n += 1) expect(await ask('203.0.113.1', `n${n}@else.example`)).toBe('sent');
    expect(await ask('203.0.113.1', 'many@half.example')).toBe('err_code_wait');
    expect(await ask('203.0.113.1', 'many@else.example')).toBe('sent');
    expect(await ask('203.0.113.2', 'few@half.example')).toBe('sent');
    // A site has as many lines as it likes, and one share.
    expect(await ask('2001:db8:1::1', 'first@half.example')).toBe('sent');
    for (let n = 0; n < 99; n += 1) await takeCodeShare(app.context, `2001:db8:1:${n}::1`, expiryClock.now());
    expect(await ask('2001:db8:1:abc::1', 'site@half.example')).toBe('err_code_wait');
    app.clock.advance(3_600_000);
    expect(await ask('203.0.113.1', 'later@half.example')).toBe('sent');
  });

  // proves 7: POST member/signup/request/code
  // proves 9: resend after 59 s: the server
  // proves 8: err_code_wait
  it('makes a member wait 59 seconds for the next code, and longer after five in an hour', async () => {
    await requestCode('wait@example.com');
    const early = await requestCode('wait@example.com');
    expect([early.status, early.body.err_code, early.headers['retry-after']]).toEqual([429, 'err_code_wait', '59']);
    app.clock.advance(58_000);
    expect((await requestCode('WAIT@example.com')).headers['retry-after']).toBe('1');
    for (let more = 0; more < 4; more += 1) {
      app.clock.advance(59_000);
      expect((await requestCode('wait@example.com')).status).toBe(200);
    }
    app.clock.advance(59_000);
    expect((await requestCode('wait@example.com')).status).toBe(429);
    const mails = (await mailsOf(app)).filter(({ to }) => to?.[0]?.address?.toLowerCase() === 'wait@example.com');
    expect(mails.length).toBeLessThanOrEqual(5);
  });

  // proves 4: one code request in flight (sign-up)
  it('makes one code of fifty requests sent at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => requestCode('many@example.com')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  // proves 8: err_code_wrong
  it('accepts only the newest code, five tries, ten minutes, once', async () => {
    const email = 'tries@example.com';
    await requestCode(email);
    const old = await codeFor(app, email);
    app.clock.advance(59_000);
    await requestCode(email);
    const code = await codeFor(app, email);
    const form = await formOf(app, email);
    if (old !== code) expect((await signUp({ ...form, verify_code: old })).body.err_code).toBe('err_code_wrong');
    for (let wrong = 0; wrong < 4; wrong += 1)
      expect((await signUp({ ...form, verify_code: wrongOf(code) })).status).toBe(422);
    const sixth = await signUp({ ...form, verify_code: code });
    expect([sixth.status, sixth.body.err_code, sixth.body.err_fields]).toEqual([
      422,
      'err_code_wrong',
      { verify_code: 'err_code_wrong' },
    ]);

    app.clock.advance(59_000);
    await requestCode(email);
    const late = await codeFor(app, email);
    app.clock.advance(10 * 60_000);
    expect((await signUp({ ...form, verify_code: late })).body.err_code).toBe('err_code_wrong');
  });

  it('succeeds again for a lost answer, without a second member, and refuses another form under the same key', async () => {
    const email = 'retry@example.com';
    await requestCode(email);
    const form = await formOf(app, email, { verify_code: await codeFor(app, email) });
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 4 }, () => signUp(form, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await signUp(form, key)).text).toBe('{"result":{}}');
    expect((await signUp({ ...form, member_security_pin: '135791' }, key)).body.err_code).toBe(
      'err_idempotency_mismatch',
    );
    expect((await signUp(form)).body.err_code).toBe('err_code_wrong');
    const { rows } = await app.context.pool.query('SELECT count(*)::int AS count FROM member WHERE email_key = $1', [
      email,
    ]);
    expect(rows[0].count).toBe(1);
  });

  it('answers alike for an address with an account, and tells only the mailbox', async () => {
    const { email } = await register(app);
    app.clock.advance(60_000);
    const known = await requestCode(email);
    const unknown = await requestCode('stranger@example.com');
    expect(known.text).toBe(unknown.text);
    expect(withoutId((await requestCode(email)).text)).toBe(
      withoutId((await requestCode('stranger@example.com')).text),
    );
    const last = (await mailsOf(app)).filter(({ to }) => to?.[0]?.address === email).at(-1);
    expect(last?.subject).toBe('You already have a MinerX account');
    expect(last?.text).not.toMatch(/^\d{6}$/m);
    const [one, other] = await Promise.all(
      [email, 'stranger@example.com'].map(async (address) =>
        signUp(await formOf(app, address, { verify_code: '123456' })),
      ),
    );
    expect(withoutId(one!.text)).toBe(withoutId(other!.text));
  });

  // proves 8: err_mobile, err_country, err_referral_code
  it('refuses details that do not exist, before a try of the code is used', async () => {
    const email = 'details@example.com';
    await requestCode(email);
    const code = await codeFor(app, email);
    const form = await formOf(app, email, { verify_code: code });
    const refusals = [
      [{ country: 998 }, 'country', 'err_country'],
      [{ member_detail_mobile: '12345' }, 'member_detail_mobile', 'err_mobile'],
      [{ referral_code: 'ZZZZZZZZ' }, 'referral_code', 'err_referral_code'],
    ] as const;
    for (let round = 0; round < 3; round += 1) {
      for (const [change, field, refusal] of refusals) {
        const answer = await signUp({ ...form, ...change });
        expect([answer.body.err_code, answer.body.err_fields]).toEqual([refusal, { [field]: refusal }]);
      }
    }
    expect((await signUp(form)).status).toBe(200);
  });

  // proves 8: err_account_exists
  it('is refused when the address became an account between the code and the form', async () => {
    await requestCode('meanwhile@example.com');
    const form = await formOf(app, 'meanwhile@example.com', {
      verify_code: await codeFor(app, 'meanwhile@example.com'),
    });
    const other = await register(app);
    const owner = createPool(app.database.ownerUrl, { max: 1 });
    // Without the checks of the database: by the product it would take two mailboxes.
    await owner.query('SET session_replication_role = replica');
    await owner.query(`UPDATE member SET email_key = 'meanwhile@example.com' WHERE id = $1`, [other.memberId]);
    await owner.end();
    const answer = await signUp(form);
    expect([answer.status, answer.body.err_code]).toEqual([422, 'err_account_exists']);
  });

  // proves 5: signup: every field and the terms
  // proves 8: err_terms
  it('asks for every field, and for the terms', async () => {
    const answer = await signUp({});
    expect(answer.body.err_code).toBe('err_validation');
    expect(Object.keys(answer.body.err_fields ?? {}).sort()).toEqual([
      'country',
      'member_detail_fullname',
      'member_detail_mobile',
      'member_email',
      'member_password',
      'member_security_pin',
      'referral_code',
      'tnc',
      'verify_code',
    ]);
    const form = await formOf(app, 'terms@example.com', { tnc: false });
    expect((await signUp(form)).body.err_fields).toEqual({ tnc: 'err_terms' });
  });
});

describe('a mobile number', () => {
  it('becomes E.164 with or without the leading zero, and belongs to the chosen country', () => {
    expect(mobileOf('123456789', 'MY')).toBe('+60123456789');
    expect(mobileOf('0123456789', 'MY')).toBe('+60123456789');
    expect(mobileOf('+60123456789', 'MY')).toBe('+60123456789');
    expect(mobileOf('+4915123456789', 'MY')).toBeNull();
    expect(mobileOf('2025550123', 'US')).toBe('+12025550123');
    expect(mobileOf('4165550123', 'US')).toBe('+14165550123');
    expect(mobileOf('123', 'MY')).toBe(null);
    expect(mobileOf('999999999999999', 'MY')).toBe(null);
    expect(mobileOf('12345', 'US')).toBe(null);
  });
});
