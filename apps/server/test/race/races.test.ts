import { WALLET } from '@minerx/rules/wallet';
import { unitsOf } from '@minerx/rules/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../src/db/test-database.ts';
import type { TestDatabase } from '../../src/db/test-database.ts';
import type { Funnel } from '../../src/ledger/funnel.ts';
import { LEDGER_TABLES } from '../../src/composition/ledger-tables.ts';
import { lockKinds } from '../../src/ledger/batch.ts';
import { placeAllWaiting } from '../../src/jobs/due.ts';
import { activateOrder } from '../../src/modules/order/activation.command.ts';
import { cancelWaitingOrder, placeWaitingOrders } from '../../src/modules/order/waiting-order.command.ts';
import { subscribeMiner } from '../../src/modules/purchase/purchase.command.ts';
import { endStake, stakeTokens } from '../../src/modules/staking/staking.command.ts';
import { redeemVoucherCommand } from '../../src/modules/voucher/voucher.command.ts';
import { voucherCodeHash } from '../../src/modules/voucher/voucher.ledger.ts';
import { expectCoherentLedger } from '../coherent-ledger.ts';
import { moneyHouse, PEPPER } from '../money-house.ts';
import type { MoneyHouse } from '../money-house.ts';

const AT_ONCE = 50;
const ROUNDS = 6;

