import { randomUUID } from 'node:crypto';
import type { Withdrawal, WithdrawalOption } from '@minerx/contract/withdrawal';
import { HOUR_MS } from '@minerx/rules/duration';
import { unitsOf } from '@minerx/rules/money';
import { NETWORK } from '@minerx/rules/network';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { bearer, call, codeFor, mailsOf, PIN, register, signIn, told } from '../../../test/people.ts';
import { ADDRESS, asking, saveAddress } from '../../../test/withdrawals.ts';
import { createPool } from '../../db/pool.ts';
import { creditMember } from '../member/adjustment.command.ts';
import { approveWithdrawal, rejectWithdrawal } from './withdrawal-review.command.ts';

const ANA = { actor: 'operator:ana', reason: 'test' } as const;
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const house = () => ({ pool: app.context.pool, clock: app.clock });
const person = async (usdt = '1000') => {
  const made = await register(app);
  const { accessToken } = await signIn(app, made);
  const credit = {
    memberId: made.memberId,
    walletId: 1,
    amountUnits: unitsOf(usdt),
    actor: ANA.actor,
    reason: 'test',
  } as const;
  await app.context.funnel.run(creditMember(credit));
  await saveAddress(house(), made.memberId);
  return { ...made, token: accessToken };
};
type Somebody = Awaited<ReturnType<typeof person>>;

const form = (more: object = {}) => ({ wallet_type: 1, network: 'BEP20', amount: '20', address: ADDRESS, ...more });
const post = (who: Somebody, path: string, body: object, key: string = randomUUID()) =>
  call(app, 'POST', path, body, { ...bearer(who.token), 'idempotency-key': key });
const askCode = (who: Somebody, more: object = {}, pin = PIN) =>
  post(who, 'wallet/withdraw/request/code', { ...form(more), member_security_pin: pin });
const codeOf = async (who: Somebody, more: object = {}) => {
  app.clock.advance(60_000);
  expect((await askCode(who, more)).body).toEqual({ result: {} });
  return codeFor(app, who.email);
};
const withdraw = (who: Somebody, code: string, more: object = {}, key?: string) =>
  post(who, 'wallet/withdraw', { ...form(), fee: '1', verify_code: code, member_security_pin: PIN, ...more }, key);
const optionOf = async (who: Somebody, wallet = 1, network = 'BEP20') => {
  const { body } = await call(app, 'GET', 'wallet/withdraw/options', undefined, bearer(who.token));
  const { options } = body.result as unknown as { options: WithdrawalOption[] };
  return options.find((each) => each.wallet_type === wallet && each.network === network)!;
};
const historyOf = async (who: Somebody) => {
  const { body } = await post(who, 'wallet/withdraw/history', { page: 1, pageSize: 10 });
  return (body.result as unknown as { data: Withdrawal[] }).data;
};
const balanceOf = async (who: Somebody) => {
  const { rows } = await app.context.pool.query<{ balance: bigint }>(
    'SELECT balance FROM account WHERE id = account_of($1, 1)',
    [who.memberId],
  );
  return rows[0]!.balance;
};

// proves 7: GET wallet/withdraw/options
describe('the options', () => {
  it('tell terms, limit left, the saved address and what stands in the way', async () => {
    const who = await person();
    expect(await optionOf(who)).toEqual({
      wallet_type: 1,
      network: 'BEP20',
      decimals: 8,
      fee: '1',
      minimum: '10',
      daily_limit: '10000',
      limit_left: '10000',
      address: ADDRESS,
      address_usable_date: new Date(app.clock.now()).toISOString(),
      two_operators_above: '1000',
      review_hours: 24,
      obstacle: null,
      obstacle_until: null,
    });
    expect(await optionOf(who, 1, 'TRC20')).toMatchObject({
      decimals: 6,
      address: null,
      obstacle: 'err_address_not_saved',
    });
    expect((await optionOf(who, 3, 'OMNI')).fee).toBe('0.00002');
    await app.context.funnel.run(await asking(house(), who.memberId, { amount: '900' }));
    expect(await optionOf(who)).toMatchObject({ limit_left: '9100' });
    await saveAddress(house(), who.memberId, { address: OTHER, usableInMs: 1000 });
    expect(await optionOf(who)).toMatchObject({
      address: OTHER,
      obstacle: 'err_address_wait',
      obstacle_until: new Date(app.clock.now() + 1000).toISOString(),
    });
  });
});

