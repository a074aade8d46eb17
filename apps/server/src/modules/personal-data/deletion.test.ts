import { HOUR_MS } from '@minerx/rules/duration';
import { unitsOf } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { enrolled, signInWith } from '../../../test/factor/second-factors.ts';
import {
  bearer,
  call,
  codeFor,
  mailsOf,
  register,
  signIn,
  somebody,
  told,
  type Person,
  type Somebody,
} from '../../../test/people.ts';
import { createPool } from '../../db/pool.ts';
import { creditMember, debitMember } from '../member/adjustment.command.ts';
import { issueRedirect } from '../member/member-account.command.ts';
import { runShell } from '../../../test/operator/shell.ts';
import { getUsername } from './deletion.query.ts';
import { listErased, noteErased } from './erased-log.ts';
import { listDeletionCauses } from './deletion.command.ts';
import { issueNft } from '../nft/nft-holding.command.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(async () => {
  await expectCoherentLedger(app.context.pool);
  await app.close();
});

const BY = { actor: 'operator:ana' as const, reason: 'test' };

const causesOf = async (who: Somebody) =>
  (await call(app, 'GET', 'member/deletion', undefined, bearer(who.token))).body.result!['causes'] as unknown;
const ask = (who: Somebody, pin = who.pin) =>
  call(app, 'POST', 'member/deletion/request/code', { member_security_pin: pin }, bearer(who.token));
const end = (who: Somebody, verify_code: string, factor?: string) =>
  call(
    app,
    'POST',
    'member/deletion',
    { verify_code, member_security_pin: who.pin },
    { ...bearer(who.token), ...(factor !== undefined && { 'x-second-factor': factor }) },
  );
const move = (who: Somebody, way: typeof creditMember, amount: string) =>
  app.context.funnel.run(way({ memberId: who.memberId, walletId: WALLET.USDT, amountUnits: unitsOf(amount), ...BY }));
const ended = async (who: Somebody, factor?: () => string) => {
  expect(told(await ask(who))).toBe('200');
  const verify_code = await codeFor(app, who.email);
  expect(told(await end(who, verify_code, factor?.()))).toBe('200');
};
/** The same person at another address, two days later. */
const moved = async (made: Person & { memberId: bigint }, member_email: string): Promise<Somebody> => {
  const { accessToken } = await signIn(app, made);
  const body = { member_email, member_security_pin: made.pin };
  expect(told(await call(app, 'POST', 'member/email/request/code', body, bearer(accessToken)))).toBe('200');
  const codes = { verify_code: await codeFor(app, made.email), new_verify_code: await codeFor(app, member_email) };
  const headers = { ...bearer(accessToken), 'idempotency-key': randomUUID() };
  expect(told(await call(app, 'POST', 'member/email/modify', { ...body, ...codes }, headers))).toBe('200');
  app.clock.advance(48 * HOUR_MS + 1);
  const who = { ...made, email: member_email };
  return { ...who, token: (await signIn(app, who, 'zebraphone')).accessToken };
};
/** Every row of every table in which a text stands, as the owner of the database sees it. */
const tablesWith = async (text: string): Promise<string[]> => {
  const owner = createPool(app.database.ownerUrl, { max: 1 });
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await owner.query(`SELECT FROM "${name}" r WHERE strpos(lower(r::text), $1) > 0 LIMIT 1`, [
      text,
    ]);
    if (rowCount !== 0) found.push(name);
  }
  await owner.end();
  return found;
};

