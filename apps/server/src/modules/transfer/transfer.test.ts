import { randomUUID } from 'node:crypto';
import { unitsOf } from '@minerx/rules/money';
import { WALLET, type WalletName } from '@minerx/rules/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { bearer, call, mailsOf, PIN, register, signIn, told } from '../../../test/people.ts';
import type { Pool } from 'pg';
import { createPool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { insertPayoutFreeze } from '../integrity/payout-freeze.store.ts';
import { accountId } from '../../ledger/account.ts';
import { drainOutbox } from '../../jobs/outbox.ts';
import { outboxTopics } from '../../jobs/outbox-topics.ts';
import { creditMember } from '../member/adjustment.command.ts';
import { freezeMember } from '../member/member-account.command.ts';
import { runShell } from '../../../test/operator/shell.ts';

interface Somebody {
  email: string;
  memberId: bigint;
  username: string;
  code: string;
  headers: Record<string, string>;
}

let app: TestApp;
/** May do what the app may not: arrange what it never would. */
let owner: Pool;
let aisyah: Somebody;
let bo: Somebody;

const somebody = async (fullName: string, balances: Partial<Record<WalletName, string>> = {}): Promise<Somebody> => {
  const person = await register(app, { fullName });
  for (const [name, amount] of Object.entries(balances)) {
    const wallet = WALLET[name as WalletName];
    const credit = { memberId: person.memberId, walletId: wallet, amountUnits: unitsOf(amount) };
    await app.context.funnel.run(creditMember({ ...credit, reason: 'test', actor: 'operator:test' }));
  }
  const { rows } = await app.context.pool.query<{ username: string; code: string }>(
    'SELECT username, referral_code AS code FROM member WHERE id = $1',
    [person.memberId],
  );
  const { accessToken } = await signIn(app, person);
  return { email: person.email, memberId: person.memberId, ...rows[0]!, headers: bearer(accessToken) };
};
const balance = async ({ memberId }: Somebody, wallet: WalletName): Promise<bigint> => {
  const { rows } = await app.context.pool.query<{ balance: bigint }>('SELECT balance FROM account WHERE id = $1', [
    accountId(memberId, WALLET[wallet]),
  ]);
  return rows[0]!.balance;
};
const find = (who: Somebody, recipient: string) =>
  call(app, 'POST', 'wallet/transfer/recipient', { recipient }, who.headers);
const send = (who: Somebody, to: Somebody, more: Record<string, unknown> = {}, key: string = randomUUID()) => {
  const body = { recipient: to.username, recipient_name: 'B••• L•••', wallet_type: WALLET.USDT, amount: '10' };
  const headers = { ...who.headers, 'idempotency-key': key };
  return call(app, 'POST', 'wallet/transfer', { ...body, member_security_pin: PIN, ...more }, headers);
};
const shell = (...words: string[]): Promise<string> => runShell(app.context, words);

beforeAll(async () => {
  app = await testApp();
  owner = createPool(app.database.ownerUrl, { max: 1 });
  aisyah = await somebody('Aisyah Tan', { USDT: '1000', CW: '50', RW: '50', BTC: '1' });
  bo = await somebody('Bo Lim');
}, 60_000);
afterAll(async () => {
  await expectCoherentLedger(app.context.pool);
  await owner.end();
  await app.close();
});

describe('whom a transfer may go to', () => {
  // proves 7: POST wallet/transfer/recipient
  // proves 8: err_recipient, err_transfer_self
  it('is found by username or referral code in any case, by a masked name, and by nothing else', async () => {
    for (const typed of [bo.username, bo.username.toUpperCase(), `@${bo.username}`, ` ${bo.code.toLowerCase()} `])
      expect((await find(aisyah, typed)).body.result).toEqual({ recipient_name: 'B••• L•••' });
    for (const typed of [bo.email, 'Bo Lim', 'root', '%', bo.username.slice(0, -1), 'nobody'])
      expect(told(await find(aisyah, typed))).toBe('422 err_recipient');
    expect(told(await find(aisyah, aisyah.code))).toBe('422 err_transfer_self');
  });

  it('answers for a frozen member as for nobody', async () => {
    const cold = await somebody('Cold Hand');
    await freezeMember(app.context, { memberId: cold.memberId, actor: 'operator:test', reason: 'test' });
    const [frozen, missing] = [await find(aisyah, cold.username), await find(aisyah, 'nobodyatall')];
    expect({ ...frozen.body, request_id: 0 }).toEqual({ ...missing.body, request_id: 0 });
    expect(told(await send(aisyah, cold, { recipient_name: 'C••• H•••' }))).toBe('422 err_recipient');
  });

  it('is not whoever takes a name that is spelt like somebody else’s code', async () => {
    const thief = await somebody('Copy Cat');
    await owner.query('UPDATE member SET username = $2 WHERE id = $1', [thief.memberId, bo.code.toLowerCase()]);
    expect((await find(aisyah, bo.code.toLowerCase())).body.result).toEqual({ recipient_name: 'B••• L•••' });
  });

  it('cannot be guessed through: after twenty wrong names nobody is found for a while, over both calls', async () => {
    const curious = await somebody('Curious One', { USDT: '10' });
    for (let tries = 0; tries < 20; tries += 1) {
      const answer =
        tries % 2 ? await find(curious, `guess${tries}`) : await send(curious, bo, { recipient: `g${tries}` });
      expect(told(answer)).toBe('422 err_recipient');
    }
    const locked = await find(curious, bo.username);
    expect(told(locked)).toBe('429 err_too_many');
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(60);
    expect(told(await send(curious, bo))).toBe('429 err_too_many');
    app.clock.advance(16 * 60_000);
    expect(told(await call(app, 'GET', 'wallet/all', undefined, curious.headers))).toBe('401 err_unauthorised');
    const again = {
      ...curious,
      headers: bearer((await signIn(app, { ...curious, password: 'Sunrise#2026' })).accessToken),
    };
    expect(told(await find(again, bo.username))).toBe('200');
    aisyah.headers = bearer((await signIn(app, { ...aisyah, password: 'Sunrise#2026' })).accessToken);
  });
});

describe('a transfer', () => {
  // proves 7: POST wallet/transfer
  it('moves the amount once, and the same key tells the same again', async () => {
    const key = randomUUID();
    const first = await send(aisyah, bo, { note: 'For lunch' }, key);
    expect(told(first)).toBe('200');
    expect((await send(aisyah, bo, { note: 'For lunch' }, key)).body.result).toEqual(first.body.result);
    expect(told(await send(aisyah, bo, { note: 'For dinner' }, key))).toBe('422 err_idempotency_mismatch');
    expect([await balance(aisyah, 'USDT'), await balance(bo, 'USDT')]).toEqual([unitsOf('990'), unitsOf('10')]);
    const { rows } = await app.context.pool.query(
      'SELECT t.member_id, t.receiver_id, t.reason, p.amount FROM transfer t JOIN posting p ON p.transfer_id = t.id WHERE t.id = $1',
      [(first.body.result as { id: string } | undefined)?.id],
    );
    expect(rows).toEqual([
      { member_id: aisyah.memberId, receiver_id: bo.memberId, reason: 'For lunch', amount: unitsOf('10') },
    ]);
  });

  it('names in the history whom the sender typed, to the sender alone; the receiver sees a masked name', async () => {
    const [sender, receiver] = [await somebody('Hana Mori', { USDT: '100' }), await somebody('Lee Hui Min')];
    const named = { recipient_name: 'L••• H••• M•••' };
    for (const recipient of [` @${receiver.username} `, receiver.code])
      expect(told(await send(sender, receiver, { ...named, recipient }))).toBe('200');
    const seen = async ({ headers }: Somebody) => {
      const { result } = (await call(app, 'POST', 'wallet/transaction', { kinds: ['transfer'] }, headers)).body;
      const { data } = result as unknown as { data: Record<string, string | null>[] };
      const opened = await Promise.all(
        data.map(({ transaction_id: id }) =>
          call(app, 'GET', `wallet/transaction/getById?id=${id}`, undefined, headers),
        ),
      );
      expect(opened.map(({ body }) => (body.result as unknown as { transaction: unknown }).transaction)).toEqual(data);
      return data.map(({ counterparty, recipient }) => [recipient, counterparty]);
    };
    expect(await seen(sender)).toEqual([
      [receiver.code, 'L••• H••• M•••'],
      [receiver.username, 'L••• H••• M•••'],
    ]);
    expect(await seen(receiver)).toEqual([
      [null, 'H••• M•••'],
      [null, 'H••• M•••'],
    ]);
  });

  it('tells both by mail in their language, with the link that freezes', async () => {
    await app.context.pool.query(`UPDATE member SET language = 'gr' WHERE id = $1`, [bo.memberId]);
    expect(told(await send(aisyah, bo, { amount: '12.5', note: 'Visit evil.example' }))).toBe('200');
    await drainOutbox(app.context, outboxTopics(app.context));
    const mails = await mailsOf(app);
    const to = (email: string, subject: string) =>
      mails.find((mail) => mail.to?.[0]?.address === email && mail.subject === subject)?.text;
    expect(to(aisyah.email, '12.50 USDT left your MinerX account')).toMatch(
      /to the member B••• L•••\.[^]*\/freezeAccount\//,
    );
    const received = to(bo.email, '12,50 USDT sind auf Ihrem MinerX-Konto eingegangen');
    expect(received).toMatch(/Mitglied A••• T•••[^]*\/freezeAccount\//);
    expect(mails.map(({ text }) => text).join()).not.toContain('evil.example');
  });

  // proves 8: err_transfer_wallet, err_transfer_amount
  it('is refused where it may not be, and nothing moves', async () => {
    const before = [await balance(aisyah, 'USDT'), await balance(bo, 'USDT')];
    const cases: [Record<string, unknown>, string][] = [
      [{ amount: '100000' }, '422 err_insufficient_balance'],
      [{ amount: '0.5' }, '422 err_transfer_amount'],
      [{ amount: '1.001' }, '422 err_transfer_amount'],
      [{ wallet_type: WALLET.BTC, amount: '1' }, '422 err_transfer_wallet'],
      [{ recipient_name: 'C••• L•••' }, '422 err_recipient'],
      [{ recipient: aisyah.code, recipient_name: 'A••• T•••' }, '422 err_transfer_self'],
      [{ member_security_pin: '000001' }, '422 err_pin_wrong'],
      [{ note: 'x'.repeat(141) }, '400 err_validation'],
    ];
    for (const [more, expected] of cases) expect(told(await send(aisyah, bo, more))).toBe(expected);
    expect([await balance(aisyah, 'USDT'), await balance(bo, 'USDT')]).toEqual(before);
  });

  it('waits 48 hours after a reset, and while the books are checked; a frozen account sends nothing', async () => {
    const { pool } = app.context;
    const other = await somebody('Dora Lee', { USDT: '10' });
    const at = new Date(app.clock.now());
    await pool.query(`INSERT INTO factor_change (member_id, kind, at) VALUES ($1, 'reset', $2)`, [other.memberId, at]);
    expect(told(await send(other, bo))).toBe('422 err_recent_reset');
    await inTransaction(pool, (tx) => insertPayoutFreeze(tx, { balances: 1 }, at));
    expect(told(await send(aisyah, bo))).toBe('503 err_payouts_frozen');
    await owner.query('DELETE FROM payout_freeze');
    expect(told(await send(aisyah, bo))).toBe('200');
    const { headers } = other;
    await freezeMember(app.context, { memberId: other.memberId, actor: 'operator:test', reason: 'test' });
    expect(['401 err_unauthorised', '403 err_account_frozen']).toContain(told(await send({ ...other, headers }, bo)));
  });

  it('takes place once of fifty at once with the money for one', async () => {
    const rich = await somebody('Fifty Times', { CW: '15' });
    const body = { wallet_type: WALLET.CW, amount: '10' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(rich, bo, body)));
    const counts = Object.groupBy(answers.map(told), (each) => each);
    expect(counts['200']).toHaveLength(1);
    expect(counts['422 err_insufficient_balance']).toHaveLength(49);
    expect(await balance(rich, 'CW')).toBe(unitsOf('5'));
  });

  it('crosses another one between the same two without either getting stuck', async () => {
    const [one, two] = [await somebody('One Tan', { USDT: '100' }), await somebody('Two Tan', { USDT: '100' })];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2
          ? send(one, two, { recipient_name: 'T••• T•••', amount: '3' })
          : send(two, one, { recipient_name: 'O••• T•••', amount: '2' }),
      ),
    );
    expect(answers.map(told)).toEqual(Array(20).fill('200'));
    expect([await balance(one, 'USDT'), await balance(two, 'USDT')]).toEqual([unitsOf('90'), unitsOf('110')]);
  });
});

