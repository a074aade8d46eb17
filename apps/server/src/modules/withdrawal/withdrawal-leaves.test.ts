import { DAY_MS } from '@minerx/rules/duration';
import { randomUUID } from 'node:crypto';
import { unitsOf } from '@minerx/rules/money';
import { NETWORK } from '@minerx/rules/network';
import { WALLET } from '@minerx/rules/wallet';
import { canMoveWithdrawal, WITHDRAWAL_STATUS, type WithdrawalStatus } from '@minerx/rules/withdrawal';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { moneyHouse, type MoneyHouse } from '../../../test/money-house.ts';
import { SAME_HISTORIES } from '../../../test/same-histories.ts';
import { freshHash, rowOf, withdrawalSteps } from '../../../test/withdrawals.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { expireWithdrawals } from '../../jobs/due.ts';
import { accountId } from '../../ledger/account.ts';
import { networkOwner } from '@minerx/rules/network-place';
import { WITHDRAWAL_HOUSE } from './withdrawal.ledger.ts';
import type { Command } from '../../ledger/command.ts';
import { confirmSent, failWithoutSending, markErrored, markSent } from './withdrawal-payout.command.ts';
import {
  approveWithdrawal,
  cancelWithdrawal,
  expireWithdrawal,
  rejectWithdrawal,
} from './withdrawal-review.command.ts';

const ANA = { actor: 'operator:ana', reason: 'test' } as const;
const BEN = { actor: 'operator:ben', reason: 'test' } as const;
const BY_HAND = { actor: 'operator:ana', reason: 'test' } as const;
const hashOf = (digit: string) => `0x${digit.repeat(64)}`;

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

const { run, member, ask, approved, atOnce, mailsOf } = withdrawalSteps(() => house);
const key = () => randomUUID();
const houseUnits = async (owner: bigint): Promise<bigint> => {
  const { rows } = await house.pool.query<{ units: bigint }>(
    'SELECT coalesce(sum(amount), 0)::bigint AS units FROM posting WHERE destination = $1',
    [accountId(owner, WALLET.USDT)],
  );
  return rows[0]!.units;
};