describe('fifty at once, through two funnels with connections of their own', () => {
  let database: TestDatabase;
  let house: MoneyHouse;
  let funnels: [Funnel, Funnel];
  beforeAll(async () => {
    database = await testDatabase();
    house = await moneyHouse(database);
    funnels = [house.secondFunnel({ batchSize: 8 }), house.secondFunnel({ batchSize: 8, lanes: 2 })];
  });
  afterAll(async () => {
    await house.close();
    await database.drop();
  });

  const buyOne = (member: bigint, key: string | null = null, acceptWaiting = false) =>
    subscribeMiner(
      member,
      {
        page: 'x1',
        packageId: 1,
        method: 1,
        quantity: 1,
        acceptWaiting,
        amounts: { [WALLET.CW]: unitsOf('1000') },
      },
      key,
    );

  /** How often it succeeded, and every code of those that did not. */
  const race = async (
    start: (n: number, funnel: Funnel) => Promise<unknown>,
  ): Promise<{ successes: number; codes: string[] }> => {
    const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, (_, n) => start(n, funnels[n % 2]!)));
    const codes = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [String(outcome.reason.code ?? outcome.reason)] : [],
    );
    return { successes: AT_ONCE - codes.length, codes: [...new Set(codes)] };
  };

  it('a wallet that holds the price of one miner buys one', async () => {
    await house.devices('x1', ROUNDS + 40);
    for (let round = 0; round < ROUNDS; round += 1) {
      const member = await house.member({ CW: '1999' });
      expect(await race((_, funnel) => funnel.run(buyOne(member)))).toEqual({
        successes: 1,
        codes: ['err_insufficient_balance'],
      });
      expect(await house.balance(member, 'CW')).toBe(unitsOf('999'));
    }
    await expectCoherentLedger(house.pool);
  });

  it('the last unit of stock is sold once', async () => {
    const members = await Promise.all(Array.from({ length: AT_ONCE }, () => house.member({ CW: '1000000' })));
    for (let round = 0; round < ROUNDS; round += 1) {
      const { rows } = await house.pool.query<{ free: number }>(
        `SELECT total - used AS free FROM stock WHERE line = 'x1'`,
      );
      for (let n = rows[0]!.free; n > 1; n -= 1) await house.funnel.run(buyOne(members[0]!));
      if (rows[0]!.free === 0) await house.devices('x1', 1);
      expect(await race((n, funnel) => funnel.run(buyOne(members[n]!)))).toEqual({
        successes: 1,
        codes: ['err_out_of_stock'],
      });
    }
    await expectCoherentLedger(house.pool);
  });

  it('one key is one purchase, and everybody gets its answer', async () => {
    await house.devices('x1', ROUNDS + 5);
    for (let round = 0; round < ROUNDS; round += 1) {
      const member = await house.member({ CW: '50000' });
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, n) => funnels[n % 2]!.run(buyOne(member, 'the-same-key'))),
      );
      expect(new Set(answers.map(({ orderIds }) => orderIds[0])).size).toBe(1);
      expect(await house.balance(member, 'CW')).toBe(unitsOf('49000'));
    }
    await expectCoherentLedger(house.pool);
  });

  it('a voucher is redeemed by one of fifty members', async () => {
    const members = await Promise.all(Array.from({ length: AT_ONCE }, () => house.member()));
    for (let round = 0; round < ROUNDS; round += 1) {
      const hash = voucherCodeHash(PEPPER, await house.voucher(round % 2 === 0 ? 3 : 4, '1000'));
      const outcome = await race((n, funnel) => funnel.run(redeemVoucherCommand(members[n]!, hash, null)));
      expect(outcome).toEqual({ successes: 1, codes: ['err_voucher_invalid'] });
    }
    await expectCoherentLedger(house.pool);
  });

  it('an order is activated once and pays one fee', async () => {
    await house.devices('x1', ROUNDS + 5);
    const member = await house.member({ CW: '100000', AOGTD: '100000' });
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await house.balance(member, 'AOGTD');
      const [id] = (await house.funnel.run(buyOne(member))).orderIds;
      expect(await race((_, funnel) => funnel.run(activateOrder(member, id!, null)))).toEqual({
        successes: 1,
        codes: ['err_order_status'],
      });
      expect(await house.balance(member, 'AOGTD')).toBe(before - unitsOf('20'));
    }
    await expectCoherentLedger(house.pool);
  });

  it('tokens for one stake are staked once, and come back once', async () => {
    const input = { typeId: 1, amountUnits: unitsOf('10'), amount2Units: unitsOf('2500') };
    for (let round = 0; round < ROUNDS; round += 1) {
      const member = await house.member({ AOGP: '15', GBPT: '9999' });
      expect(await race((_, funnel) => funnel.run(stakeTokens(member, input, null)))).toEqual({
        successes: 1,
        codes: ['err_insufficient_balance'],
      });
      const { rows } = await house.pool.query<{ id: string }>('SELECT id FROM staking_order WHERE member_id = $1', [
        member,
      ]);
      house.clock.at += 28 * 86_400_000;
      expect(await race((_, funnel) => funnel.run(endStake(member, rows[0]!.id)))).toEqual({
        successes: 1,
        codes: ['err_conflict'],
      });
      house.clock.at -= 28 * 86_400_000;
      expect(await house.balance(member, 'AOGP')).toBe(unitsOf('15'));
      expect(await house.balance(member, 'GBPT')).toBe(unitsOf('9999'));
    }
    await expectCoherentLedger(house.pool);
  });

  it('a waiting order is either placed or given back, never both', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const member = await house.member({ CW: '1000' });
      const buyer = await house.member({ CW: '1000000' });
      await house.devices('x1', AT_ONCE);
      await placeAllWaiting(house, 'x1');
      const { rows } = await house.pool.query<{ free: number }>(
        `SELECT total - used AS free FROM stock WHERE line = 'x1'`,
      );
      for (let n = rows[0]!.free; n > 0; n -= 1) await house.funnel.run(buyOne(buyer));
      const [id] = (await house.funnel.run(buyOne(member, null, true))).orderIds;
      await house.devices('x1', 1);
      const place = async (funnel: Funnel): Promise<void> => {
        const { placed } = await funnel.run(placeWaitingOrders('x1'));
        if (placed === 0) throw new Error('nothing to place');
      };
      const { successes } = await race((n, funnel) =>
        n % 5 === round % 5 ? place(funnel) : funnel.run(cancelWaitingOrder(member, id!, null)),
      );
      expect(successes).toBe(1);
    }
    await expectCoherentLedger(house.pool);
  });

  it('without its locks the same funnel sells a wallet twice: the locks are what these tests see', async () => {
    await house.devices('x1', 200);
    const all = lockKinds(LEDGER_TABLES);
    const careless = [house.secondFunnel({ unsafeWithoutLocks: all }), house.secondFunnel({ unsafeWithoutLocks: all })];
    let sold = 0;
    let broken = 0;
    for (let round = 0; round < 20; round += 1) {
      const member = await house.member({ CW: '1999' });
      const outcomes = await Promise.allSettled(
        Array.from({ length: 4 }, (_, n) => careless[n % 2]!.run(buyOne(member))),
      );
      const bought = outcomes.filter(({ status }) => status === 'fulfilled').length;
      sold += bought;
      if (bought > 1) broken += 1;
    }
    expect(sold).toBeGreaterThan(20);
    expect(broken).toBeGreaterThan(0);
    await expect(expectCoherentLedger(house.pool)).rejects.toThrow();
  });
});
