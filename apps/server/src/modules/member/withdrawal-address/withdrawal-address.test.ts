import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { afterQuery } from '../../../../test/whole/after-query.ts';
import { bearer, call, codeFor, mailsOf, PIN, signIn, somebody, type Somebody } from '../../../../test/people.ts';
import { setWithdrawalAddressHold } from './withdrawal-address.command.ts';
import { saveWithdrawalAddress } from './withdrawal-address.command.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { seedAssetNetworks } from '../../../seed/asset-networks.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OTHER_EVM = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const ON_TRON = { member_bank_network: 'TRC20', member_bank_number: TRON };
const ON_BITCOIN = { member_bank_type: 3, member_bank_network: 'OMNI', member_bank_number: SEGWIT };
const OTHER = { member_bank_number: OTHER_EVM };

const BEP20 = { member_bank_type: 1, member_bank_network: 'BEP20', member_bank_number: EVM };
const requestCode = (who: Somebody, pin: unknown = PIN, more: object = {}) =>
  call(
    app,
    'POST',
    'member/modifyWithdraw/request/code',
    { ...BEP20, ...more, member_security_pin: pin },
    bearer(who.token),
  );
/** The code for an address, of the mail. */
const nextCode = async (who: Somebody, more: object = {}): Promise<string> => {
  expect((await requestCode(who, PIN, more)).body).toEqual({ result: {} });
  return codeFor(app, who.email);
};
const formOf = (code: string, more: object = {}) => ({
  ...BEP20,
  verify_code: code,
  member_security_pin: PIN,
  ...more,
});
const save = (who: Somebody, form: object, key: string = randomUUID()) =>
  call(app, 'POST', 'member/withdrawal/modify', form, { ...bearer(who.token), 'idempotency-key': key });
const profileOf = async (who: Somebody) => {
  const { body } = await call(app, 'GET', 'member/profile', undefined, bearer(who.token));
  return (
    body.result as unknown as {
      member: { member_bank: object[]; system_setting: { withdrawal_hold_hours: number } };
    }
  ).member;
};
const banksOf = async (who: Somebody) => (await profileOf(who)).member_bank;
const rowsOf = async (who: Somebody) =>
  (
    await app.context.pool.query(
      `SELECT wallet_id AS wallet, network_id AS network, address FROM withdrawal_address WHERE member_id = $1 ORDER BY id`,
      [who.memberId],
    )
  ).rows;
const lastMailTo = async (email: string) =>
  (await mailsOf(app)).findLast(({ to }) => to?.some(({ address }) => address === email));
const wrongOf = (code: string) => (code === '999999' ? '999998' : '999999');
const nextMinute = () => app.clock.advance(60_000);

