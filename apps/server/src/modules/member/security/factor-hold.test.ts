import { HOUR_MS } from '@minerx/rules/duration';
import { randomUUID } from 'node:crypto';
import { WALLET } from '@minerx/rules/wallet';
import { unitsOf } from '@minerx/rules/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { expectCoherentLedger } from '../../../../test/coherent-ledger.ts';
import { bearer, call, codeFor, mailsOf, register, signIn, type Person } from '../../../../test/people.ts';
import { issueNft } from '../../nft/nft-holding.command.ts';
import { approveNftWithdrawal } from '../../nft/nft-review.command.ts';
import { findNftWithdrawal } from '../../nft/nft.query.ts';
import { creditMember } from '../adjustment.command.ts';
import { insertFactorChange } from './factor-change.store.ts';
import { unfreezeMember } from '../member-account.command.ts';
import { lockMemberToMail } from '../member.store.ts';
import { runShell } from '../../../../test/operator/shell.ts';

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const AFTER = { password: 'Evening!2027', pin: '975310' };
const BY = { actor: 'operator:ana' as const, reason: 'test' };

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.context.pool.query(`INSERT INTO setting (key, value) VALUES ('nft_withdraw_fee', '"5"')
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`);
});
afterAll(() => app.close());

type Somebody = Person & { memberId: bigint; token: string };

const person = async (): Promise<Somebody> => {
  const made = await register(app);
  await app.context.funnel.run(
    creditMember({
      memberId: made.memberId,
      walletId: WALLET.USDT,
      amountUnits: unitsOf('100'),
      reason: 'test',
      actor: 'operator:test',
    }),
  );
  return { ...made, token: (await signIn(app, made)).accessToken };
};
const issue = async ({ memberId }: Somebody) => (await issueNft(app.context, memberId, { category: 'rare' }, BY)).id;
const post = (who: Somebody, path: string, body: object) =>
  call(app, 'POST', path, body, { ...bearer(who.token), 'idempotency-key': randomUUID() });
const withdraw = (who: Somebody, id: string) =>
  post(who, 'nft/withdraw', {
    id,
    network_type: 'BEP721',
    withdrawal_address: EVM,
    member_security_pin: who.pin,
  });
const requestCode = (who: Somebody) =>
  post(who, 'member/modifyWithdraw/request/code', {
    member_bank_type: 1,
    member_bank_network: 'BEP20',
    member_bank_number: EVM,
    member_security_pin: who.pin,
  });
const saveAddress = (who: Somebody, verify_code: string) =>
  post(who, 'member/withdrawal/modify', {
    member_bank_type: 1,
    member_bank_network: 'BEP20',
    member_bank_number: EVM,
    verify_code,
    member_security_pin: who.pin,
  });
const saveBtapay = (who: Somebody) =>
  post(who, 'member/btapay/modify', { btapay_id: 'thief@pay', member_security_pin: who.pin });
const profileOf = async (who: Somebody) =>
  (await call(app, 'GET', 'member/profile', undefined, bearer(who.token))).body.result as unknown as {
    member: { outgoing_held_until: string | null; member_bank: { member_bank_usable_date: string }[] };
  };
const mailsTo = async ({ email }: Person) =>
  (await mailsOf(app)).filter(({ to }) => to?.some(({ address }) => address === email));
const linkIn = async (who: Person, path: string, subject: RegExp): Promise<string> => {
  const found = (await mailsTo(who)).findLast((mail) => subject.test(mail.subject ?? ''));
  return new RegExp(`/${path}/(\\S+)`).exec(found?.text ?? '')![1]!;
};

/** Whoever reads the mailbox sets password and PIN and signs in. */
const takeOver = async (who: Somebody): Promise<Somebody> => {
  await call(app, 'POST', 'member/forgotPassword', { member_email: who.email });
  const id = await linkIn(who, 'resetPassword', /Reset/);
  const form = {
    id,
    member_password: AFTER.password,
    confirm_password: AFTER.password,
    member_security_pin: AFTER.pin,
    confirm_pin: AFTER.pin,
  };
  expect((await call(app, 'POST', 'member/resetPassword', form)).status).toBe(200);
  return again({ ...who, ...AFTER });
};
const again = async (who: Somebody): Promise<Somebody> => ({ ...who, token: (await signIn(app, who)).accessToken });
const shell = (...words: string[]): Promise<string> => runShell(app.context, words);
const held = (until: number) => ({
  status: 422,
  body: { err_code: 'err_recent_reset', err_details: { until: new Date(until).toISOString() } },
});