describe('deleting an account', () => {
  // proves 7: GET member/deletion, POST member/deletion/request/code, POST member/deletion
  // proves 8: err_deletion_open
  it('is refused while something of value is in it, each named', async () => {
    const who = await somebody(app);
    expect(await causesOf(who)).toEqual([]);
    await move(who, creditMember, '12.5');
    await issueNft(app.context, who.memberId, { category: 'rare' }, BY);
    expect(await causesOf(who)).toEqual([
      { cause: 'balances', count: 1 },
      { cause: 'nfts', count: 1 },
    ]);
    expect([told(await ask(who)), told(await end(who, '000000'))]).toEqual([
      '422 err_deletion_open',
      '422 err_deletion_open',
    ]);
    // What a wallet does not even show could not be moved.
    const other = await somebody(app);
    await move(other, creditMember, '0.009');
    expect(await causesOf(other)).toEqual([]);
  });

  it('is refused for two days after value left, and its mail freezes the account', async () => {
    const [who, mule] = [await somebody(app), await somebody(app)];
    await move(who, creditMember, '10');
    const { rows } = await app.context.pool.query<{ username: string }>('SELECT username FROM member WHERE id = $1', [
      mule.memberId,
    ]);
    const body = { recipient: rows[0]!.username, recipient_name: 'A••• T•••', wallet_type: WALLET.USDT, amount: '10' };
    const headers = { ...bearer(who.token), 'idempotency-key': randomUUID() };
    expect(told(await call(app, 'POST', 'wallet/transfer', { ...body, member_security_pin: who.pin }, headers))).toBe(
      '200',
    );
    expect(await causesOf(who)).toEqual([{ cause: 'sent', count: 1 }]);
    expect(told(await ask(who))).toBe('422 err_deletion_open');
    const later = new Date(app.clock.now() + 48 * HOUR_MS + 1);
    expect(await listDeletionCauses(app.context.pool, who.memberId, later)).toEqual([]);
    // Who received is not held.
    await app.context.funnel.run(
      debitMember({ memberId: mule.memberId, walletId: WALLET.USDT, amountUnits: unitsOf('10'), ...BY }),
    );
    expect(told(await ask(mule))).toBe('200');
    const mail = (await mailsOf(app)).findLast(({ to }) => to?.[0]?.address === mule.email);
    expect(mail?.text).toMatch(/freezeAccount\//);
  });

  it('names a voucher that was won and not redeemed, and no NFT that has left for good', async () => {
    const { memberId } = await somebody(app);
    const { id } = await issueNft(app.context, memberId, { category: 'rare' }, BY);
    const owner = createPool(app.database.ownerUrl, { max: 1 });
    const tx = await owner.connect();
    const causes = async () =>
      (await listDeletionCauses(tx, memberId, new Date(app.clock.now() + 96 * HOUR_MS))).map(({ cause }) => cause);
    // Undone afterwards, and nothing of the database speaks: only what is counted is asked for.
    await tx.query('BEGIN; SET LOCAL session_replication_role = replica');
    await tx.query('UPDATE nft SET status = 3 WHERE id = $1', [id]);
    await tx.query(
      `INSERT INTO nft_withdrawal (id, nft_id, member_id, status, fee_units, hold_owner_id, address, created_at, decided_at, network_id, first_approver, two_operators)
       VALUES ('00000000-0000-7000-8000-000000000001', $1, $2, 1, 0, 1, 'x', now(), now(), 5, 'operator:x', false)`,
      [id, memberId],
    );
    expect(await causes()).toEqual(['nfts']);
    await tx.query(`UPDATE nft_withdrawal SET tx_hash = '0x' || repeat('a', 64)`);
    expect(await causes()).toEqual([]);
    await tx.query(
      `INSERT INTO voucher (id, code_hash, package_id, amount_units) VALUES ('00000000-0000-7000-8000-000000000002', 'x', 3, 1)`,
    );
    await tx.query(
      `INSERT INTO blessing_pick (pack_id, position, member_id, voucher_id, picked_at)
       VALUES ('00000000-0000-7000-8000-000000000003', 0, $1, '00000000-0000-7000-8000-000000000002', now())`,
      [memberId],
    );
    expect(await causes()).toEqual(['vouchers']);
    await tx.query('UPDATE voucher SET voided_at = now()');
    expect(await causes()).toEqual([]);
    await tx.query('ROLLBACK');
    tx.release();
    await owner.end();
  });

  it('takes PIN, second factor and the code of the mail; then nobody signs in, by no way', async () => {
    const { who, phone } = await enrolled(app);
    expect(told(await ask(who, '000000'))).toBe('422 err_pin_wrong');
    expect(told(await ask(who))).toBe('200');
    const code = await codeFor(app, who.email);
    expect(told(await end(who, code))).toBe('403 err_second_factor');
    expect(told(await end(who, code === '000001' ? '000002' : '000001', phone.next()))).toBe('422 err_code_wrong');
    expect(told(await end(who, code, phone.next()))).toBe('200');
    expect(told(await call(app, 'GET', 'member/profile', undefined, bearer(who.token)))).toBe('401 err_unauthorised');
    expect(told(await signInWith(app, who))).toBe('401 err_login');
    expect(told(await signInWith(app, { ...who, email: `deleted-${who.memberId}@deleted.invalid` }))).toBe(
      '401 err_login',
    );
    const link = await issueRedirect(app.context, { memberId: who.memberId, ...BY });
    const id = new URL(link.url).searchParams.get('id')!;
    expect(told(await call(app, 'GET', `member/redirect?id=${id}`))).toBe('403 err_account_frozen');
    const before = (await mailsOf(app)).length;
    await call(app, 'POST', 'member/forgotPassword', { member_email: who.email });
    expect(await mailsOf(app)).toHaveLength(before);
    const mail = (await mailsOf(app)).findLast(({ to }) => to?.[0]?.address === who.email);
    expect(mail?.subject).toBe('Your MinerX account was deleted');
    // Nobody is written to under the name of nobody.
    const addresses = (await mailsOf(app)).flatMap(({ to }) => to?.map(({ address }) => address));
    expect(addresses.filter((address) => address?.endsWith('.invalid'))).toEqual([]);
    // The address is free again.
    expect((await register(app, { email: who.email })).memberId).not.toBe(who.memberId);
  });

  it('erases what no law asks for, in every table, and leaves what moved money', async () => {
    const made = await register(app, { email: 'plumewright@example.com', fullName: 'Ottoline Quillfeather' });
    const who = await moved(made, 'quillfeather@example.com');
    await call(app, 'POST', 'member/login', { member_email: 'plumewright@example.com', member_password: 'Wrong#2026' });
    const pay = { btapay_id: 'gannetpay@pay', member_security_pin: who.pin };
    expect(told(await call(app, 'POST', 'member/btapay/modify', pay, bearer(who.token)))).toBe('200');
    // One waits for the morning, one was given up.
    await app.context.pool.query(
      `INSERT INTO outbox (topic, payload, not_before, given_up_at)
       SELECT 'mail', jsonb_build_object('template', 'notice', 'to', jsonb_build_object('name', full_name, 'address', email)), now() + interval '9 years', g
         FROM member, (VALUES (NULL), (now())) AS t (g) WHERE id = $1`,
      [who.memberId],
    );
    await move(who, creditMember, '5');
    await move(who, debitMember, '5');
    const hash = await app.context.outside.files.put(Buffer.from('a picture'));
    await call(
      app,
      'POST',
      'member/ticket',
      { support_category: 1, support_question: 'My aardvarkword is broken' },
      { ...bearer(who.token), 'idempotency-key': randomUUID() },
    );
    await app.context.pool.query(
      `INSERT INTO stored_file (hash, media_type, bytes, width, height, created_at) VALUES (decode($1, 'hex'), 'image/webp', 4, 1, 1, now())`,
      [hash],
    );
    await app.context.pool.query(
      `INSERT INTO ticket_message (id, ticket_id, admin_id, message, image_hash, created_at)
       SELECT gen_random_uuid(), id, 0, '', decode($2, 'hex'), now() FROM ticket WHERE member_id = $1`,
      [who.memberId, hash],
    );
    const figures = () => app.context.pool.query('SELECT * FROM member_figures ORDER BY member_id');
    const before = (await figures()).rows;
    await ended(who);
    await mailsOf(app);
    expect((await figures()).rows).toEqual(before);
    for (const text of [
      'quillfeather@',
      'ottoline quillfeather',
      'plumewright',
      'gannetpay',
      'zebraphone',
      'aardvarkword',
    ])
      expect([text, await tablesWith(text)]).toEqual([text, []]);
    expect(await app.context.outside.files.get(hash)).toBeNull();
    const { rows } = await app.context.pool.query<{ kind: string }>(
      'SELECT kind FROM transfer WHERE member_id = $1 ORDER BY id',
      [who.memberId],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['credit', 'debit']);
    const lines = await app.context.pool.query<{ action: string }>(
      `SELECT action FROM audit WHERE subject = $1 AND action IN ('member.freeze', 'member.delete') ORDER BY id`,
      [`member:${who.memberId}`],
    );
    expect(lines.rows.map(({ action }) => action)).toEqual(['member.freeze', 'member.delete']);
    await expectCoherentLedger(app.context.pool);
  });

  it('erases the names of passkeys; and no right of the app’s alone ends an account', async () => {
    const { memberId } = await somebody(app);
    const owner = createPool(app.database.ownerUrl, { max: 1 });
    const tx = await owner.connect();
    await tx.query('BEGIN');
    await tx.query(
      `INSERT INTO passkey (id, member_id, credential_id, public_key, name, counter, created_at, seal)
       VALUES (gen_random_uuid(), $1, 'x', 'x', 'Pelicankey', 0, now(), 'x')`,
      [memberId],
    );
    await tx.query(`SELECT erase_member($1, 'x', 'x')`, [memberId]);
    const { rows } = await tx.query<{ rest: string }>(
      `SELECT coalesce(string_agg(r::text, ''), '') AS rest FROM (SELECT p::text FROM passkey p UNION ALL SELECT v::text FROM row_version v) r`,
    );
    expect(rows[0]!.rest).not.toContain('Pelicankey');
    await tx.query('ROLLBACK');
    tx.release();
    await owner.end();
    const alone = [
      [`SELECT erase_member($1, 'x', 'x')`, [memberId]],
      [`UPDATE member SET email = $2, email_key = $2 WHERE id = $1`, [memberId, 'thief@example.com']],
    ] as const;
    for (const [text, values] of alone)
      await expect(app.context.pool.query(text, [...values])).rejects.toThrow('together with a line of the audit log');
  });

  it('loses nothing that comes later: it is booked to the account, and nobody is written to', async () => {
    const who = await somebody(app);
    await ended(who);
    const before = (await mailsOf(app)).length;
    await move(who, creditMember, '7');
    expect(await mailsOf(app)).toHaveLength(before);
    const { rows } = await app.context.pool.query<{ balance: bigint }>('SELECT balance FROM account WHERE id = $1', [
      who.memberId * 16n + 1n,
    ]);
    expect(rows[0]?.balance).toBe(unitsOf('7'));
  });

  it('is done again after books were restored from a copy, to nobody else', async () => {
    const [gone, kept, newcomer] = [await somebody(app), await somebody(app), await somebody(app)];
    await ended(gone);
    await mailsOf(app);
    const nameOf = (who: Somebody) => getUsername(app.context.pool, who.memberId);
    const { dataDir } = app.context.env;
    expect(await listErased(dataDir)).toContainEqual({ memberId: `${gone.memberId}`, username: await nameOf(gone) });
    // As if the copy were of before the one was erased; the number of the other has another owner now.
    await noteErased(dataDir, { memberId: `${kept.memberId}`, username: await nameOf(kept) }, new Date(0));
    await noteErased(dataDir, { memberId: `${newcomer.memberId}`, username: 'somebodyelse' }, new Date(0));
    const again = () => runShell(app.context, ['member', 'erase-again', '--reason', 'restored']);
    expect(await again()).toBe('1 member erased again.');
    expect(told(await signInWith(app, kept))).toBe('401 err_login');
    expect(told(await signInWith(app, newcomer))).toBe('200');
    expect(await again()).toBe('0 members erased again.');
  });

  it('happens once, for two presses at once', async () => {
    const who = await somebody(app);
    await ask(who);
    const code = await codeFor(app, who.email);
    const both = (await Promise.all([end(who, code), end(who, code)])).map(told);
    expect(both.filter((each) => each === '200')).toHaveLength(1);
  });
});
