import { WALLET } from '@minerx/rules/wallet';
import { unitsOf } from '@minerx/rules/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { expectCoherentLedger } from '../../../../test/coherent-ledger.ts';
import {
  bearer,
  call,
  mailsOf,
  type Person,
  register,
  signIn,
  somebody,
  type Somebody,
  told,
} from '../../../../test/people.ts';
import { appOf, enrol, enrolled, postWith, signInWith } from '../../../../test/factor/second-factors.ts';
import { creditMember } from '../adjustment.command.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const subjectsTo = async ({ email }: Person): Promise<(string | undefined)[]> =>
  (await mailsOf(app)).filter(({ to }) => to?.some(({ address }) => address === email)).map(({ subject }) => subject);
const stateOf = async (who: Somebody) =>
  (await call(app, 'GET', 'member/factor', undefined, bearer(who.token))).body.result as unknown as {
    factor_since: string | null;
    factor_recovery_left: number;
  };
const begin = async (who: Somebody): Promise<Record<string, string>> =>
  (await call(app, 'POST', 'member/factor/begin', {}, bearer(who.token))).body.result as unknown as Record<
    string,
    string
  >;
const add = (who: Somebody, factor_draft: string, factor_code: string, pin = who.pin, shown?: string) =>
  postWith(app, who.token, 'member/factor/add', { factor_draft, factor_code, member_security_pin: pin }, shown);

describe('switching the second factor on', () => {
  // proves 7: GET member/factor, POST member/factor/begin, POST member/factor/add
  it('takes PIN and a code of the app, tells ten recovery codes once, ends other sessions and mails', async () => {
    const who = await somebody(app);
    const elsewhere = await signIn(app, who, 'elsewhere');
    expect(await stateOf(who)).toEqual({ factor_since: null, factor_recovery_left: 0 });
    const { factor_secret, factor_url, factor_draft } = await begin(who);
    expect(factor_url).toContain(`secret=${factor_secret}`);
    const code = appOf(app, factor_secret!);
    expect(told(await add(who, factor_draft!, code(), '000000'))).toBe('422 err_pin_wrong');
    expect((await add(who, factor_draft!, '000000')).body).toMatchObject({
      err_code: 'err_factor_wrong',
      err_fields: { factor_code: 'err_factor_wrong' },
    });
    const added = await add(who, factor_draft!, code());
    const { recovery_codes } = added.body.result as unknown as { recovery_codes: string[] };
    expect(new Set(recovery_codes).size).toBe(10);
    expect(await stateOf(who)).toEqual({
      factor_since: new Date(app.clock.now()).toISOString(),
      factor_recovery_left: 10,
    });
    expect((await call(app, 'GET', 'member/profile', undefined, bearer(elsewhere.accessToken))).status).toBe(401);
    expect((await subjectsTo(who)).at(-1)).toMatch(/second factor/i);
    const { rows } = await app.context.pool.query<{ kept: string }>(
      `SELECT encode(secret, 'escape') || (SELECT string_agg(encode(code_hash, 'escape'), '') FROM member_recovery_code WHERE member_id = $1) AS kept
         FROM member_factor WHERE member_id = $1`,
      [who.memberId],
    );
    for (const secret of [factor_secret!, ...recovery_codes]) expect(rows[0]!.kept).not.toContain(secret);
    // One at a time, however often it is begun.
    expect(told(await add(who, factor_draft!, code()))).toBe('403 err_second_factor');
    expect(told(await add(who, factor_draft!, code(), who.pin, recovery_codes[0]))).toBe('409 err_conflict');
    expect(told(await call(app, 'POST', 'member/factor/begin', {}, bearer(who.token)))).toBe('409 err_conflict');
  });

  it('takes no draft of somebody else, nor one that is over; of two at once one is switched on', async () => {
    const [who, other] = [await somebody(app), await somebody(app)];
    const { factor_secret, factor_draft } = await begin(who);
    const code = appOf(app, factor_secret!);
    expect(told(await add(other, factor_draft!, code()))).toBe('422 err_link_invalid');
    const both = await Promise.all([add(who, factor_draft!, code()), add(who, factor_draft!, code())]);
    // The other one is refused as a second one, or at the gate, which asks for the first.
    expect(both.map(told).sort()).toEqual([
      '200',
      expect.stringMatching(/^(?:409 err_conflict|403 err_second_factor)$/),
    ]);
    const late = await begin(other);
    app.clock.advance(16 * 60_000);
    const fresh = { ...other, token: (await signIn(app, other)).accessToken };
    expect(told(await add(fresh, late.factor_draft!, appOf(app, late.factor_secret!)()))).toBe('422 err_link_invalid');
  });
});