// proves 7: POST wallet/withdraw/request/code
describe('the code for a withdrawal', () => {
  it('comes by mail with amount and address, after the PIN, and in the own language', async () => {
    const who = await person();
    await app.context.pool.query(`UPDATE member SET language = 'gr' WHERE id = $1`, [who.memberId]);
    expect((await askCode(who, {}, '000001')).body.err_code).toBe('err_pin_wrong');
    await codeOf(who);
    const own = (await mailsOf(app)).filter(({ to }) => to?.some(({ address }) => address === who.email));
    const mail = own.find(({ subject }) => subject === 'Ihr MinerX-Code für eine Auszahlung von 20,00 USDT');
    expect(mail?.text).toContain(`\n${ADDRESS}\n`);
  });

  it('is good for its amount, address, network and coin alone, and for nothing else', async () => {
    const who = await person();
    const code = await codeOf(who);
    await saveAddress(house(), who.memberId, { network: 1, address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' });
    await saveAddress(house(), who.memberId, { walletId: 2, network: 4 });
    for (const swapped of [
      { amount: '20.00000001' },
      { amount: '200' },
      { address: OTHER },
      { network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
    ])
      expect((await withdraw(who, code, swapped)).body.err_code).toBe('err_code_wrong');
    const other = await person();
    expect((await withdraw(other, code)).body.err_code).toBe('err_code_wrong');
    expect(await balanceOf(who)).toBe(unitsOf('1000'));
    // The fifth try, in other spellings of the same.
    expect((await withdraw(who, code, { amount: '20.0', address: ADDRESS.toLowerCase() })).status).toBe(200);
    expect(await balanceOf(who)).toBe(unitsOf('979'));
  });

  // proves 8: err_address_not_saved, err_address_wait, err_network_closed, err_withdrawal_limit
  it('is not sent for what could not be withdrawn anyway', async () => {
    const who = await person('15');
    const refusals = await Promise.all(
      [
        { address: OTHER },
        { amount: '14.5' },
        { amount: '9' },
        { amount: '20000' },
        { network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
      ].map(async (more) => (await askCode(who, more)).body.err_code),
    );
    expect(refusals).toEqual([
      'err_address_not_saved',
      'err_insufficient_balance',
      'err_withdrawal_minimum',
      'err_withdrawal_limit',
      'err_address_not_saved',
    ]);
    await saveAddress(house(), who.memberId, { usableInMs: 1000 });
    expect(told(await askCode(who, { amount: '10' }))).toBe('422 err_address_wait');
    const owner = createPool(app.database.ownerUrl, { max: 1 });
    const setNetwork = (on: boolean) =>
      owner.query('UPDATE network SET enabled_withdraw = $1 WHERE id = $2', [on, NETWORK.BEP20]);
    await setNetwork(false);
    expect(told(await askCode(who, { amount: '10' }))).toBe('422 err_network_closed');
    await setNetwork(true);
    await owner.end();
  });
});

// proves 7: POST wallet/withdraw
describe('a withdrawal', () => {
  // proves 7: POST wallet/withdraw/cancel
  // proves 8: err_withdrawal_status
  it('is asked for, stands in the history with what comes next, and is taken back', async () => {
    const who = await person();
    const key = randomUUID();
    const code = await codeOf(who);
    const answers = await Promise.all(Array.from({ length: 5 }, () => withdraw(who, code, {}, key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const again = await withdraw(who, code, {}, key);
    expect(again.text).toBe(answers[0]!.text);
    expect((await withdraw(who, code, { amount: '30' }, key)).body.err_code).toBe('err_idempotency_mismatch');
    const [row] = await historyOf(who);
    expect(row).toMatchObject({
      id: (again.body.result as unknown as { id: string }).id,
      wallet_type: 1,
      network: 'BEP20',
      amount: '20',
      fee: '1',
      address: ADDRESS,
      status: 0,
      hash: null,
      expected_date: new Date(app.clock.now() + 24 * 3_600_000).toISOString(),
    });
    const other = await person();
    expect((await post(other, 'wallet/withdraw/cancel', { id: row!.id })).body.err_code).toBe('err_not_found');
    expect((await post(who, 'wallet/withdraw/cancel', { id: 'not-an-id' })).body.err_code).toBe('err_not_found');
    expect((await post(who, 'wallet/withdraw/cancel', { id: row!.id })).status).toBe(200);
    expect((await post(who, 'wallet/withdraw/cancel', { id: row!.id })).body.err_code).toBe('err_withdrawal_status');
    expect((await historyOf(who))[0]).toMatchObject({ status: 8, expected_date: null });
    expect(await historyOf(other)).toEqual([]);
    expect(await balanceOf(who)).toBe(unitsOf('1000'));
    await expectCoherentLedger(app.context.pool);
  });

  it('waits for its address by a clock that nobody sets back', async () => {
    const who = await person();
    const code = await codeOf(who);
    // Before the address was saved.
    app.clock.advance(-120_000);
    expect((await optionOf(who)).obstacle).toBeNull();
    expect((await withdraw(who, code)).status).toBe(200);
    app.clock.advance(120_000);
  });

  it('that is approved is expected after the 48 hours when password and PIN were reset since', async () => {
    const who = await person();
    await withdraw(who, await codeOf(who));
    const [asked] = await historyOf(who);
    await app.context.funnel.run(approveWithdrawal(asked!.id, 1, ANA));
    const expectedIn = async () => Date.parse((await historyOf(who))[0]!.expected_date!) - app.clock.now();
    expect(await expectedIn()).toBe(HOUR_MS);
    const reset = `INSERT INTO factor_change (member_id, kind, at) VALUES ($1, 'reset', $2)`;
    await app.context.pool.query(reset, [who.memberId, new Date(app.clock.now())]);
    expect(await expectedIn()).toBe(49 * HOUR_MS);
  });

  // proves 8: err_amount_decimals
  // proves 8: err_withdrawal_minimum
  it('of an amount that is none is refused, each for its reason, and takes nothing', async () => {
    const who = await person();
    await saveAddress(house(), who.memberId, { network: 1, address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' });
    const tron = { network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };
    const cases = [
      [{ amount: '0' }, 'err_withdrawal_minimum'],
      [{ amount: '-20' }, 'err_validation'],
      [{ amount: '1e3' }, 'err_validation'],
      [{ amount: '20.000000001' }, 'err_validation'],
      [{ amount: 20 }, 'err_validation'],
      [{ ...tron, amount: '20.0000001' }, 'err_amount_decimals'],
      [{ amount: '999.00000001' }, 'err_insufficient_balance'],
      [{ wallet_type: 4 }, 'err_validation'],
      [{ network: 'OMNI' }, 'err_validation'],
      [{ network: 'BEP721' }, 'err_validation'],
      [{ address: ADDRESS.replace('aAeb', 'aaeb') }, 'err_validation'],
    ] as const;
    for (const [more, refusal] of cases)
      expect([more, (await askCode(who, more)).body.err_code]).toEqual([more, refusal]);
    expect(await balanceOf(who)).toBe(unitsOf('1000'));
  });

  // proves 7: POST wallet/withdraw/history
  it('tells each step in the history and by mail, in the member’s language, with a link that freezes', async () => {
    const who = await person();
    await app.context.pool.query(`UPDATE member SET language = 'es' WHERE id = $1`, [who.memberId]);
    const { id } = await app.context.funnel.run(await asking(house(), who.memberId));
    await app.context.funnel.run(approveWithdrawal(id, 1, ANA));
    expect((await historyOf(who))[0]).toMatchObject({ status: 1 });
    const second = (await app.context.funnel.run(await asking(house(), who.memberId))).id;
    await app.context.funnel.run(rejectWithdrawal(second, 'account', ANA));
    expect((await historyOf(who))[0]).toMatchObject({ status: 9, cause: 'account' });
    // The news of a withdrawal becomes a mail, and the mail goes out.
    await mailsOf(app);
    const mails = (await mailsOf(app)).filter(({ to }) => to?.some(({ address }) => address === who.email));
    const told = mails.filter(({ subject }) => subject?.includes('retiro de 20,00 USDT'));
    expect(new Set(told.map(({ subject }) => subject))).toEqual(
      new Set([
        'MinerX: retiro de 20,00 USDT solicitado',
        'MinerX: retiro de 20,00 USDT aprobado',
        'MinerX: retiro de 20,00 USDT rechazado',
      ]),
    );
    for (const { text } of told) expect(text).toMatch(/freezeAccount\//);
    expect(told.find(({ subject }) => subject?.includes('rechazado'))?.text).toContain('21,00 USDT en total');
  });
});