describe('the code for a withdrawal address', () => {
  // proves 7: POST member/modifyWithdraw/request/code
  it('goes to the own mailbox in the own language, after the PIN', async () => {
    const who = await somebody(app);
    await app.context.pool.query(`UPDATE member SET language = 'gr' WHERE id = $1`, [who.memberId]);
    expect((await requestCode(who)).body).toEqual({ result: {} });
    const mail = await lastMailTo(who.email);
    expect(mail?.subject).toBe('Ihr Code für eine Auszahlungsadresse bei MinerX');
    expect(mail?.text).toMatch(/^\d{6}$/m);
  });

  it('is not sent for a contract or a wallet of ours: what goes there comes to nobody', async () => {
    const [contract, hot] = [`0x${'c0'.repeat(20)}`, `0x${'40'.repeat(20)}`];
    const { pool } = app.context;
    await inTransaction(pool, seedAssetNetworks);
    await pool.query('UPDATE asset_network SET contract = $1 WHERE (wallet_id, network_id) = (1, 2)', [contract]);
    await pool.query('INSERT INTO payout_wallet VALUES (31337, $1, 0)', [hot]);
    const who = await somebody(app);
    for (const member_bank_number of [contract, hot]) {
      const body = { ...BEP20, member_bank_number, member_security_pin: PIN };
      const answer = await call(app, 'POST', 'member/modifyWithdraw/request/code', body, bearer(who.token));
      expect([answer.status, answer.body.err_fields]).toEqual([400, { member_bank_number: 'err_withdrawal_address' }]);
    }
  });

  it('needs the PIN, and counts wrong ones', async () => {
    const who = await somebody(app);
    const missing = await call(app, 'POST', 'member/modifyWithdraw/request/code', BEP20, bearer(who.token));
    expect([missing.status, missing.body.err_fields]).toEqual([400, { member_security_pin: 'err_required' }]);
    for (let wrong = 0; wrong < 5; wrong += 1) {
      const { status, body } = await requestCode(who, '000001');
      expect([status, body.err_code, body.err_fields]).toEqual([
        422,
        'err_pin_wrong',
        { member_security_pin: 'err_pin_wrong' },
      ]);
    }
    const locked = await requestCode(who);
    expect([locked.status, locked.body.err_code, locked.headers['retry-after']]).toEqual([
      429,
      'err_pin_locked',
      '900',
    ]);
    expect((await save(who, formOf('000000'))).body.err_code).toBe('err_pin_locked');
  });

  // proves 4: one code request in flight (withdrawal details)
  it('comes once in 59 seconds, and of ten requests at once one is answered', async () => {
    const who = await somebody(app);
    const answers = await Promise.all(Array.from({ length: 10 }, () => requestCode(who)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const early = await requestCode(who);
    expect([early.status, early.body.err_code, early.headers['retry-after']]).toEqual([429, 'err_code_wait', '59']);
    app.clock.advance(59_000);
    expect((await requestCode(who)).status).toBe(200);
  });

  it('is of no use for anything else, and no other code is for this', async () => {
    const who = await somebody(app);
    const signupCode = await codeFor(app, who.email);
    expect((await save(who, formOf(signupCode))).body.err_code).toBe('err_code_wrong');
    const other = await somebody(app);
    const code = await nextCode(who);
    expect((await save(other, formOf(code))).body.err_code).toBe('err_code_wrong');
    expect(await rowsOf(other)).toEqual([]);
    expect((await save(who, formOf(code))).status).toBe(200);
  });

  it('is good for the address, network and coin of the mail alone', async () => {
    const who = await somebody(app);
    const code = await nextCode(who, { member_bank_number: EVM.toLowerCase() });
    const text = (await lastMailTo(who.email))?.text ?? '';
    expect(text).toContain(`\n${EVM}\n`);
    expect(text).toContain('for USDT on BEP20');
    for (const swapped of [OTHER, ON_TRON, { member_bank_type: 2, member_bank_network: 'Arbitrum One' }])
      expect((await save(who, formOf(code, swapped))).body.err_code).toBe('err_code_wrong');
    expect(await rowsOf(who)).toEqual([]);
    expect((await save(who, formOf(code))).status).toBe(200);
  });

  it('is asked for with an address of the network, before the PIN is looked at', async () => {
    const who = await somebody(app);
    const { status, body } = await requestCode(who, '000001', { member_bank_number: TRON });
    expect([status, body.err_fields]).toEqual([400, { member_bank_number: 'err_withdrawal_address' }]);
  });

  it('stops at thirty wrong ones a day, however many codes were sent', async () => {
    const who = await somebody(app);
    const outcomes: (string | undefined)[] = [];
    for (let sent = 0; sent < 7; sent += 1) {
      app.clock.advance(15 * 60_000);
      who.token = (await signIn(app, who)).accessToken;
      const code = await nextCode(who);
      for (let wrong = 0; wrong < 5; wrong += 1) outcomes.push((await save(who, formOf(wrongOf(code)))).body.err_code);
    }
    expect(outcomes.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 'err_code_wrong'));
    expect(outcomes.slice(30)).toEqual(Array.from({ length: 5 }, () => 'err_too_many'));
    app.clock.advance(24 * 3_600_000);
    who.token = (await signIn(app, who)).accessToken;
    expect((await save(who, formOf(await nextCode(who)))).status).toBe(200);
  });

  it('works once, for ten minutes and five tries', async () => {
    const who = await somebody(app);
    const code = await nextCode(who);
    for (let wrong = 0; wrong < 5; wrong += 1) {
      const { status, body } = await save(who, formOf(wrongOf(code)));
      expect([status, body.err_code, body.err_fields]).toEqual([
        422,
        'err_code_wrong',
        { verify_code: 'err_code_wrong' },
      ]);
    }
    expect((await save(who, formOf(code))).body.err_code).toBe('err_code_wrong');
    nextMinute();
    const late = await nextCode(who);
    app.clock.advance(10 * 60_000);
    who.token = (await signIn(app, who)).accessToken;
    expect((await save(who, formOf(late))).body.err_code).toBe('err_code_wrong');
    const good = await nextCode(who);
    expect((await save(who, formOf(good))).status).toBe(200);
    expect((await save(who, formOf(good, { member_bank_number: OTHER_EVM }))).body.err_code).toBe('err_code_wrong');
    expect(await rowsOf(who)).toEqual([{ wallet: 1, network: 2, address: EVM }]);
  });
});

describe('saving a withdrawal address', () => {
  // proves 7: POST member/withdrawal/modify
  // proves 9: withdrawal address: 24 hours until it can be used
  it('keeps it in its one spelling, not usable for 24 hours, and tells by mail and audit log', async () => {
    const who = await somebody(app);
    const code = await nextCode(who);
    const at = app.clock.now();
    expect((await save(who, formOf(code, { member_bank_number: `  ${EVM.toLowerCase()} ` }))).text).toBe(
      '{"result":{}}',
    );
    expect(await banksOf(who)).toEqual([
      {
        member_bank_type: 1,
        member_bank_network: 'BEP20',
        member_bank_number: EVM,
        member_bank_usable_date: new Date(at + 24 * 3_600_000).toISOString(),
      },
    ]);
    const mail = await lastMailTo(who.email);
    expect(mail?.subject).toBe('A withdrawal address of your MinerX account was saved');
    expect(mail?.text).toContain(EVM);
    expect(mail?.text).toContain('withdrawals of USDT on BEP20');
    expect(mail?.text).toMatch(/It can be used from 2[12] November 2026/);
    const audit = await app.context.pool.query(
      `SELECT actor, action, detail FROM audit WHERE subject = $1 ORDER BY id DESC LIMIT 1`,
      [`member:${who.memberId}`],
    );
    expect(audit.rows[0]).toMatchObject({
      actor: `member:${who.memberId}`,
      action: 'withdrawal_address.save',
      detail: { wallet: 1, network: 2, before: null, after: EVM },
    });
  });

  // proves 9: a withdrawal address waits for as long as operators set
  it('waits for as long as the operator has set', async () => {
    const who = await somebody(app);
    const setHold = (hours: number) =>
      setWithdrawalAddressHold(app.context, { hours, actor: 'operator:test', reason: 'test' });
    expect(await setHold(48)).toBe(24);
    try {
      await save(who, formOf(await nextCode(who)));
      expect(await banksOf(who)).toMatchObject([
        { member_bank_usable_date: new Date(app.clock.now() + 48 * 3_600_000).toISOString() },
      ]);
      expect((await profileOf(who)).system_setting.withdrawal_hold_hours).toBe(48);
    } finally {
      expect(await setHold(24)).toBe(48);
    }
    // Whoever was told 48 hours waits 48 hours.
    expect(await banksOf(who)).toMatchObject([
      { member_bank_usable_date: new Date(app.clock.now() + 48 * 3_600_000).toISOString() },
    ]);
    const audit = await app.context.pool.query(
      `SELECT detail FROM audit WHERE action = 'withdrawal_address.hold' ORDER BY id LIMIT 1`,
    );
    expect(audit.rows).toEqual([{ detail: { before: 24, after: 48 } }]);
  });

  it('has one for each coin and network; a change begins a new wait and keeps the old one as history', async () => {
    const who = await somebody(app);
    await save(who, formOf(await nextCode(who)));
    const firstDate = new Date(app.clock.now() + 24 * 3_600_000).toISOString();
    nextMinute();
    await save(who, formOf(await nextCode(who, ON_TRON), ON_TRON));
    nextMinute();
    await save(who, formOf(await nextCode(who, ON_BITCOIN), ON_BITCOIN));
    nextMinute();
    // The same again: nothing changes, and the wait goes on where it was.
    expect((await save(who, formOf(await nextCode(who)))).status).toBe(200);
    expect(await banksOf(who)).toMatchObject([
      { member_bank_network: 'TRC20', member_bank_number: TRON },
      { member_bank_network: 'BEP20', member_bank_number: EVM, member_bank_usable_date: firstDate },
      { member_bank_type: 3, member_bank_network: 'OMNI', member_bank_number: SEGWIT },
    ]);
    nextMinute();
    who.token = (await signIn(app, who)).accessToken;
    await save(who, formOf(await nextCode(who, OTHER), OTHER));
    expect((await banksOf(who))[1]).toMatchObject({
      member_bank_number: OTHER_EVM,
      member_bank_usable_date: new Date(app.clock.now() + 24 * 3_600_000).toISOString(),
    });
    expect((await rowsOf(who)).map(({ address }) => address)).toEqual([EVM, TRON, SEGWIT, OTHER_EVM]);
  });

  it('is never changed or deleted by the app', async () => {
    const who = await somebody(app);
    await save(who, formOf(await nextCode(who)));
    for (const sql of [`UPDATE withdrawal_address SET address = 'x'`, 'DELETE FROM withdrawal_address'])
      await expect(app.context.pool.query(sql)).rejects.toThrow(/permission denied/);
  });

  // proves 8: err_withdrawal_coin, err_withdrawal_network, err_withdrawal_address
  it('refuses coins, networks and addresses that do not go together, before a try of the code is used', async () => {
    const who = await somebody(app);
    const code = await nextCode(who);
    const cases = [
      [{ member_bank_type: 4 }, 'member_bank_type', 'err_withdrawal_coin'],
      [{ member_bank_type: 12 }, 'member_bank_type', 'err_withdrawal_coin'],
      [{ member_bank_network: 'OMNI' }, 'member_bank_network', 'err_withdrawal_network'],
      [{ member_bank_type: 2 }, 'member_bank_network', 'err_withdrawal_network'],
      [{ member_bank_number: TRON }, 'member_bank_number', 'err_withdrawal_address'],
      [{ member_bank_number: EVM.replace('aAeb', 'aaeb') }, 'member_bank_number', 'err_withdrawal_address'],
      [{ member_bank_network: 'TRC20' }, 'member_bank_number', 'err_withdrawal_address'],
      [{ member_bank_type: 3, member_bank_network: 'OMNI' }, 'member_bank_number', 'err_withdrawal_address'],
    ] as const;
    for (const [change, field, refusal] of cases) {
      const { status, body } = await save(who, formOf(code, change));
      expect([change, status, body.err_fields]).toEqual([change, 400, { [field]: refusal }]);
    }
    expect((await save(who, formOf(code))).status).toBe(200);
  });

  // proves 5: withdrawal details: all five fields
  it('asks for all five fields', async () => {
    const who = await somebody(app);
    const { body } = await save(who, {});
    expect(Object.keys(body.err_fields ?? {}).sort()).toEqual([
      'member_bank_network',
      'member_bank_number',
      'member_bank_type',
      'member_security_pin',
      'verify_code',
    ]);
  });

  it('of two changes at once with one code, one wins and the other has a wrong code', async () => {
    const who = await somebody(app);
    const code = await nextCode(who);
    const answers = await Promise.all([
      save(who, formOf(code)),
      save(who, formOf(code, { member_bank_number: OTHER_EVM })),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await rowsOf(who)).toHaveLength(1);
  });

  it('takes no code that was used up while it was being compared', async () => {
    const who = await somebody(app);
    const input = { walletId: 1, network: 2, address: EVM, code: await nextCode(who) } as const;
    const pool = afterQuery(app.context.pool, /SET tries = tries \+ 1/, () =>
      saveWithdrawalAddress(app.context, who.memberId, input, randomUUID()),
    );
    const saving = saveWithdrawalAddress({ ...app.context, pool }, who.memberId, input, randomUUID());
    await expect(saving).rejects.toMatchObject({ code: 'err_code_wrong' });
    expect(await rowsOf(who)).toHaveLength(1);
  });

  it('succeeds again for a lost answer, once, and refuses another input under the same key', async () => {
    const who = await somebody(app);
    const form = formOf(await nextCode(who));
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 4 }, () => save(who, form, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await save(who, { ...form, member_bank_number: OTHER_EVM }, key)).body.err_code).toBe(
      'err_idempotency_mismatch',
    );
    expect(await rowsOf(who)).toHaveLength(1);
  });

  it('shows nobody the address of another', async () => {
    const [who, other] = [await somebody(app), await somebody(app)];
    await save(who, formOf(await nextCode(who)));
    expect(await banksOf(other)).toEqual([]);
    expect(await banksOf(who)).toHaveLength(1);
  });

  it('is refused when the account is frozen, or reset, while the code is being compared', async () => {
    for (const [meanwhile, refusal] of [
      ['UPDATE member SET frozen_at = now() WHERE id = $1', 'err_account_frozen'],
      [
        `INSERT INTO factor_change (member_id, kind, at) VALUES ($1, 'reset', '2026-11-20T12:00:00Z')`,
        'err_recent_reset',
      ],
    ] as const) {
      const who = await somebody(app);
      const code = await nextCode(who);
      const pool = afterQuery(app.context.pool, /SET tries = tries \+ 1/, () =>
        app.context.pool.query(meanwhile, [who.memberId]),
      );
      const input = { walletId: 1, network: 2, address: EVM, code } as const;
      const saving = saveWithdrawalAddress({ ...app.context, pool }, who.memberId, input, randomUUID());
      await expect(saving).rejects.toMatchObject({ code: refusal });
      expect(await rowsOf(who)).toEqual([]);
    }
  });

  it('is refused to a frozen member whose session still lives', async () => {
    const who = await somebody(app);
    const code = await nextCode(who);
    await app.context.pool.query('UPDATE member SET frozen_at = now() WHERE id = $1', [who.memberId]);
    expect((await save(who, formOf(code))).body.err_code).toBe('err_account_frozen');
    nextMinute();
    expect((await requestCode(who)).body.err_code).toBe('err_account_frozen');
    expect(await rowsOf(who)).toEqual([]);
  });
});