describe('signing in', () => {
  // proves 8: err_second_factor, err_factor_wrong
  it('asks for it after the right password alone, and takes each code once', async () => {
    const { who, phone } = await enrolled(app);
    const code = phone.next();
    expect(told(await signInWith(app, { ...who, password: 'Wrong#Pass1' }, code))).toBe('401 err_login');
    expect(told(await signInWith(app, { ...who, email: 'nobody@example.com' }, code))).toBe('401 err_login');
    expect(told(await signInWith(app, who))).toBe('403 err_second_factor');
    expect(told(await signInWith(app, who, '000000'))).toBe('422 err_factor_wrong');
    const both = await Promise.all([signInWith(app, who, code), signInWith(app, who, code)]);
    expect(both.map(told).sort()).toEqual(['200', '422 err_factor_wrong']);
    expect(told(await signInWith(app, who, code))).toBe('422 err_factor_wrong');
    // The code before the last one is none any more either.
    const before = phone.now();
    const after = phone.next();
    expect(told(await signInWith(app, who, after))).toBe('200');
    expect(told(await signInWith(app, who, before))).toBe('422 err_factor_wrong');
  });

  // proves 8: err_factor_locked
  it('locks after five wrong codes, wherever they were typed, tells by mail, and leaves the session that is there', async () => {
    const { who, phone } = await enrolled(app);
    const wrong = () => postWith(app, who.token, 'member/factor/remove', { member_security_pin: who.pin }, '000000');
    for (let tries = 0; tries < 3; tries += 1) expect(told(await wrong())).toBe('422 err_factor_wrong');
    for (let tries = 0; tries < 2; tries += 1)
      expect(told(await signInWith(app, who, '000000'))).toBe('422 err_factor_wrong');
    const locked = await signInWith(app, who, phone.next());
    expect([told(locked), locked.headers['retry-after']]).toEqual(['429 err_factor_locked', '870']);
    expect(told(await wrong())).toBe('429 err_factor_locked');
    expect((await stateOf(who)).factor_recovery_left).toBe(10);
    expect((await subjectsTo(who)).at(-1)).toMatch(/locked/);
    app.clock.advance(15 * 60_000);
    expect(told(await signInWith(app, who, phone.next()))).toBe('200');
  });

  it('takes a recovery code in place of the app, once, and tells by mail', async () => {
    const { who, phone } = await enrolled(app);
    const typed = phone.recovery[3]!.toLowerCase().replace('-', ' ');
    const both = await Promise.all([signInWith(app, who, typed), signInWith(app, who, typed)]);
    expect(both.map(told).sort()).toEqual(['200', '422 err_factor_wrong']);
    expect((await stateOf(who)).factor_recovery_left).toBe(9);
    expect((await subjectsTo(who)).filter((subject) => /recovery code/.test(subject ?? ''))).toHaveLength(1);
    const { who: other } = await enrolled(app);
    expect(told(await signInWith(app, other, phone.recovery[4]))).toBe('422 err_factor_wrong');
  });
});

