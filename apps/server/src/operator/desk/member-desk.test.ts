import { LIST_ROWS } from '@minerx/contract/operator/list';
import {
  operatorMember,
  operatorMemberLedger,
  operatorMemberOrders,
  operatorMembers,
} from '@minerx/contract/operator/member';
import { unitsOf } from '@minerx/rules/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { giveByTwo } from '../../../test/operator/given-by-two.ts';
import { openDesk, type Console } from '../../../test/operator/operators.ts';
import { register, signIn } from '../../../test/people.ts';

let app: TestApp;
let support: Console;
let member: Awaited<ReturnType<typeof register>>;
let id: string;

beforeAll(async () => {
  ({ app, support } = await openDesk('support'));
  await register(app);
  member = await register(app);
  id = member.memberId.toString();
  for (let made = 0; made < LIST_ROWS + 2; made += 1) {
    app.clock.advance(1000);
    const gift = { walletId: 1, amountUnits: unitsOf('2'), reason: `gift ${made}` } as const;
    await giveByTwo(app.context, { memberId: member.memberId, ...gift });
  }
  await signIn(app, member);
}, 60_000);
afterAll(async () => {
  await expectCoherentLedger(app.context.pool);
  await app.close();
});

const find = async (search: string) =>
  (await support.read(operatorMembers, `search=${encodeURIComponent(search)}`)).rows.map((row) => row.id);

describe('members on the desk', () => {
  // proves 7: GET operator/member/all
  it('are found by number, referral code, and how email, username and name begin', async () => {
    const { rows, next } = await support.read(operatorMembers);
    expect([rows[0]?.id, next]).toEqual([id, null]);
    const { email, username, name } = rows[0]!;
    const { referral_code: code } = await support.read(operatorMember, `id=${id}`);
    for (const text of [id, code, code.toLowerCase(), email, email.toUpperCase(), username.slice(0, -1), name])
      expect([text, await find(text)]).toEqual([text, expect.arrayContaining([id])]);
    expect(await find('%')).toEqual([]);
    expect(await find('nobody at all')).toEqual([]);
  });

  it('are found by how their mobile number begins, however it is typed', async () => {
    const { mobile } = await support.read(operatorMember, `id=${id}`);
    const digits = mobile.slice(1);
    for (const text of [
      mobile,
      digits,
      mobile.slice(0, -2),
      `+${digits.slice(0, 2)} ${digits.slice(2, 5)}-${digits.slice(5)}`,
    ])
      expect([text, await find(text)]).toEqual([text, expect.arrayContaining([id])]);
  });

  it('of whom more are found than a page holds are said to be more, and who is meant exactly is the first', async () => {
    const { pool } = app.context;
    const search = async (text: string) => support.read(operatorMembers, `search=${text}`);
    await pool.query(
      `INSERT INTO member (username, full_name, email, email_key, mobile, country_id, community_id, referral_code, language, password_hash, pin_hash)
       SELECT 'crowd' || n, 'One of many', 'crowd' || n || '@x.test', 'crowd' || n || '@x.test', '+1555000' || n, country_id, community_id, 'CROWD' || n, language, password_hash, pin_hash
         FROM member CROSS JOIN generate_series(1, $2::integer) n WHERE id = $1`,
      [id, LIST_ROWS + 1],
    );
    const many = await search('crowd');
    expect([many.rows.length, many.left_out, many.next]).toEqual([LIST_ROWS, true, null]);
    const one = await search('crowd1');
    expect([one.rows[0]?.username, one.rows.length, one.left_out]).toEqual(['crowd1', 11, false]);
  });

  it('are a page by number, which goes on after its last row', async () => {
    const { rows } = await support.read(operatorMembers, `after=${id}`);
    expect(rows.every((row) => BigInt(row.id) < member.memberId)).toBe(true);
    const wrong = await support.ask('GET', 'operator/member/all?after=x');
    expect([wrong.status, wrong.body.err_code]).toEqual([400, 'err_page']);
  });

  // proves 7: GET operator/member
  it('show what they have and are, and nothing that opens the account; who looked is on the audit log', async () => {
    const shown = await support.read(operatorMember, `id=${id}`);
    expect(shown.wallets).toContainEqual({ wallet: 'USDT', balance: String(2 * (LIST_ROWS + 2)) });
    expect(shown.audit).toHaveLength(LIST_ROWS);
    expect(shown).toMatchObject({
      member: { email: member.email, frozen: false },
      sessions: [{ device: expect.any(String) }],
    });
    const { rows } = await app.context.pool.query(
      'SELECT password_hash AS password, pin_hash AS pin FROM member WHERE id = $1',
      [id],
    );
    for (const secret of Object.values(rows[0] as Record<string, string>))
      expect(JSON.stringify(shown)).not.toContain(secret);
    const look = await app.context.pool.query(
      `SELECT actor, detail FROM audit WHERE action = 'operator.look' AND subject = 'member show' ORDER BY id DESC LIMIT 1`,
    );
    expect(look.rows).toEqual([{ actor: 'operator:support@minerx.test', detail: { id } }]);
    const missing = await support.ask('GET', 'operator/member?id=999999');
    expect([missing.status, missing.body.err_code]).toEqual([404, 'err_not_found']);
  });

  // proves 7: GET operator/member/ledger
  it('have a ledger that goes on page by page, with the balance after each movement', async () => {
    const first = await support.read(operatorMemberLedger, `id=${id}`);
    expect(first.rows).toHaveLength(LIST_ROWS);
    expect(first.rows[0]).toMatchObject({
      kind: 'credit',
      reason: `gift ${LIST_ROWS + 1}`,
      changes: [{ wallet: 'USDT', amount: '2', balance: String(2 * (LIST_ROWS + 2)) }],
    });
    const second = await support.read(operatorMemberLedger, `id=${id}&after=${first.next}`);
    expect(second.rows.map(({ reason }) => reason)).toEqual(['gift 1', 'gift 0']);
    expect(second.next).toBeNull();
  });

  // proves 7: GET operator/member/orders
  it('have a list of orders, empty when there is none', async () => {
    expect(await support.read(operatorMemberOrders, `id=${id}`)).toEqual({
      rows: [],
      next: null,
    });
  });

  it('are signed out everywhere by support, with a reason', async () => {
    const { body } = await support.run('member sign-out', { email: member.email, reason: 'lost phone' });
    expect(JSON.stringify(body.result)).toContain('1 session of');
    const { sessions, audit } = await support.read(operatorMember, `id=${id}`);
    expect(sessions).toEqual([]);
    expect(audit[0]).toMatchObject({
      action: 'member.sign_out',
      reason: 'lost phone',
      actor: 'operator:support@minerx.test',
    });
  });

  it('show what was wrong at the gates of the account since something was right there', async () => {
    const person = await register(app);
    const shown = async () => (await support.read(operatorMember, `id=${person.memberId}`)).wrong;
    expect(await shown()).toEqual([]);
    await expect(signIn(app, { ...person, password: 'Wrong#Pass1' })).rejects.toThrow('err_login');
    await expect(signIn(app, { ...person, password: 'Wrong#Pass2' })).rejects.toThrow('err_login');
    expect(await shown()).toMatchObject([{ gate: 'login', failures: 2, locks: 0, locked_until: null }]);
    await signIn(app, person);
    expect(await shown()).toEqual([]);
  });
});
