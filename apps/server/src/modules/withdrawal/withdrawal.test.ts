import { DAY_MS } from '@minerx/rules/duration';
import { randomUUID } from 'node:crypto';
import { unitsOf } from '@minerx/rules/money';
import { NETWORK } from '@minerx/rules/network';
import { WALLET } from '@minerx/rules/wallet';
import { WITHDRAWAL_REVIEW_DAYS } from '@minerx/rules/withdrawal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { moneyHouse, type MoneyHouse } from '../../../test/money-house.ts';
import {
  asking,
  freezeAccount,
  rightCode,
  rowOf,
  saveAddress,
  withdrawalSteps,
  type Asking,
} from '../../../test/withdrawals.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { expireWithdrawals } from '../../jobs/due.ts';
import { openPayouts } from '../integrity/payout-freeze.command.ts';
import { findPayoutFreeze } from '../integrity/payout-freeze.store.ts';
import { insertPayoutFreeze } from '../integrity/payout-freeze.store.ts';
import { inTransaction } from '../../db/transaction.ts';
import { getWithdrawalState } from './withdrawal.query.ts';
import {
  approveWithdrawal,
  cancelWithdrawal,
  expireWithdrawal,
  rejectWithdrawal,
} from './withdrawal-review.command.ts';

const ANA = { actor: 'operator:ana', reason: 'test' } as const;
const BEN = { actor: 'operator:ben', reason: 'test' } as const;

let database: TestDatabase;
let house: MoneyHouse;
beforeAll(async () => {
  database = await testDatabase();
  house = await moneyHouse(database);
});
afterAll(async () => {
  await house.close();
  await database.drop();
});

const { run, member, ask, asked, approved, atOnce, mailsOf } = withdrawalSteps(() => house);
const key = () => randomUUID();