describe('what leaves the account', () => {
  const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const address = { member_bank_type: 1, member_bank_network: 'BEP20', member_bank_number: EVM };

  /** Every call that asks for it, with a body that passes the gates before. */
  const bodies = ({ pin, password }: Person): Record<string, object> => ({
    'wallet/withdraw': {
      wallet_type: 1,
      network: 'BEP20',
      amount: '10',
      address: EVM,
      verify_code: '000000',
      member_security_pin: pin,
    },
    'nft/withdraw': { id: 'x', network_type: 'BEP721', withdrawal_address: EVM, member_security_pin: pin },
    'wallet/transfer': {
      recipient: 'somebody',
      recipient_name: 'S•••',
      wallet_type: 1,
      amount: '10',
      member_security_pin: pin,
    },
    'member/withdrawal/modify': { ...address, verify_code: '000000', member_security_pin: pin },
    'member/btapay/modify': { btapay_id: 'demo@pay', member_security_pin: pin },
    'member/password/modify': {
      old_password: password,
      member_password: 'Evening#2027',
      confirm_password: 'Evening#2027',
    },
    'member/security/modify': { old_security_pin: pin, member_security_pin: '135790', confirm_security_pin: '135790' },
    'member/factor/add': { factor_draft: 'x', factor_code: '000000', member_security_pin: pin },
    'member/factor/remove': { member_security_pin: pin },
    'member/factor/recovery': { member_security_pin: pin },
    'member/passkey/begin': { member_security_pin: pin },
    'member/passkey/remove': { id: 'x', member_security_pin: pin },
    'member/email/modify': {
      member_email: 'somewhere@else.test',
      verify_code: '000000',
      new_verify_code: '000000',
      member_security_pin: pin,
    },
    'member/data/export': { member_security_pin: pin },
    'member/deletion': { verify_code: '000000', member_security_pin: pin },
  });

  it('asks members who have one for the second factor, in every call that says so, and nobody else', async () => {
    const asking = app.routes.flatMap(({ call: { secondFactor, session, path } }) =>
      secondFactor === true && session === 'member' ? [path] : [],
    );
    const { who } = await enrolled(app);
    const plain = await somebody(app);
    expect(asking.sort()).toEqual(Object.keys(bodies(who)).sort());
    for (const [path, body] of Object.entries(bodies(who))) {
      expect([path, told(await postWith(app, who.token, path, body))]).toEqual([path, '403 err_second_factor']);
      expect([path, told(await postWith(app, plain.token, path, body))]).not.toEqual([path, '403 err_second_factor']);
      if (path === 'member/password/modify') Object.assign(plain, { password: 'Evening#2027' });
      plain.token = (await signIn(app, plain)).accessToken;
    }
  });

  const send = (who: Somebody, to: string, code: string | undefined, key: string, amount = '10') =>
    postWith(
      app,
      who.token,
      'wallet/transfer',
      {
        recipient: to,
        recipient_name: 'B••• L•••',
        wallet_type: WALLET.USDT,
        amount,
        member_security_pin: who.pin,
      },
      code,
      key,
    );
  const usernameOf = async (memberId: bigint): Promise<string> =>
    (await app.context.pool.query<{ username: string }>('SELECT username FROM member WHERE id = $1', [memberId]))
      .rows[0]!.username;
  const balanceOf = async (memberId: bigint): Promise<bigint> =>
    (
      await app.context.pool.query<{ balance: bigint }>(
        'SELECT balance FROM account WHERE id = account_of($1::bigint, $2)',
        [memberId, WALLET.USDT],
      )
    ).rows[0]!.balance;

  it('takes a code for one thing: asked again under its key it is answered again, under another key it is wrong', async () => {
    const { who, phone } = await enrolled(app);
    const to = await usernameOf((await register(app, { fullName: 'Boon Lim' })).memberId);
    await app.context.funnel.run(
      creditMember({
        memberId: who.memberId,
        walletId: WALLET.USDT,
        amountUnits: unitsOf('100'),
        reason: 'test',
        actor: 'operator:test',
      }),
    );
    expect(told(await send(who, to, undefined, 'transfer-0001'))).toBe('403 err_second_factor');
    const code = phone.next();
    expect(told(await send({ ...who, pin: '000000' }, to, code, 'transfer-0001'))).toBe('422 err_pin_wrong');
    const [first, again] = await Promise.all([
      send(who, to, code, 'transfer-0001'),
      send(who, to, code, 'transfer-0001'),
    ]);
    expect(told(first)).toBe('200');
    expect(again.body).toEqual(first.body);
    expect((await send(who, to, code, 'transfer-0001')).body).toEqual(first.body);
    expect(told(await send(who, to, code, 'transfer-0002'))).toBe('422 err_factor_wrong');
    expect(told(await send(who, to, undefined, 'transfer-0001'))).toBe('403 err_second_factor');
    const recovery = phone.recovery[0]!;
    const lost = await Promise.all([
      send(who, to, recovery, 'transfer-0003'),
      send(who, to, recovery, 'transfer-0004'),
    ]);
    expect(lost.map(told).sort()).toEqual(['200', '422 err_factor_wrong']);
    expect(await balanceOf(who.memberId)).toBe(unitsOf('80'));
    await expectCoherentLedger(app.context.pool);
  });
});

describe('switching it off', () => {
  // proves 7: POST member/factor/remove, POST member/factor/recovery
  // proves 8: err_factor_off
  it('takes PIN and a code; then the password alone signs in, and no recovery code is worth anything', async () => {
    const { who, phone } = await enrolled(app);
    const remove = (code?: string, pin = who.pin) =>
      postWith(app, who.token, 'member/factor/remove', { member_security_pin: pin }, code);
    expect(told(await remove(phone.next(), '000000'))).toBe('422 err_pin_wrong');
    const renewed = await postWith(
      app,
      who.token,
      'member/factor/recovery',
      { member_security_pin: who.pin },
      phone.now(),
    );
    const { recovery_codes } = renewed.body.result as unknown as { recovery_codes: string[] };
    expect(told(await remove(phone.recovery[0]))).toBe('422 err_factor_wrong');
    expect(told(await remove(recovery_codes[0]))).toBe('200');
    expect(told(await remove())).toBe('409 err_factor_off');
    expect(told(await signInWith(app, who))).toBe('200');
    expect(await stateOf(who)).toEqual({ factor_since: null, factor_recovery_left: 0 });
    const later = await enrol(app, who, who.token);
    expect(told(await signInWith(app, who, recovery_codes[1]))).toBe('422 err_factor_wrong');
    expect(told(await signInWith(app, who, later.next()))).toBe('200');
  });

  it('is not done by whoever writes the table: an end without our seal is none', async () => {
    const { who, phone } = await enrolled(app);
    const { pool } = app.context;
    await pool.query(`UPDATE member_factor SET ended_at = now(), end_seal = '\\x00' WHERE member_id = $1`, [
      who.memberId,
    ]);
    expect(told(await signInWith(app, who))).toBe('403 err_second_factor');
    expect(told(await signInWith(app, who, phone.next()))).toBe('200');
    // The seal of an end of somebody else's is none either.
    const { who: other, phone: otherPhone } = await enrolled(app);
    const body = { member_security_pin: other.pin };
    expect(told(await postWith(app, other.token, 'member/factor/remove', body, otherPhone.next()))).toBe('200');
    await pool.query(
      'UPDATE member_factor SET end_seal = (SELECT end_seal FROM member_factor WHERE member_id = $2) WHERE member_id = $1',
      [who.memberId, other.memberId],
    );
    expect(told(await signInWith(app, who))).toBe('403 err_second_factor');
  });
});