describe('after a reset of password and PIN', () => {
  // proves 8: err_recent_reset
  it('nothing of value leaves for 48 hours: no NFT, no address, no BTA Pay; then all of it does', async () => {
    const before = await person();
    const nft = await issue(before);
    const thief = await takeOver(before);
    const until = app.clock.now() + 48 * HOUR_MS;
    for (const ask of [
      () => withdraw(thief, nft),
      () => requestCode(thief),
      () => saveAddress(thief, '000000'),
      () => saveBtapay(thief),
    ])
      expect(await ask()).toMatchObject(held(until));
    expect((await profileOf(thief)).member.outgoing_held_until).toBe(new Date(until).toISOString());

    app.clock.advance(47 * HOUR_MS);
    const late = await again(thief);
    expect(await withdraw(late, nft)).toMatchObject(held(until));
    expect(await requestCode(late)).toMatchObject(held(until));

    app.clock.advance(2 * HOUR_MS);
    const settled = await again(thief);
    expect((await withdraw(settled, nft)).status).toBe(200);
    expect((await saveBtapay(settled)).status).toBe(200);
    expect((await requestCode(settled)).status).toBe(200);
    expect((await saveAddress(settled, await codeFor(app, settled.email))).status).toBe(200);
    expect((await profileOf(settled)).member.outgoing_held_until).toBeNull();
    await expectCoherentLedger(app.context.pool);
  });

  it('a code that was asked for before it saves no address after it', async () => {
    const before = await person();
    expect((await requestCode(before)).status).toBe(200);
    const code = await codeFor(app, before.email);
    const thief = await takeOver(before);
    expect(await saveAddress(thief, code)).toMatchObject(held(app.clock.now() + 48 * HOUR_MS));
  });

  it('a saved address that had ripened waits anew', async () => {
    const who = await person();
    await requestCode(who);
    await saveAddress(who, await codeFor(app, who.email));
    app.clock.advance(100 * HOUR_MS);
    const usableAt = async (asked: Somebody) => (await profileOf(asked)).member.member_bank[0]!.member_bank_usable_date;
    expect(Date.parse(await usableAt(await again(who)))).toBeLessThan(app.clock.now());
    const thief = await takeOver(who);
    expect(await usableAt(thief)).toBe(new Date(app.clock.now() + 48 * HOUR_MS).toISOString());
    expect(await shell('withdrawal', 'addresses', '--email', who.email)).toMatch(
      /password and PIN were reset .* NOTHING LEAVES before [^]*usable from 2026/,
    );
  });

  it('operators see it beside the request, and cannot approve what was asked for before', async () => {
    const who = await person();
    const { id } = (await withdraw(who, await issue(who))).body.result as unknown as { id: string };
    expect(await shell('nft', 'show', '--id', id)).not.toContain('reset');
    await takeOver(who);
    for (const line of [
      ['nft', 'list'],
      ['nft', 'show', '--id', id],
      ['member', 'show', '--email', who.email],
    ])
      expect(await shell(...line)).toContain('password and PIN were reset');
    const withdrawal = (await findNftWithdrawal(app.context.pool, id))!;
    await expect(app.context.funnel.run(approveNftWithdrawal(withdrawal, BY))).rejects.toMatchObject({
      code: 'err_recent_reset',
    });
    await expect(shell('nft', 'approve', '--id', id, '--reason', 'fine')).rejects.toThrow('less than 48 hours ago');
    app.clock.advance(48 * HOUR_MS);
    expect(await app.context.funnel.run(approveNftWithdrawal(withdrawal, BY))).toEqual({ approved: true });
    await expectCoherentLedger(app.context.pool);
  });

  it('is seen by whoever waited for it: the reset that was committed while a change was on its way counts', async () => {
    const who = await person();
    const { pool } = app.context;
    const [reset, change] = [await pool.connect(), await pool.connect()];
    try {
      await reset.query('BEGIN');
      await reset.query('UPDATE member SET pin_hash = pin_hash WHERE id = $1', [who.memberId]);
      await change.query('BEGIN');
      const waiting = lockMemberToMail(change as never, who.memberId);
      await insertFactorChange(reset as never, who.memberId, 'reset', new Date(app.clock.now()));
      await reset.query('COMMIT');
      expect((await waiting).resetAt?.getTime()).toBe(app.clock.now());
      await change.query('ROLLBACK');
    } finally {
      reset.release();
      change.release();
    }
  });

  it('a change by somebody who knew the old ones holds nothing back, but operators see it', async () => {
    const who = await person();
    const nft = await issue(who);
    const form = { old_security_pin: who.pin, member_security_pin: AFTER.pin, confirm_security_pin: AFTER.pin };
    expect((await post(who, 'member/security/modify', form)).status).toBe(200);
    expect((await withdraw({ ...who, pin: AFTER.pin }, nft)).status).toBe(200);
    expect(await shell('nft', 'list')).toContain('the PIN was changed');
    await expectCoherentLedger(app.context.pool);
  });

  it('cannot be made undone: the app may not change or delete what was noted', async () => {
    const { pool } = app.context;
    await expect(pool.query('UPDATE factor_change SET at = now()')).rejects.toThrow('permission denied');
    await expect(pool.query('DELETE FROM factor_change')).rejects.toThrow('permission denied');
  });
});