describe('asking for a withdrawal', () => {
  it('puts amount and fee into a hold of its own with a deadline, and uses the code up', async () => {
    const who = await member('100');
    const codeId = await rightCode(house);
    const id = await ask(who, { amount: '20', codeId });
    expect(await house.balance(who, 'USDT')).toBe(unitsOf('79'));
    expect(await rowOf(house.pool, id)).toMatchObject({ status: 0, revision: 1, held: unitsOf('21'), state: 'open' });
    const { rows } = await house.pool.query(
      `SELECT h.deadline_at AS deadline, c.used_at AS used FROM withdrawal w JOIN hold h ON h.owner_id = w.hold_owner_id, email_code c WHERE w.id = $1 AND c.id = $2`,
      [id, codeId],
    );
    expect(rows[0]).toEqual({
      deadline: new Date(house.clock.at + WITHDRAWAL_REVIEW_DAYS * DAY_MS),
      used: new Date(house.clock.at),
    });
    expect(await mailsOf(id)).toEqual(['asked']);
    await expectCoherentLedger(house.pool);
  });

  it('is refused where it may not go', async () => {
    const who = await house.member({ USDT: '100' });
    const refusal = async (more: Asking) => {
      const command = await asking(house, who, more);
      return house.funnel.run(command).then(
        () => 'ok',
        (error: { code: string; more?: { details?: object } }) => [error.code, error.more?.details ?? {}],
      );
    };
    expect(await refusal({})).toEqual(['err_address_not_saved', {}]);
    await saveAddress(house, who, { usableInMs: 1 });
    expect(await refusal({})).toEqual(['err_address_wait', { until: new Date(house.clock.at + 1).toISOString() }]);
    await saveAddress(house, who);
    expect(await refusal({ address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' })).toEqual([
      'err_address_not_saved',
      {},
    ]);
    expect(await refusal({ network: NETWORK.TRC20 })).toEqual(['err_address_not_saved', {}]);
    expect(await refusal({ network: NETWORK.OMNI })).toEqual(['err_network_closed', {}]);
    expect(await refusal({ walletId: WALLET.CW })).toEqual(['err_network_closed', {}]);
    expect(await refusal({ fee: '0.5' })).toEqual(['err_amount_changed', { fee: '1' }]);
    expect(await refusal({ amount: '9.99999999' })).toEqual([
      'err_withdrawal_minimum',
      { wallet: 'USDT', minimum: '10' },
    ]);
    expect(await refusal({ amount: '99.00000001' })).toEqual([
      'err_insufficient_balance',
      { wallet: 'USDT', needed: '100.00000001', balance: '100' },
    ]);
    const setNetwork = (on: boolean) =>
      house.pool.query('UPDATE network SET enabled_withdraw = $1 WHERE id = $2', [on, NETWORK.BEP20]);
    await setNetwork(false);
    expect(await refusal({})).toEqual(['err_network_closed', {}]);
    await setNetwork(true);
    await house.pool.query(`INSERT INTO factor_change (member_id, kind, at) VALUES ($1, 'reset', $2)`, [
      who,
      new Date(house.clock.at),
    ]);
    expect(await refusal({})).toMatchObject(['err_recent_reset', {}]);
    await freezeAccount(house, who);
    expect(await refusal({})).toEqual(['err_account_frozen', {}]);
    expect(await house.balance(who, 'USDT')).toBe(unitsOf('100'));
  });

  it('with a code that is used or over is refused, also in the moment of another use', async () => {
    const who = await member();
    const codeId = await rightCode(house);
    const { successes, codes } = await atOnce(() => asking(house, who, { codeId, amount: '10' }));
    expect([successes, codes]).toEqual([1, ['err_conflict']]);
    const late = await rightCode(house);
    house.clock.at += 600_000;
    await expect(house.funnel.run(await asking(house, who, { codeId: late }))).rejects.toMatchObject({
      code: 'err_conflict',
    });
    await expectCoherentLedger(house.pool);
  });

  it('fifty times at once takes place once under one key', async () => {
    const who = await member();
    const [once, codeId] = [key(), await rightCode(house)];
    const raced = await atOnce(() => asking(house, who, { key: once, codeId, amount: '10' }));
    expect(raced.codes).toEqual([]);
    expect(await house.balance(who, 'USDT')).toBe(unitsOf('989'));
  });
});

describe('the limit of a day', () => {
  it('holds for fifty at once in two processes, over all networks of the coin together', async () => {
    const who = await member('100000');
    await saveAddress(house, who, { network: NETWORK.TRC20, address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' });
    const { successes, codes } = await atOnce((n) =>
      asking(house, who, {
        amount: '900',
        ...(n % 3 === 0 && { network: NETWORK.TRC20, address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }),
      }),
    );
    expect([successes, codes]).toEqual([11, ['err_withdrawal_limit']]);
    await expect(house.funnel.run(await asking(house, who, { amount: '100.00000001' }))).rejects.toMatchObject({
      more: { details: { left: '100' } },
    });
    await ask(who, { amount: '100' });
    await expectCoherentLedger(house.pool);
  });

  it('counts what came back not at all, and begins anew at midnight UTC', async () => {
    const who = await member('30000');
    const id = await ask(who, { amount: '10000' });
    await expect(house.funnel.run(await asking(house, who))).rejects.toMatchObject({ code: 'err_withdrawal_limit' });
    await run(cancelWithdrawal(who, id, key()));
    await ask(who, { amount: '10000' });
    house.clock.at = Date.parse(new Date(house.clock.at + DAY_MS).toISOString().slice(0, 10));
    await ask(who, { amount: '10000' });
    await expect(house.funnel.run(await asking(house, who))).rejects.toMatchObject({ code: 'err_withdrawal_limit' });
  });
});

describe('the review', () => {
  it('needs one operator up to the set amount', async () => {
    const id = await asked({ amount: '1000' });
    expect(await run(approveWithdrawal(id, 1, ANA))).toEqual({ approved: true });
    expect(await rowOf(house.pool, id)).toMatchObject({
      status: 1,
      revision: 2,
      first: ANA.actor,
      second: null,
      held: unitsOf('1001'),
    });
    expect(await mailsOf(id)).toEqual(['asked', 'approved']);
  });

  it('needs two different ones above it, each for what they saw', async () => {
    const id = await asked({ amount: '1000.000001' });
    expect(await run(approveWithdrawal(id, 1, ANA))).toEqual({ approved: false });
    await expect(run(approveWithdrawal(id, 2, ANA))).rejects.toMatchObject({ code: 'err_second_operator' });
    await expect(run(approveWithdrawal(id, 1, BEN))).rejects.toMatchObject({ code: 'err_conflict' });
    expect(await rowOf(house.pool, id)).toMatchObject({ status: 0, revision: 2 });
    expect(await run(approveWithdrawal(id, 2, BEN))).toEqual({ approved: true });
    expect(await rowOf(house.pool, id)).toMatchObject({ status: 1, first: ANA.actor, second: BEN.actor });
    const { rows } = await house.pool.query('SELECT actor, action FROM audit WHERE subject = $1 ORDER BY id', [
      `withdrawal:${id}`,
    ]);
    expect(rows).toEqual([
      { actor: ANA.actor, action: 'withdrawal.approve.first' },
      { actor: BEN.actor, action: 'withdrawal.approve' },
    ]);
    await expectCoherentLedger(house.pool);
  });

  it('counts no first operator whom the audit log does not tell', async () => {
    const id = await asked({ amount: '1001' });
    await house.pool.query(`UPDATE withdrawal SET first_approver = 'operator:admin' WHERE id = $1`, [id]);
    expect(await run(approveWithdrawal(id, 1, ANA))).toEqual({ approved: false });
    expect(await rowOf(house.pool, id)).toMatchObject({ status: 0, first: ANA.actor, second: null });
    expect(await run(approveWithdrawal(id, 2, BEN))).toEqual({ approved: true });
    await expectCoherentLedger(house.pool);
  });

  it('is held to that by the database itself', async () => {
    const id = await asked({ amount: '2000' });
    await run(approveWithdrawal(id, 1, ANA));
    const force = (sql: string) => house.pool.query(`UPDATE withdrawal SET ${sql} WHERE id = $1`, [id]);
    await expect(force('status = 1, decided_at = now()')).rejects.toThrow(/check constraint/);
    await expect(force('status = 1, decided_at = now(), second_approver = first_approver')).rejects.toThrow(
      /check constraint/,
    );
    for (const column of [
      'two_operators = false',
      'amount_units = 1',
      `address = 'x'`,
      'member_id = 1',
      'fee_units = 0',
    ])
      await expect(force(column)).rejects.toThrow('permission denied');
  });

  it('approves nothing of an account that is frozen or unsettled, nor while payouts are frozen or the network is off', async () => {
    const who = await member();
    const id = await ask(who);
    const refusedFor = () =>
      run(approveWithdrawal(id, 1, ANA)).then(
        () => 'approved',
        ({ code }: { code: string }) => code,
      );
    await house.pool.query('UPDATE member SET frozen_at = now() WHERE id = $1', [who]);
    expect(await refusedFor()).toBe('err_account_frozen');
    await house.pool.query('UPDATE member SET frozen_at = NULL WHERE id = $1', [who]);
    await house.pool.query(`INSERT INTO factor_change (member_id, kind, at) VALUES ($1, 'reset', $2)`, [
      who,
      new Date(house.clock.at),
    ]);
    expect(await refusedFor()).toBe('err_recent_reset');
    house.clock.at += 48 * 3_600_000;
    await inTransaction(house.pool, (tx) => insertPayoutFreeze(tx, { balances: 1 }, new Date(house.clock.at)));
    expect(await refusedFor()).toBe('err_payouts_frozen');
    await openPayouts(house, { freeze: (await findPayoutFreeze(house.pool))!, outcomes: [], ...ANA });
    await house.pool.query('UPDATE asset_network SET enabled_withdraw = false WHERE wallet_id = 1 AND network_id = 2');
    expect(await refusedFor()).toBe('err_network_closed');
    await house.pool.query('UPDATE asset_network SET enabled_withdraw = true WHERE wallet_id = 1 AND network_id = 2');
    expect(await refusedFor()).toBe('approved');
  });

  it('is neither asked for nor approved where nobody could pay it: the contract of its coin is not known', async () => {
    const who = await member();
    const id = await ask(who);
    const named = (contract: string | null) =>
      house.pool.query('UPDATE asset_network SET contract = $1 WHERE (wallet_id, network_id) = (1, 2)', [contract]);
    const { rows } = await house.pool.query<{ contract: string }>(
      'SELECT contract FROM asset_network WHERE (wallet_id, network_id) = (1, 2)',
    );
    await named(null);
    await expect(run(approveWithdrawal(id, 1, ANA))).rejects.toMatchObject({ code: 'err_network_closed' });
    await expect(ask(who)).rejects.toMatchObject({ code: 'err_network_closed' });
    const state = await getWithdrawalState(house.pool, who, { walletId: 1, networkId: NETWORK.BEP20 }, house.clock.at);
    expect(state.terms).toMatchObject({ enabled: false, payable: false });
    await named(rows[0]!.contract);
    await run(approveWithdrawal(id, 1, ANA));
  });

  it('is asked for without a contract where operators send and nobody reads the chain, and not where blocks have to tell', async () => {
    const who = await house.member({ USDT: '100' });
    const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    const tron = { network: NETWORK.TRC20, address };
    await saveAddress(house, who, tron);
    const id = await ask(who, tron);
    await house.pool.query(`INSERT INTO chain_cursor VALUES (1, 1, 'a block', 1, now())`);
    await expect(ask(who, tron)).rejects.toMatchObject({ code: 'err_network_closed' });
    await house.pool.query('DELETE FROM chain_cursor');
    await run(approveWithdrawal(id, 1, ANA));
  });

  it('ends once: fifty approvals at once, and fifty of approval against cancelling and rejecting', async () => {
    const id = await asked();
    expect(await atOnce(() => approveWithdrawal(id, 1, ANA))).toEqual({
      successes: 1,
      codes: ['err_withdrawal_status'],
    });
    const who = await member('100');
    const other = await ask(who);
    const raced = await atOnce(
      (n) =>
        [approveWithdrawal(other, 1, ANA), cancelWithdrawal(who, other, key()), rejectWithdrawal(other, 'other', BEN)][
          n % 3
        ]!,
    );
    expect([raced.successes, raced.codes]).toEqual([1, ['err_withdrawal_status']]);
    const { status } = await rowOf(house.pool, other);
    expect(await house.balance(who, 'USDT')).toBe(unitsOf(status === 1 ? '79' : '100'));
    await expectCoherentLedger(house.pool);
  });

  it('of two operators at once counts each once', async () => {
    const id = await asked({ amount: '3000' });
    const first = await atOnce((n) => approveWithdrawal(id, 1, n % 2 === 0 ? ANA : BEN));
    expect([first.successes, first.codes.includes('err_conflict')]).toEqual([1, true]);
    const second = await atOnce((n) => approveWithdrawal(id, 2, n % 2 === 0 ? ANA : BEN));
    expect(second.successes).toBe(1);
    const { status, first: one, second: two } = await rowOf(house.pool, id);
    expect([status, new Set([one, two])]).toEqual([1, new Set([ANA.actor, BEN.actor])]);
  });

  it('gives amount and fee back when it is rejected or cancelled, and tells why', async () => {
    const who = await member('100');
    const rejected = await ask(who);
    await run(rejectWithdrawal(rejected, 'address', ANA));
    expect(await rowOf(house.pool, rejected)).toMatchObject({
      status: 9,
      cause: 'address',
      held: 0n,
      state: 'returned',
    });
    const cancelled = await ask(who);
    await run(cancelWithdrawal(who, cancelled, key()));
    expect(await rowOf(house.pool, cancelled)).toMatchObject({ status: 8, cause: null, held: 0n, state: 'returned' });
    expect(await house.balance(who, 'USDT')).toBe(unitsOf('100'));
    expect([await mailsOf(rejected), await mailsOf(cancelled)]).toEqual([
      ['asked', 'rejected'],
      ['asked', 'cancelled'],
    ]);
    await expectCoherentLedger(house.pool);
  });

  it('is cancelled by its own member alone, and not while the account is frozen', async () => {
    const who = await member();
    const id = await ask(who);
    await expect(run(cancelWithdrawal(await member(), id, key()))).rejects.toMatchObject({ code: 'err_not_found' });
    await expect(run(cancelWithdrawal(who, randomUUID(), key()))).rejects.toMatchObject({ code: 'err_not_found' });
    await freezeAccount(house, who);
    await expect(run(cancelWithdrawal(who, id, key()))).rejects.toMatchObject({ code: 'err_account_frozen' });
    expect(await rowOf(house.pool, id)).toMatchObject({ status: 0 });
  });

  it('gives back by itself what nobody has decided by its deadline, and only that', async () => {
    const who = await member('100');
    const id = await ask(who);
    await expect(run(expireWithdrawal(id))).rejects.toMatchObject({ code: 'err_withdrawal_status' });
    const decided = await approved();
    house.clock.at += WITHDRAWAL_REVIEW_DAYS * DAY_MS;
    expect(await expireWithdrawals(house)).toBeGreaterThanOrEqual(1);
    expect(await rowOf(house.pool, id)).toMatchObject({ status: 9, cause: 'expired' });
    expect(await rowOf(house.pool, decided)).toMatchObject({ status: 1, held: unitsOf('21') });
    expect(await house.balance(who, 'USDT')).toBe(unitsOf('100'));
    await expectCoherentLedger(house.pool);
  });
});