describe('what leaves', () => {
  it('pays the amount from the hot wallet and the fee to the house, when it is confirmed and not before', async () => {
    const [hot, fees] = await Promise.all([
      houseUnits(networkOwner(NETWORK.BEP20, 'HOT')),
      houseUnits(WITHDRAWAL_HOUSE.WITHDRAWAL_FEES),
    ]);
    const id = await approved({ amount: '20' });
    const [first, second] = [freshHash(), freshHash()];
    await run(markSent(id, first, BY_HAND));
    // The fee was raised: another transaction in its place, and no second mail.
    await run(markSent(id, second, BY_HAND));
    expect(await rowOf(house.pool, id)).toMatchObject({ status: 2, hash: second, held: unitsOf('21') });
    expect(await houseUnits(networkOwner(NETWORK.BEP20, 'HOT'))).toBe(hot);
    await run(confirmSent(id, BY_HAND));
    expect(await rowOf(house.pool, id)).toMatchObject({ status: 3, hash: second, held: 0n, state: 'taken' });
    expect(await houseUnits(networkOwner(NETWORK.BEP20, 'HOT'))).toBe(hot + unitsOf('20'));
    expect(await houseUnits(WITHDRAWAL_HOUSE.WITHDRAWAL_FEES)).toBe(fees + unitsOf('1'));
    expect(await mailsOf(id)).toEqual(['asked', 'approved', 'sent', 'confirmed']);
    await expectCoherentLedger(house.pool);
  });

  it('confirms and gives back once, fifty at once', async () => {
    const id = await approved();
    await run(markSent(id, freshHash(), BY_HAND));
    const raced = await atOnce((n) =>
      n % 2 === 0 ? confirmSent(id, BY_HAND) : failWithoutSending(id, 'network', BY_HAND),
    );
    expect(raced).toEqual({ successes: 1, codes: ['err_withdrawal_status'] });
    await expectCoherentLedger(house.pool);
  });

  it('that nobody can tell about stays held, whoever asks, until proof leads on', async () => {
    const who = await member('100');
    const id = await ask(who);
    await run(approveWithdrawal(id, 1, ANA));
    await run(markErrored(id, BY_HAND));
    const ends: Command[] = [
      cancelWithdrawal(who, id, key()),
      rejectWithdrawal(id, 'other', ANA),
      expireWithdrawal(id),
      approveWithdrawal(id, 3, BEN),
      markErrored(id, BY_HAND),
    ];
    house.clock.at += 100 * DAY_MS;
    for (const end of ends) await expect(run(end)).rejects.toMatchObject({ code: 'err_withdrawal_status' });
    expect(await expireWithdrawals(house)).toBe(0);
    expect(await rowOf(house.pool, id)).toMatchObject({ status: 7, held: unitsOf('21'), state: 'open' });
    await run(failWithoutSending(id, 'network', { ...BY_HAND, reason: 'its number was used by another transaction' }));
    expect(await house.balance(who, 'USDT')).toBe(unitsOf('100'));
    const sent = await approved();
    await run(markErrored(sent, BY_HAND));
    await run(confirmSent(sent, BY_HAND, freshHash()));
    expect(await rowOf(house.pool, sent)).toMatchObject({ status: 3, held: 0n });
    await expectCoherentLedger(house.pool);
  });

  it('is one transaction each: a hash that pays another withdrawal is not taken', async () => {
    const [one, two] = [await approved(), await approved()];
    await run(markSent(one, hashOf('c'), BY_HAND));
    await expect(run(markSent(two, hashOf('c'), BY_HAND))).rejects.toThrow(/withdrawal_hash/);
    expect(await rowOf(house.pool, two)).toMatchObject({ status: 1, hash: null });
  });

  it('follows the table of states, whatever is tried in whatever order', async () => {
    const { APPROVED, SENT, CONFIRMED, ERRORED, CANCELLED, REJECTED } = WITHDRAWAL_STATUS;
    const who = await member('10000');
    const tries = {
      approve: [APPROVED, (id: string, revision: number) => approveWithdrawal(id, revision, ANA)],
      cancel: [CANCELLED, (id: string) => cancelWithdrawal(who, id, key())],
      reject: [REJECTED, (id: string) => rejectWithdrawal(id, 'other', ANA)],
      sent: [SENT, (id: string) => markSent(id, freshHash(), BY_HAND)],
      confirmed: [CONFIRMED, (id: string) => confirmSent(id, BY_HAND, freshHash())],
      errored: [ERRORED, (id: string) => markErrored(id, BY_HAND)],
      failed: [REJECTED, (id: string) => failWithoutSending(id, 'network', BY_HAND)],
    } as const satisfies Record<string, readonly [WithdrawalStatus, (id: string, revision: number) => Command]>;
    const names = fc.constantFrom(...(Object.keys(tries) as (keyof typeof tries)[]));
    await fc.assert(
      fc.asyncProperty(fc.array(names, { minLength: 1, maxLength: 8 }), async (steps) => {
        house.clock.at += DAY_MS;
        const id = await ask(who, { amount: '10' });
        let status: WithdrawalStatus = WITHDRAWAL_STATUS.UNDER_REVIEW;
        let revision = 1;
        for (const step of steps) {
          const [to, make] = tries[step];
          const isReview = step === 'reject' || step === 'approve' || step === 'cancel';
          const isReviewed = status !== WITHDRAWAL_STATUS.UNDER_REVIEW;
          const expected = canMoveWithdrawal(status, to) && isReview !== isReviewed;
          const done = await run(make(id, revision)).then(
            () => true,
            () => false,
          );
          expect([step, status, done]).toEqual([step, status, expected]);
          if (done) [status, revision] = [to, revision + 1];
          expect(await rowOf(house.pool, id)).toMatchObject({ status, revision });
        }
      }),
      { ...SAME_HISTORIES, numRuns: 25 },
    );
    await expectCoherentLedger(house.pool);
  }, 30_000);
});