describe('the link that freezes', () => {
  const freeze = (id: string) => call(app, 'POST', 'member/freeze', { id });

  // proves 7: POST member/freeze (implied)
  it('of the mail about a reset freezes the account, ends the sessions and outlives another reset', async () => {
    const owner = await person();
    const thief = await takeOver(owner);
    const id = await linkIn(owner, 'freezeAccount', /were changed/);
    app.clock.advance(HOUR_MS);
    const resetTwice = await takeOver(thief);
    expect((await freeze(id)).text).toBe('{"result":{}}');
    expect((await call(app, 'GET', 'member/profile', undefined, bearer(resetTwice.token))).status).toBe(401);
    await expect(signIn(app, resetTwice)).rejects.toThrow('err_account_frozen');
    const { rows } = await app.context.pool.query(
      `SELECT actor, reason FROM audit WHERE action = 'member.freeze' AND subject = $1`,
      [`member:${owner.memberId}`],
    );
    expect(rows).toEqual([{ actor: `member:${owner.memberId}`, reason: 'By the link of a mail' }]);

    // A lost answer, asked again; and once an operator has opened the account, the link is worth nothing.
    expect((await freeze(id)).status).toBe(200);
    await unfreezeMember(app.context, { memberId: owner.memberId, actor: 'operator:ana', reason: 'spoke with her' });
    expect((await freeze(id)).body.err_code).toBe('err_freeze_link_over');
    await signIn(app, resetTwice);
  });

  it('stands in the mails about a new password, a new PIN and a saved address', async () => {
    const who = await person();
    await requestCode(who);
    await saveAddress(who, await codeFor(app, who.email));
    await freeze(await linkIn(who, 'freezeAccount', /withdrawal address .* saved/));
    await expect(signIn(app, who)).rejects.toThrow('err_account_frozen');
  });

  // proves 8: err_freeze_link_over
  it('is good for seven days and for nothing else', async () => {
    const who = await person();
    await takeOver(who);
    const id = await linkIn(who, 'freezeAccount', /were changed/);
    const reset = { id, member_password: AFTER.password, confirm_password: AFTER.password };
    expect(
      (
        await call(app, 'POST', 'member/resetPassword', {
          ...reset,
          member_security_pin: AFTER.pin,
          confirm_pin: AFTER.pin,
        })
      ).body.err_code,
    ).toBe('err_link_invalid');
    expect((await call(app, 'GET', `member/redirect?id=${id}`)).body.err_code).toBe('err_link_invalid');
    app.clock.advance(7 * 24 * HOUR_MS);
    expect((await freeze(id)).body.err_code).toBe('err_freeze_link_over');
  });

  it('of an owner is heard while a crowd of others knocks as often as it may', async () => {
    const owner = await person();
    const thief = await takeOver(owner);
    const id = await linkIn(owner, 'freezeAccount', /were changed/);
    const knock = (remoteAddress: string, link: string) =>
      app.http.inject({ method: 'POST', url: '/api/member/freeze', remoteAddress, payload: { id: link } });
    for (let line = 0; line < 120; line += 1) for (let n = 0; n < 30; n += 1) await knock(`203.0.113.${line}`, '');
    // Whoever asks for more than a first few finds nothing left.
    for (let n = 0; n < 3; n += 1) await knock('198.51.100.6', '');
    expect((await knock('198.51.100.6', id)).statusCode).toBe(429);
    expect((await knock('198.51.100.7', id)).statusCode).toBe(200);
    await expect(signIn(app, thief)).rejects.toThrow('err_account_frozen');
  });
});
