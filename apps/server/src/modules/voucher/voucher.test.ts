import { ON_QUEUE, READY, WAITING_STOCK } from '@minerx/rules/order-status';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { moneyHouse, PEPPER, type MoneyHouse } from '../../../test/money-house.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { placeAllWaiting } from '../../jobs/due.ts';
import { Refusal } from '../../refusal.ts';
import { activateOrder } from '../order/activation.command.ts';
import { cancelWaitingOrder } from '../order/waiting-order.command.ts';
import { redeemVoucher } from './voucher.command.ts';

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

const redeem = async (member: bigint, code: string, key: string | null): Promise<string> => {
  try {
    return (await redeemVoucher({ ...house, env: { pepper: PEPPER } }, member, code, key)).orderId;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};
const times = async (count: number, work: (n: number) => Promise<string>): Promise<string[]> => {
  const outcomes: string[] = [];
  for (let n = 0; n < count; n += 1) outcomes.push(await work(n));
  return outcomes;
};
const wrong = (n: number) => `wrong-${n}`;

describe('guessing vouchers', () => {
  it('stops after five wrong codes in an hour, the right one included', async () => {
    const member = await house.member();
    const good = await house.voucher(3, '100');
    expect(await times(5, (n) => redeem(member, wrong(n), `key-${n}`))).toEqual(Array(5).fill('err_voucher_invalid'));
    expect(await redeem(member, good, 'key-good')).toBe('err_too_many');
    house.clock.at += 3_600_000;
    expect(await redeem(member, good, 'key-good')).not.toMatch(/^err_/);
    await expectCoherentLedger(database.pool);
  });

  it('goes on counting when another code is asked under a key that has one', async () => {
    const member = await house.member();
    const outcomes = await times(20, (n) => redeem(member, wrong(n), n % 2 === 0 ? `key-${n}` : 'key-0'));
    expect(outcomes.filter((code) => code !== 'err_too_many')).toHaveLength(5);
  });

  it('goes on counting when a redemption that took place is asked again', async () => {
    const member = await house.member();
    const good = await house.voucher(3, '100');
    const order = await redeem(member, good, 'key-good');
    const outcomes = await times(20, async (n) => {
      expect(await redeem(member, good, 'key-good')).toBe(order);
      return redeem(member, wrong(n), `key-${n}`);
    });
    expect(outcomes.filter((code) => code === 'err_voucher_invalid')).toHaveLength(5);
    // The lost answer of the owner is given all the same.
    expect(await redeem(member, good, 'key-good')).toBe(order);
    await expectCoherentLedger(database.pool);
  });

  it('starts anew after a new redemption', async () => {
    const member = await house.member();
    expect(await times(4, (n) => redeem(member, wrong(n), null))).toEqual(Array(4).fill('err_voucher_invalid'));
    expect(await redeem(member, await house.voucher(3, '100'), 'key-new')).not.toMatch(/^err_/);
    expect(await times(5, (n) => redeem(member, wrong(n), null))).toEqual(Array(5).fill('err_voucher_invalid'));
    expect(await redeem(member, wrong(6), null)).toBe('err_too_many');
  });

  it('counts no refusal that has nothing to do with the code', async () => {
    const member = await house.member();
    await database.pool.query('UPDATE member SET frozen_at = now() WHERE id = $1', [member]);
    expect(await times(12, (n) => redeem(member, wrong(n), null))).toEqual(Array(12).fill('err_account_frozen'));
    await database.pool.query('UPDATE member SET frozen_at = NULL WHERE id = $1', [member]);
    expect(await times(6, (n) => redeem(member, wrong(n), null))).toEqual([
      ...Array(5).fill('err_voucher_invalid'),
      'err_too_many',
    ]);
  });
});

describe('a voucher redeemed while no miner is free', () => {
  const statusOf = async (id: string) =>
    (await database.pool.query<{ status: number }>('SELECT status FROM miner_order WHERE id = $1', [id])).rows[0]!
      .status;

  it('is good again after its last day when its order waited past it and is cancelled', async () => {
    const lastDay = new Date(house.clock.at + 3_600_000);
    const [code, unused] = [await house.voucher(3, '100', lastDay), await house.voucher(3, '100', lastDay)];
    const member = await house.member();
    const waits = await redeem(member, code, 'key-last-day');
    house.clock.at += 7_200_000;
    expect(await redeem(member, unused, 'key-late')).toBe('err_voucher_invalid');
    await house.funnel.run(cancelWaitingOrder(member, waits, null));
    expect(await statusOf(await redeem(member, code, 'key-after'))).toBe(WAITING_STOCK);
    await expectCoherentLedger(database.pool);
  });

  it('makes an order that cannot be activated while it waits', async () => {
    const member = await house.member();
    const waits = await redeem(member, await house.voucher(3, '100'), 'key-inactive');
    const activating = house.funnel.run(activateOrder(member, waits, null));
    await expect(activating).rejects.toMatchObject({ code: 'err_order_status' });
    expect(await statusOf(waits)).toBe(WAITING_STOCK);
    await expectCoherentLedger(database.pool);
  });

  it('makes an order that waits with an empty hold; cancelled, its voucher is good again, else it pays when placed', async () => {
    const [member, code] = [await house.member(), await house.voucher(3, '100')];
    const cancelled = await redeem(member, code, 'key-waits');
    expect(await statusOf(cancelled)).toBe(WAITING_STOCK);
    await expectCoherentLedger(database.pool);
    await house.funnel.run(cancelWaitingOrder(member, cancelled, null));
    await expectCoherentLedger(database.pool);
    const [own, shared] = [
      await redeem(member, code, 'key-again'),
      await redeem(member, await house.voucher(4, '50'), 'key-shared'),
    ];
    expect([await statusOf(own), await statusOf(shared)]).toEqual([WAITING_STOCK, WAITING_STOCK]);
    await expectCoherentLedger(database.pool);
    await house.devices('x1', 50);
    await placeAllWaiting(house, 'x1');
    expect([await statusOf(own), await statusOf(shared)]).toEqual([READY, ON_QUEUE]);
    await expectCoherentLedger(database.pool);
  });
});
