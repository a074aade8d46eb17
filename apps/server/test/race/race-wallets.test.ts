import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { testDatabase, type TestDatabase } from '../../src/db/test-database.ts';
import type { Command } from '../../src/ledger/command.ts';
import { keepFinal } from '../../src/modules/deposit/deposit.store.ts';
import { creditDeposits } from '../../src/modules/deposit/credit-deposits.command.ts';
import { queuePayouts } from '../../src/modules/payout/payout-round.command.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { keepAttempt, takeNumber } from '../../src/modules/payout/payout.store.ts';
import { failWithoutSending, markErrored, markSent } from '../../src/modules/withdrawal/withdrawal-payout.command.ts';
import { approveWithdrawal, rejectWithdrawal } from '../../src/modules/withdrawal/withdrawal-review.command.ts';
import { expectCoherentLedger } from '../coherent-ledger.ts';
import { moneyHouse, type MoneyHouse } from '../money-house.ts';
import { ADDRESS, freshHash, withdrawalSteps } from '../withdrawals.ts';
import { giveAddress } from '../chain/made-up-address.ts';

const AT_ONCE = 50;
const ANA = { actor: 'operator:ana', reason: 'test' } as const;
const HOT = '0x52908400098527886e0f7030069857d2e4169ee7';
const CHAIN = 31_337;

/** What workers and operators do, fifty at once, through two processes' connections. */
describe('fifty at once', () => {
  let database: TestDatabase;
  let house: MoneyHouse;
  const { approved, asked, run, atOnce } = withdrawalSteps(() => house);
  const other = { pool: null as unknown as MoneyHouse['pool'] };
  beforeAll(async () => {
    database = await testDatabase();
    house = await moneyHouse(database);
    await house.pool.query(
      'UPDATE asset_network SET contract = $1, decimals = 18 WHERE (wallet_id, network_id) = (1, 2)',
      [HOT],
    );
    other.pool = createPool(database.url, { max: 10 });
  });
  afterAll(async () => {
    await expectCoherentLedger(house.pool);
    await other.pool.end();
    await house.close();
    await database.drop();
  });

  const outcome = (successes: number, ...codes: string[]) => ({ successes, codes });
  const poolOf = (n: number) => (n % 2 === 0 ? house.pool : other.pool);
  const queue = async (): Promise<string> => {
    const id = await approved();
    const intent = { kind: 'transfer', contract: HOT, to: ADDRESS.toLowerCase(), amount: 20n * 10n ** 18n } as const;
    const { rows } = await house.pool.query<{ memberId: bigint }>(
      'SELECT member_id AS "memberId" FROM withdrawal WHERE id = $1',
      [id],
    );
    const payable = { id, kind: 'withdrawal', memberId: rows[0]!.memberId, networkId: 2, intent } as const;
    await Promise.all(Array.from({ length: 5 }, () => queuePayouts(house, [payable], { chainId: CHAIN, sender: HOT })));
    return id;
  };
  const take = (n: number, id: string) =>
    inTransaction(poolOf(n), (tx) => takeNumber(tx, id, { kind: 'withdrawal', chainId: CHAIN, sender: HOT }, 0));

  it('a withdrawal is rejected once, or approved, never both', async () => {
    const id = await asked();
    expect(await atOnce(() => rejectWithdrawal(id, 'other', ANA))).toEqual(outcome(1, 'err_withdrawal_status'));
    const both = await asked();
    const told = await atOnce((n): Command =>
      n % 2 === 0 ? approveWithdrawal(both, 1, ANA) : rejectWithdrawal(both, 'other', ANA),
    );
    expect(told).toEqual(outcome(1, 'err_withdrawal_status'));
  });

  it('an errored one is given back once, or goes on, never both', async () => {
    const id = await approved();
    await run(markErrored(id, ANA));
    const told = await atOnce((n): Command =>
      n % 5 === 0 ? markSent(id, freshHash(), ANA) : failWithoutSending(id, 'network', ANA),
    );
    const { rows } = await house.pool.query<{ refunds: number; status: number }>(
      `SELECT status, (SELECT count(*)::int FROM posting p WHERE p.source / 16 = w.hold_owner_id) AS refunds FROM withdrawal w WHERE id = $1`,
      [id],
    );
    expect(told.codes).toEqual(['err_withdrawal_status']);
    expect(rows).toEqual([{ status: 9, refunds: 1 }]);
  });

  it('a payout takes one number, and fifty take fifty without a gap', async () => {
    const id = await queue();
    const told = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => take(n, id)));
    expect(told.filter((each) => each !== null)).toEqual([{ nonce: 0 }]);
    const ids = await Promise.all(Array.from({ length: AT_ONCE }, queue));
    const numbers = await Promise.all(ids.map((each, n) => take(n, each)));
    const taken = numbers.map((each) => (each !== null && 'nonce' in each ? each.nonce : -1));
    expect(taken.toSorted((a, b) => a - b)).toEqual(ids.map((_, n) => n + 1));
  });

  it('what an operator tells of and what the worker numbers exclude each other', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await queue();
      const byHand = (n: number): Promise<unknown> =>
        house.funnel.run(n % 2 === 0 ? markSent(id, freshHash(), ANA) : failWithoutSending(id, 'other', ANA));
      const told = await Promise.allSettled(
        Array.from({ length: AT_ONCE }, (_, n) => (n % 3 === round % 3 ? take(n, id) : byHand(n))),
      );
      const numbered = told.filter(
        (each) => each.status === 'fulfilled' && each.value !== null && 'nonce' in (each.value as object),
      );
      const { rows } = await house.pool.query<{ status: number }>('SELECT status FROM withdrawal WHERE id = $1', [id]);
      expect([numbered.length, rows[0]!.status]).toEqual([1, 1]);
    }
  });

  it('a signed transaction is kept once, and under the number that the payout has', async () => {
    const id = await queue();
    const numbered = await take(0, id);
    const nonce = (numbered as { nonce: number }).nonce;
    const attempt = { payoutId: id, raw: '0xab', maxFeeWei: 2n, tipWei: 1n, gas: 21_000n, createdAt: new Date() };
    const hash = freshHash();
    const kept = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) =>
        inTransaction(poolOf(n), (tx) => keepAttempt(tx, { ...attempt, hash }, nonce + (n % 2))),
      ),
    );
    expect(kept.map(Number)).toEqual(Array.from({ length: AT_ONCE }, (_, n) => 1 - (n % 2)));
    const { rows } = await house.pool.query('SELECT hash FROM payout_attempt WHERE payout_id = $1', [id]);
    expect(rows).toEqual([{ hash }]);
  });

  it('deposits are credited once', async () => {
    const member = await house.member();
    const address = `0x${member.toString().padStart(40, '0')}`;
    await giveAddress(house.pool, member, address);
    const ids = Array.from({ length: 4 }, () => randomUUID());
    await house.pool.query(
      `INSERT INTO deposit (id, member_id, wallet_id, network_id, address, tx_hash, log_index, block_number, block_hash, raw, units, seen_at)
       SELECT id, $2, 1, 2, $3, id::text, 0, 1, '0x1', 500, 500, now() FROM unnest($1::uuid[]) AS id`,
      [ids, member, address],
    );
    await keepFinal(house.pool, ids);
    // Each worker has read another part of them.
    const told = await atOnce((n) =>
      creditDeposits({ memberId: member, walletId: 1, network: 2, ids: ids.slice(n % 3), minimumUnits: 1n }),
    );
    expect(told.codes).toEqual(['err_conflict']);
    expect(await house.balance(member, 'USDT')).toBe(2000n);
  });
});
