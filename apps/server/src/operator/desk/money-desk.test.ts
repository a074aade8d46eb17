import { LIST_ROWS } from '@minerx/contract/operator/list';
import { operatorNftWithdrawal, operatorNftWithdrawals } from '@minerx/contract/operator/nft';
import { operatorWithdrawal, operatorWithdrawals } from '@minerx/contract/operator/withdrawal';
import { unitsOf } from '@minerx/rules/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { giveByTwo } from '../../../test/operator/given-by-two.ts';
import { asOwner, factorOf, openDesk, type Console } from '../../../test/operator/operators.ts';
import { register } from '../../../test/people.ts';
import { ADDRESS, asking, saveAddress } from '../../../test/withdrawals.ts';
import { issueNft } from '../../modules/nft/nft-holding.command.ts';
import { withdrawNft } from '../../modules/nft/nft-withdrawal.command.ts';

let app: TestApp;
let finance: Console;
let admin: Console;
let support: Console;
let member: Awaited<ReturnType<typeof register>>;
let asked: string[];

beforeAll(async () => {
  ({ app, support, finance, admin } = await openDesk('support', 'finance', 'admin'));
  member = await register(app);
  const { memberId } = member;
  await giveByTwo(app.context, { memberId, walletId: 1, amountUnits: unitsOf('90000') });
  const bank = { pool: app.context.pool, clock: app.clock };
  await saveAddress(bank, memberId);
  asked = [];
  for (let made = 0; made < LIST_ROWS + 3; made += 1) {
    app.clock.advance(1000);
    asked.push((await app.context.funnel.run(await asking(bank, memberId, { amount: made === 0 ? '2000' : '20' }))).id);
  }
}, 60_000);
afterAll(async () => {
  await expectCoherentLedger(app.context.pool);
  await app.close();
});

const list = (who: Console, query = '') => who.read(operatorWithdrawals, query);
const show = (who: Console, id: string) => who.read(operatorWithdrawal, `id=${id}`);
const stepUp = async (who: Console, role: 'finance' | 'admin') => {
  app.clock.advance(30_000);
  await who.ask('POST', 'operator/step-up', { factor: factorOf(app, role) });
};
const looks = async (action: string) =>
  (
    await app.context.pool.query(`SELECT actor, detail FROM audit WHERE action = 'operator.look' AND subject = $1`, [
      action,
    ])
  ).rows;

