import { unitsOf } from '@minerx/rules/money';
import { NFT_NETWORK, NFT_REVIEW_DAYS } from '@minerx/rules/nft-withdrawal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { moneyHouse, type MoneyHouse } from '../../../test/money-house.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { expireNftWithdrawals } from '../../jobs/due.ts';
import { accountId } from '../../ledger/account.ts';
import { NFT_HOUSE } from './nft.ledger.ts';
import type { Funnel } from '../../ledger/funnel.ts';
import { checkLedger } from '../../../test/whole/check-ledger.ts';
import { issueNft, recordNftHash, releaseNft } from './nft-holding.command.ts';
import { approveNftWithdrawal, rejectNftWithdrawal } from './nft-review.command.ts';
import { cancelNftWithdrawal, withdrawNft } from './nft-withdrawal.command.ts';
import { findNft, findNftWithdrawal } from './nft.query.ts';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const BY = { actor: 'operator:ana' as const, reason: 'test' };
const BEN = { actor: 'operator:ben' as const, reason: 'test' };
const AT_ONCE = 50;

let database: TestDatabase;
let house: MoneyHouse;
let funnels: [Funnel, Funnel];

beforeAll(async () => {
  database = await testDatabase();
  house = await moneyHouse(database);
  await setFee('5');
  funnels = [house.secondFunnel({ batchSize: 8 }), house.secondFunnel({ batchSize: 8, lanes: 2 })];
});
afterAll(async () => {
  await house.close();
  await database.drop();
});