describe('operators', () => {
  // proves 7: GET wallet/transfer/options
  it('choose the wallets that may be sent, and the least', async () => {
    const options = async () =>
      (await call(app, 'GET', 'wallet/transfer/options', undefined, aisyah.headers)).body.result;
    expect(await options()).toEqual({
      transfer: [WALLET.USDT, WALLET.CW, WALLET.RW].map((id) => ({
        member_wallet_type_id: id,
        transfer_min_amount: '1',
      })),
    });
    expect(await shell('transfer', 'set', '--wallet', 'RW', '--offered', 'no', '--reason', 'test')).toMatch(
      /^USDT from 1, CW from 1$/,
    );
    await shell('transfer', 'set', '--wallet', 'CW', '--min', '5', '--reason', 'test');
    expect(await shell('transfer', 'list')).toBe('USDT from 1, CW from 5');
    expect(told(await send(aisyah, bo, { wallet_type: WALLET.RW }))).toBe('422 err_transfer_wallet');
    const low = await send(aisyah, bo, { wallet_type: WALLET.CW, amount: '4' });
    expect([told(low), (low.body as { err_details?: unknown }).err_details]).toEqual([
      '422 err_transfer_amount',
      { min: '5' },
    ]);
  });
});

describe('mails about transfers', () => {
  it('tells of ten an hour one by one, and counts the others in one mail when the hour is over; a code is held never', async () => {
    app.clock.advance(3_600_000 - (app.clock.now() % 3_600_000));
    const [dana, eli] = [await somebody('Dana Roe', { USDT: '100' }), await somebody('Eli Fox')];
    for (let n = 0; n < 13; n += 1)
      expect(told(await send(dana, eli, { recipient_name: 'E••• F•••', amount: '1' }))).toBe('200');
    await call(app, 'POST', 'member/forgotPassword', { member_email: eli.email });
    const subjectsTo = async (email: string) =>
      (await mailsOf(app)).filter(({ to }) => to?.[0]?.address === email).map(({ subject }) => subject ?? '');
    const arrived = (subjects: string[]) => subjects.filter((subject) => subject.includes('arrived')).length;
    expect(arrived(await subjectsTo(eli.email))).toBe(10);
    expect(await subjectsTo(eli.email)).toContain('Reset your MinerX password');
    app.clock.advance(3_600_000);
    const counting = (await mailsOf(app)).filter(({ subject }) => subject === 'More happened in your MinerX account');
    expect(counting.map(({ to }) => to?.[0]?.address).sort()).toEqual([dana.email, eli.email].sort());
    expect(counting.find(({ to }) => to?.[0]?.address === eli.email)?.text).toContain(
      'Amounts that came from other members: 3\n',
    );
  });
});