describe('withdrawals on the desk', () => {
  // proves 7: GET operator/withdrawal/all
  it('stand by age, a page of fifty goes on after its last row, and none stands twice', async () => {
    const first = await list(support);
    expect(first.rows.map(({ id }) => id)).toEqual(asked.slice(0, LIST_ROWS));
    const second = await list(support, `after=${first.next}`);
    expect(second.rows.map(({ id }) => id)).toEqual(asked.slice(LIST_ROWS));
    expect(second.next).toBeNull();
    expect(first.rows[0]).toMatchObject({
      amount: '2000',
      wallet: 'USDT',
      network: 'BEP20',
      state: 'review',
      revision: 1,
      two_operators: true,
      next: 'approve',
      member_email: member.email,
      warnings: ['new_address'],
    });
  });

  it('can be those of one member, or none when nobody is called so', async () => {
    expect((await list(support, `member=${encodeURIComponent(member.email)}`)).rows).toHaveLength(LIST_ROWS);
    expect((await list(support, 'member=nobody@example.com')).rows).toEqual([]);
    const wrong = await support.ask('GET', 'operator/withdrawal/all?after=x');
    expect([wrong.status, wrong.body.err_code]).toEqual([400, 'err_page']);
  });

  // proves 7: GET operator/withdrawal
  it('show account, addresses and what operators said, and who looked is on the audit log', async () => {
    const [id] = asked as [string];
    for (const [who, role] of [
      [finance, 'finance'],
      [admin, 'admin'],
    ] as const)
      await stepUp(who, role);
    const approve = (who: Console, revision: string) =>
      who.run('withdrawal approve', { id, revision, reason: 'known' });
    await approve(finance, '1');
    const half = await show(finance, id);
    expect(half.withdrawal).toMatchObject({
      next: 'second',
      revision: 2,
      first_approver: 'operator:finance@minerx.test',
    });
    expect(half.account).toMatchObject({ email: member.email, frozen: false, held_until: null });
    expect(half.addresses).toMatchObject([{ network: 'BEP20', address: ADDRESS }]);
    expect(half.audit).toMatchObject([{ action: 'withdrawal.approve.first', reason: 'known' }]);
    await approve(admin, '2');
    const done = await show(admin, id);
    expect(done).toMatchObject({ withdrawal: { state: 'approved', next: 'worker' }, by_hand: false });
    expect(done.second_approver).toBe('operator:admin@minerx.test');
    expect(await looks('withdrawal show')).toEqual([
      { actor: 'operator:finance@minerx.test', detail: { id } },
      { actor: 'operator:admin@minerx.test', detail: { id } },
    ]);
    expect((await list(finance, 'state=approved')).rows.map((row) => row.id)).toEqual([id]);
  });

  it('take the yes of operators who may give it, whoever writes as the app', async () => {
    const setDisabled = (at: string) =>
      asOwner(app, ({ pool }) =>
        pool.query(`UPDATE operator SET disabled_at = ${at} WHERE email = 'admin@minerx.test'`),
      );
    const name = (first: string, second: string | null) =>
      app.context.pool.query('UPDATE withdrawal SET first_approver = $2, second_approver = $3 WHERE id = $1', [
        asked[3],
        `operator:${first}`,
        second && `operator:${second}`,
      ]);
    await setDisabled('now()');
    for (const who of ['ghost', 'Finance@minerx.test', 'support@minerx.test', 'admin@minerx.test', 'shell'])
      for (const [first, second] of [
        [who, null],
        ['finance@minerx.test', who],
      ] as const)
        await expect(name(first, second)).rejects.toMatchObject({ code: '23514', constraint: 'approved_by_operators' });
    await setDisabled('NULL');
  });

  it('that are over stand newest first', async () => {
    await stepUp(finance, 'finance');
    for (const id of asked.slice(1, 3))
      await finance.run('withdrawal reject', { id, cause: 'address', reason: 'test' });
    const { rows } = await list(finance, 'state=ended');
    expect(rows.map(({ id }) => id)).toEqual([asked[2], asked[1]]);
    expect(rows[0]).toMatchObject({ state: 'rejected', cause: 'address', next: null });
  });

  it('of nobody are refused, and looked at by operators alone', async () => {
    const { status, body } = await support.ask('GET', 'operator/withdrawal?id=nothing');
    expect([status, body.err_code]).toEqual([404, 'err_not_found']);
    const visitor = await app.http.inject({ url: '/api/operator/withdrawal/all' });
    expect(visitor.statusCode).toBe(401);
  });
});

describe('NFT withdrawals on the desk', () => {
  // proves 7: GET operator/nft/all
  // proves 7: GET operator/nft
  it('show what is asked for and what its account went through, and are rejected from there', async () => {
    const by = { actor: 'operator:t', reason: 'test' } as const;
    const { id: nftId } = await issueNft(app.context, member.memberId, { category: 'rare' }, by);
    const { id } = await app.context.funnel.run(
      withdrawNft(member.memberId, { nftId, address: ADDRESS, seenFeeUnits: null }, null),
    );
    await app.context.pool.query(`INSERT INTO factor_change (member_id, kind, at) VALUES ($1, 'reset', $2)`, [
      member.memberId,
      new Date(app.clock.now()),
    ]);
    const { rows } = await support.read(operatorNftWithdrawals);
    expect(rows).toMatchObject([{ id, state: 'pending', category: 'rare', next: 'account', warnings: ['reset'] }]);
    const shown = await support.read(operatorNftWithdrawal, `id=${id}`);
    expect(shown.account.changes).toMatchObject([{ kind: 'reset' }]);
    expect(shown.account.held_until).not.toBeNull();
    await stepUp(finance, 'finance');
    await finance.run('nft reject', { id, cause: 'account', reason: 'reset an hour ago' });
    const after = await support.read(operatorNftWithdrawal, `id=${id}`);
    expect(after.withdrawal).toMatchObject({ state: 'rejected', cause: 'account', next: null });
    expect(after.audit).toMatchObject([{ actor: 'operator:finance@minerx.test', reason: 'reset an hour ago' }]);
    // Seen before and after, which is one look.
    expect(await looks('nft show')).toHaveLength(1);
  });
});