const setFee = (fee: string) =>
  database.pool.query(
    `INSERT INTO setting (key, value) VALUES ('nft_withdraw_fee', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [JSON.stringify(fee)],
  );
const issue = async (member: bigint, category: 'rare' | 'legendary' | 'mythic' = 'rare') =>
  (await issueNft(house, member, { category }, BY)).id;
const ask = (member: bigint, nftId: string, more: { key?: string; fee?: string; address?: string } = {}) =>
  withdrawNft(
    member,
    { nftId, address: more.address ?? ADDRESS, seenFeeUnits: more.fee === undefined ? null : unitsOf(more.fee) },
    more.key ?? null,
  );
const withdraw = async (member: bigint, nftId: string) => {
  const { id } = await house.funnel.run(ask(member, nftId));
  return (await findNftWithdrawal(house.pool, id))!;
};
const stateOf = async (member: bigint, nftId: string) => (await findNft(house.pool, member, nftId))?.status;
const reject = (withdrawal: Parameters<typeof rejectNftWithdrawal>[0], keepBack = false) =>
  rejectNftWithdrawal(withdrawal, { ...BY, cause: 'address', keepBack });
const houseFees = async (): Promise<bigint> => {
  const { rows } = await house.pool.query<{ units: bigint }>(
    'SELECT coalesce(sum(amount), 0)::bigint AS units FROM posting WHERE destination = $1',
    [accountId(NFT_HOUSE.NFT_FEES, 1)],
  );
  return rows[0]!.units;
};
const race = async (start: (n: number, funnel: Funnel) => Promise<unknown>) => {
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, (_, n) => start(n, funnels[n % 2]!)));
  const codes = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [String(outcome.reason.code ?? outcome.reason)] : [],
  );
  return { successes: AT_ONCE - codes.length, codes: [...new Set(codes)] };
};

describe('asking for an NFT', () => {
  it('puts the item on pending and the fee in a hold with a deadline', async () => {
    const member = await house.member({ USDT: '12' });
    const nft = await issue(member);
    const { id, holdOwnerId, deadlineAt, address, feeUnits } = await withdraw(member, nft);
    expect(await stateOf(member, nft)).toBe(2);
    expect(await house.balance(member, 'USDT')).toBe(unitsOf('7'));
    expect(feeUnits).toBe(unitsOf('5'));
    expect(deadlineAt.getTime() - house.clock.at).toBe(NFT_REVIEW_DAYS * 86_400_000);
    const { rows } = await house.pool.query('SELECT balance FROM account WHERE id = $1', [accountId(holdOwnerId, 1)]);
    expect(rows).toEqual([{ balance: unitsOf('5') }]);
    expect(await findNftWithdrawal(house.pool, id)).toMatchObject({ status: 0, address: ADDRESS, network: 5 });
    expect(address).toBe(ADDRESS);
    await expectCoherentLedger(house.pool);
  });

  it('keeps the address in its checksummed spelling, however it was typed', async () => {
    const member = await house.member({ USDT: '5' });
    const { id } = await house.funnel.run(ask(member, await issue(member), { address: ADDRESS.toLowerCase() }));
    expect((await findNftWithdrawal(house.pool, id))!.address).toBe(ADDRESS);
  });

  it('is refused for an item that is not ready, of somebody else, or of nobody', async () => {
    const member = await house.member({ USDT: '100' });
    const other = await house.member({ USDT: '100' });
    const nft = await issue(member);
    await withdraw(member, nft);
    await expect(house.funnel.run(ask(member, nft))).rejects.toMatchObject({ code: 'err_nft_status' });
    await expect(house.funnel.run(ask(other, nft))).rejects.toMatchObject({ code: 'err_not_found' });
    const { rows } = await house.pool.query<{ id: string }>('SELECT id FROM nft WHERE member_id IS NULL LIMIT 1');
    await expect(house.funnel.run(ask(member, rows[0]!.id))).rejects.toMatchObject({ code: 'err_not_found' });
  });

  it('is refused to a frozen member and to one who cannot pay the fee, and takes nothing', async () => {
    const poor = await house.member({ USDT: '4.99999999' });
    const nft = await issue(poor);
    await expect(house.funnel.run(ask(poor, nft))).rejects.toMatchObject({
      code: 'err_insufficient_balance',
      more: { details: { wallet: 'USDT', needed: '5', balance: '4.99999999' } },
    });
    const frozen = await house.member({ USDT: '10' });
    const kept = await issue(frozen);
    await house.pool.query('UPDATE member SET frozen_at = now() WHERE id = $1', [frozen]);
    await expect(house.funnel.run(ask(frozen, kept))).rejects.toMatchObject({ code: 'err_account_frozen' });
    expect([await stateOf(poor, nft), await stateOf(frozen, kept)]).toEqual([1, 1]);
    expect(await house.balance(frozen, 'USDT')).toBe(unitsOf('10'));
  });

  it('is refused with the fee of now when the member saw another one', async () => {
    const member = await house.member({ USDT: '100' });
    const nft = await issue(member);
    await expect(house.funnel.run(ask(member, nft, { fee: '4' }))).rejects.toMatchObject({
      code: 'err_amount_changed',
      more: { details: { needed: '5' } },
    });
    await house.funnel.run(ask(member, nft, { fee: '5' }));
    expect(await house.balance(member, 'USDT')).toBe(unitsOf('95'));
  });

  it('costs nothing when the fee is zero, and still waits for operators', async () => {
    await setFee('0');
    const member = await house.member();
    const nft = await issue(member);
    const withdrawal = await withdraw(member, nft);
    await setFee('5');
    expect(await house.funnel.run(approveNftWithdrawal(withdrawal, BY))).toEqual({ approved: true });
    expect(await stateOf(member, nft)).toBe(3);
    await expectCoherentLedger(house.pool);
  });
});

describe('the decision', () => {
  it('approved: the fee is the house’s, the item is gone for good, and a hash can be noted', async () => {
    const member = await house.member({ USDT: '5' });
    const nft = await issue(member);
    const withdrawal = await withdraw(member, nft);
    const before = await houseFees();
    await expect(recordNftHash(house, withdrawal.id, `0x${'a1'.repeat(32)}`, BY)).rejects.toMatchObject({
      code: 'err_nft_status',
    });
    await house.funnel.run(approveNftWithdrawal(withdrawal, BY));
    expect(await houseFees()).toBe(before + unitsOf('5'));
    expect(await stateOf(member, nft)).toBe(3);
    await recordNftHash(house, withdrawal.id, `0x${'a1'.repeat(32)}`, BY);
    expect(await findNftWithdrawal(house.pool, withdrawal.id)).toMatchObject({
      status: 1,
      txHash: `0x${'a1'.repeat(32)}`,
    });
    for (const late of [approveNftWithdrawal(withdrawal, BEN), reject(withdrawal)])
      await expect(house.funnel.run(late)).rejects.toMatchObject({ code: 'err_nft_status' });
    await expectCoherentLedger(house.pool);
  });

  it('is neither asked for nor approved while its network is switched off', async () => {
    const member = await house.member({ USDT: '10' });
    const [asked, other] = [await issue(member), await issue(member)];
    const withdrawal = await withdraw(member, asked);
    await database.pool.query('UPDATE network SET enabled_withdraw = false WHERE id = $1', [NFT_NETWORK]);
    const closed = { code: 'err_network_closed' };
    await expect(house.funnel.run(ask(member, other))).rejects.toMatchObject(closed);
    await expect(house.funnel.run(approveNftWithdrawal(withdrawal, BY))).rejects.toMatchObject(closed);
    expect([await stateOf(member, asked), await stateOf(member, other)]).toEqual([2, 1]);
    await database.pool.query('UPDATE network SET enabled_withdraw = true WHERE id = $1', [NFT_NETWORK]);
    expect(await house.funnel.run(approveNftWithdrawal(withdrawal, BY))).toEqual({ approved: true });
    await expectCoherentLedger(house.pool);
  });

  it('rejected: fee and item are back exactly, and the item can be asked for again', async () => {
    const member = await house.member({ USDT: '5.00000001' });
    const nft = await issue(member);
    await house.funnel.run(reject(await withdraw(member, nft)));
    expect(await house.balance(member, 'USDT')).toBe(unitsOf('5.00000001'));
    expect(await findNft(house.pool, member, nft)).toMatchObject({ status: 1, lastStatus: 9 });
    await withdraw(member, nft);
    expect(await stateOf(member, nft)).toBe(2);
    await expectCoherentLedger(house.pool);
  });

  it('rejected and kept back: the fee is back, the item waits until it is released', async () => {
    const member = await house.member({ USDT: '10' });
    const nft = await issue(member);
    const withdrawal = await withdraw(member, nft);
    await house.funnel.run(reject(withdrawal, true));
    expect(await house.balance(member, 'USDT')).toBe(unitsOf('10'));
    expect(await stateOf(member, nft)).toBe(9);
    await expect(house.funnel.run(ask(member, nft))).rejects.toMatchObject({ code: 'err_nft_status' });
    await releaseNft(house, withdrawal.token, BY);
    await expect(releaseNft(house, withdrawal.token, BY)).rejects.toMatchObject({ code: 'err_nft_status' });
    expect(await stateOf(member, nft)).toBe(1);
    await expectCoherentLedger(house.pool);
  });

  // proves 8: err_second_operator
  it('of a legendary one takes two different operators', async () => {
    const member = await house.member({ USDT: '5' });
    const nft = await issue(member, 'legendary');
    const withdrawal = await withdraw(member, nft);
    expect(await house.funnel.run(approveNftWithdrawal(withdrawal, BY))).toEqual({ approved: false });
    expect(await stateOf(member, nft)).toBe(2);
    await expect(house.funnel.run(approveNftWithdrawal(withdrawal, BY))).rejects.toMatchObject({
      code: 'err_second_operator',
    });
    expect(await house.funnel.run(approveNftWithdrawal(withdrawal, BEN))).toEqual({ approved: true });
    expect(await stateOf(member, nft)).toBe(3);
    const { rows } = await house.pool.query<{ action: string; actor: string }>(
      'SELECT action, actor FROM audit WHERE subject = $1 ORDER BY id',
      [`nft-withdrawal:${withdrawal.id}`],
    );
    expect(rows).toEqual([
      { action: 'nft.approve.first', actor: 'operator:ana' },
      { action: 'nft.approve', actor: 'operator:ben' },
    ]);
    await expectCoherentLedger(house.pool);
  });

  it('counts no first operator whom the audit log does not tell', async () => {
    const member = await house.member({ USDT: '5' });
    const withdrawal = await withdraw(member, await issue(member, 'mythic'));
    await house.pool.query(`UPDATE nft_withdrawal SET first_approver = 'operator:admin' WHERE id = $1`, [
      withdrawal.id,
    ]);
    expect((await checkLedger(house.pool)).filter(({ violations }) => violations > 0n)).toMatchObject([
      { name: 'nft-approvals', examples: [withdrawal.id] },
      { name: 'newest-leaving', examples: [withdrawal.id] },
    ]);
    expect(await house.funnel.run(approveNftWithdrawal(withdrawal, BY))).toEqual({ approved: false });
    expect((await findNftWithdrawal(house.pool, withdrawal.id))!.firstApprover).toBe(BY.actor);
    expect(await house.funnel.run(approveNftWithdrawal(withdrawal, BEN))).toEqual({ approved: true });
    await expectCoherentLedger(house.pool);
  });

  it('is held to that by the database itself', async () => {
    const member = await house.member({ USDT: '5' });
    const { id } = await withdraw(member, await issue(member, 'legendary'));
    const force = (sql: string) => house.pool.query(`UPDATE nft_withdrawal SET ${sql} WHERE id = $1`, [id]);
    const refused = /check constraint/;
    await expect(force('status = 1, decided_at = now()')).rejects.toThrow(refused);
    await expect(force(`status = 1, decided_at = now(), first_approver = 'operator:ana'`)).rejects.toThrow(refused);
    const twice = `first_approver = 'operator:ana', second_approver = 'operator:ana'`;
    await expect(force(`status = 1, decided_at = now(), ${twice}`)).rejects.toThrow(refused);
    await expect(force('two_operators = false')).rejects.toThrow('permission denied');
  });

  it('lets nothing leave a frozen account', async () => {
    const member = await house.member({ USDT: '5' });
    const withdrawal = await withdraw(member, await issue(member));
    await house.pool.query('UPDATE member SET frozen_at = now() WHERE id = $1', [member]);
    await expect(house.funnel.run(approveNftWithdrawal(withdrawal, BY))).rejects.toMatchObject({
      code: 'err_account_frozen',
    });
    await house.funnel.run(reject(withdrawal));
    expect(await house.balance(member, 'USDT')).toBe(unitsOf('5'));
  });
});

describe('taking it back', () => {
  it('is the member’s right while it is pending, and nobody else’s', async () => {
    const member = await house.member({ USDT: '6' });
    const other = await house.member();
    const nft = await issue(member);
    const withdrawal = await withdraw(member, nft);
    await expect(house.funnel.run(cancelNftWithdrawal(other, withdrawal, null))).rejects.toMatchObject({
      code: 'err_not_found',
    });
    await house.funnel.run(cancelNftWithdrawal(member, withdrawal, null));
    expect(await house.balance(member, 'USDT')).toBe(unitsOf('6'));
    expect(await findNft(house.pool, member, nft)).toMatchObject({ status: 1, lastStatus: 8 });
    await expect(house.funnel.run(cancelNftWithdrawal(member, withdrawal, null))).rejects.toMatchObject({
      code: 'err_nft_status',
    });
  });

  it('of an earlier withdrawal does not touch the one that is pending now', async () => {
    const member = await house.member({ USDT: '5' });
    const nft = await issue(member);
    const first = await withdraw(member, nft);
    await house.funnel.run(cancelNftWithdrawal(member, first, null));
    const second = await withdraw(member, nft);
    for (const stale of [cancelNftWithdrawal(member, first, null), reject(first), approveNftWithdrawal(first, BY)])
      await expect(house.funnel.run(stale)).rejects.toMatchObject({ code: 'err_nft_status' });
    expect(await findNftWithdrawal(house.pool, second.id)).toMatchObject({ status: 0 });
    await expectCoherentLedger(house.pool);
  });

  it('happens by itself when nobody has decided by the deadline, and not before', async () => {
    const member = await house.member({ USDT: '5' });
    const nft = await issue(member);
    const { id, deadlineAt } = await withdraw(member, nft);
    house.clock.at = deadlineAt.getTime() - 1;
    await expireNftWithdrawals(house);
    expect(await findNftWithdrawal(house.pool, id)).toMatchObject({ status: 0 });
    house.clock.at = deadlineAt.getTime();
    await expireNftWithdrawals(house);
    expect(await findNftWithdrawal(house.pool, id)).toMatchObject({ status: 9, cause: 'expired' });
    expect(await stateOf(member, nft)).toBe(1);
    expect(await house.balance(member, 'USDT')).toBe(unitsOf('5'));
    await expectCoherentLedger(house.pool);
  });
});

describe('fifty at once, through two funnels with connections of their own', () => {
  it('one NFT is asked for once and pays one fee', async () => {
    for (let round = 0; round < 4; round += 1) {
      const member = await house.member({ USDT: '1000' });
      const nft = await issue(member);
      expect(await race((_, funnel) => funnel.run(ask(member, nft)))).toEqual({
        successes: 1,
        codes: ['err_nft_status'],
      });
      expect(await house.balance(member, 'USDT')).toBe(unitsOf('995'));
    }
    await expectCoherentLedger(house.pool);
  });

  it('fifty NFTs with the money for seven fees: seven are pending, and the wallet is never below zero', async () => {
    const member = await house.member({ USDT: '39' });
    const nfts: string[] = [];
    for (let n = 0; n < AT_ONCE; n += 1) nfts.push(await issue(member));
    expect(await race((n, funnel) => funnel.run(ask(member, nfts[n]!)))).toEqual({
      successes: 7,
      codes: ['err_insufficient_balance'],
    });
    expect(await house.balance(member, 'USDT')).toBe(unitsOf('4'));
    await expectCoherentLedger(house.pool);
  });

  it('one key is one withdrawal, and everybody gets its answer', async () => {
    const member = await house.member({ USDT: '1000' });
    const nft = await issue(member);
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => funnels[n % 2]!.run(ask(member, nft, { key: 'the-same-key' }))),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    await expect(house.funnel.run(ask(member, nft, { key: 'the-same-key', fee: '5' }))).rejects.toMatchObject({
      code: 'err_idempotency_mismatch',
    });
    await expectCoherentLedger(house.pool);
  });

  it('it is approved, rejected or cancelled, one of them, and the fee goes one way', async () => {
    for (let round = 0; round < 4; round += 1) {
      const member = await house.member({ USDT: '5' });
      const withdrawal = await withdraw(member, await issue(member));
      const ends = [
        approveNftWithdrawal(withdrawal, BY),
        reject(withdrawal),
        cancelNftWithdrawal(member, withdrawal, null),
      ];
      expect(await race((n, funnel) => funnel.run(ends[n % 3]! as (typeof ends)[1]))).toEqual({
        successes: 1,
        codes: ['err_nft_status'],
      });
      const { status } = (await findNftWithdrawal(house.pool, withdrawal.id))!;
      expect(await house.balance(member, 'USDT')).toBe(status === 1 ? 0n : unitsOf('5'));
    }
    await expectCoherentLedger(house.pool);
  });

  it('the last token of a category is given out once', async () => {
    const member = await house.member();
    const given = await Promise.allSettled(
      Array.from({ length: 10 }, () => issueNft(house, member, { token: 11_300 }, BY)),
    );
    expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
