import { WALLET } from '@minerx/rules/wallet';
import { unitsOf, UNIT } from '@minerx/rules/money';
import { describe, expect, it } from 'vitest';
import { eachInMoneyHouse } from '../../../test/each-in-money-house.ts';
import type { MoneyHouse } from '../../../test/money-house.ts';
import { inTransaction } from '../../db/transaction.ts';
import { openPayouts } from '../integrity/payout-freeze.command.ts';
import { findPayoutFreeze } from '../integrity/payout-freeze.store.ts';
import { insertPayoutFreeze } from '../integrity/payout-freeze.store.ts';
import { activateOrder } from '../order/activation.command.ts';
import { subscribeMiner } from '../purchase/purchase.command.ts';
import type { OrderReward } from './reward.ledger.ts';
import { settleRewards } from './reward.command.ts';

const DAY = '2026-11-19';

describe('settling the rewards of a day', () => {
  let house: MoneyHouse;
  eachInMoneyHouse((fresh) => (house = fresh), ['reward-receipts', 'reward-chain', 'reward-days', 'newest-rewards']);

  const liveOrders = async (
    packageId: 1 | 2,
    quantity: number,
  ): Promise<{ member: bigint; orderIds: readonly string[] }> => {
    await house.devices('x1', quantity);
    const member = await house.member({ CW: String(1000 * quantity), AOGTD: String(20 * quantity) });
    const amounts = { [WALLET.CW]: unitsOf(String(1000 * quantity)) };
    const input = { page: 'x1' as const, packageId, method: 1, quantity, acceptWaiting: false, amounts };
    const { orderIds } = await house.funnel.run(subscribeMiner(member, input, null));
    await Promise.all(orderIds.map((id) => house.funnel.run(activateOrder(member, id, null))));
    return { member, orderIds };
  };
  const reward = (
    orderId: string,
    change: Partial<OrderReward> = {},
    balance = 2500n * UNIT,
    carry = 0n,
  ): OrderReward => ({
    orderId,
    part: 0,
    cause: null,
    sat: 700n,
    usdUnits: 42_000_000n,
    carryPicoSat: 5n,
    endsOrder: false,
    simulated: true,
    inputs: {
      segments: [],
      poolFeePpm: 0,
      payoutFactor: { numerator: '1', denominator: '1' },
      carryPicoSat: String(carry),
      btcPriceUnits: String(60_000n * UNIT),
      profitBalanceUnits: String(balance),
    },
    ...change,
  });
  const stock = async () => (await house.pool.query(`SELECT total, used FROM stock WHERE line = 'x1'`)).rows[0];

  it('credits nothing while the books do not hold, and all of it afterwards', async () => {
    const { member, orderIds } = await liveOrders(1, 2);
    const rewards = orderIds.map((id) => reward(id));
    await inTransaction(house.pool, (tx) => insertPayoutFreeze(tx, { balances: 1 }, new Date(house.clock.at)));
    await expect(settleRewards(house, DAY, rewards)).rejects.toMatchObject({ code: 'err_payouts_frozen' });
    expect(await house.balance(member, 'BTC')).toBe(0n);
    await openPayouts(house, {
      freeze: (await findPayoutFreeze(house.pool))!,
      outcomes: [],
      actor: 'operator:ana',
      reason: 'a test',
    });
    expect(await settleRewards(house, DAY, rewards)).toMatchObject({ settled: 2 });
  });

  it('credits the sum of all orders to the member, keeps a receipt for each, and never twice', async () => {
    const { member, orderIds } = await liveOrders(1, 5);
    const rewards = orderIds.map((id) => reward(id));
    expect(await settleRewards(house, DAY, rewards)).toMatchObject({ settled: 5, skipped: 0, stale: [] });
    expect(await settleRewards(house, DAY, rewards)).toMatchObject({ settled: 0, skipped: 5, stale: [] });
    expect(await house.balance(member, 'BTC')).toBe(3500n);
    const { rows } = await house.pool.query(
      'SELECT profit_balance_units AS left, carry_pico_sat AS carry FROM miner_order WHERE id = $1',
      [orderIds[0]],
    );
    expect(rows[0]).toEqual({ left: 2500n * UNIT - 42_000_000n, carry: 5n });
  });

  it('settles once when two jobs run at the same moment', async () => {
    const { member, orderIds } = await liveOrders(1, 20);
    const rewards = orderIds.map((id) => reward(id));
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => settleRewards(house, DAY, rewards.toReversed())),
    );
    expect(outcomes.reduce((sum, { settled }) => sum + settled, 0)).toBe(20);
    expect(await house.balance(member, 'BTC')).toBe(14_000n);
  });

  it('leaves orders alone whose balance or carry has changed since they were computed', async () => {
    const { orderIds } = await liveOrders(1, 2);
    await settleRewards(house, '2026-11-18', [reward(orderIds[0]!)]);
    const outcome = await settleRewards(
      house,
      DAY,
      orderIds.map((id) => reward(id)),
    );
    expect(outcome).toMatchObject({ settled: 1, stale: [orderIds[0]] });
  });

  it('leaves an order alone whose carry alone is another, and one whose balance alone is', async () => {
    const { member, orderIds } = await liveOrders(1, 2);
    const rewards = [reward(orderIds[0]!, {}, undefined, 7n), reward(orderIds[1]!, {}, 2500n * UNIT - 1n)];
    expect(await settleRewards(house, DAY, rewards)).toMatchObject({
      settled: 0,
      stale: orderIds.toSorted(),
    });
    expect(await house.balance(member, 'BTC')).toBe(0n);
  });

  it('records a day without a reward, without a transfer', async () => {
    const { member, orderIds } = await liveOrders(1, 1);
    expect(await settleRewards(house, DAY, [reward(orderIds[0]!, { sat: 0n, usdUnits: 0n })])).toMatchObject({
      settled: 1,
    });
    expect(await house.balance(member, 'BTC')).toBe(0n);
  });

  it('ends an own order with its balance and gives its miner back at once', async () => {
    const { orderIds } = await liveOrders(1, 2);
    const outcome = await settleRewards(house, DAY, [
      reward(orderIds[0]!, { usdUnits: 2500n * UNIT, carryPicoSat: 0n, endsOrder: true }),
    ]);
    expect(outcome).toMatchObject({ endedOrderIds: [orderIds[0]], freedLines: ['x1'] });
    expect(await stock()).toEqual({ total: 2, used: 1 });
    expect(await settleRewards(house, '2026-11-20', [reward(orderIds[0]!, {}, 0n)])).toMatchObject({
      settled: 0,
      skipped: 1,
    });
  });

  it('keeps the miners of a shared group until the last of its ten orders has ended', async () => {
    const { orderIds } = await liveOrders(2, 10);
    const end = (ids: readonly string[]) =>
      settleRewards(
        house,
        DAY,
        ids.map((id) => reward(id, { usdUnits: 2500n * UNIT, carryPicoSat: 0n, endsOrder: true })),
      );
    expect((await end(orderIds.slice(0, 9))).freedLines).toEqual([]);
    expect(await stock()).toEqual({ total: 10, used: 10 });
    expect((await end(orderIds.slice(9))).freedLines).toEqual(['x1']);
    expect(await stock()).toEqual({ total: 10, used: 0 });
  });
});
