import { WALLET } from '@minerx/rules/wallet';
import { unitsOf } from '@minerx/rules/money';
import { describe, expect, it } from 'vitest';
import { eachInMoneyHouse } from '../../../test/each-in-money-house.ts';
import { PEPPER, type MoneyHouse } from '../../../test/money-house.ts';
import { createPool } from '../../db/pool.ts';
import type { TestDatabase } from '../../db/test-database.ts';
import { expireWaitingOrders, placeAllWaiting } from '../../jobs/due.ts';
import { LEDGER_TABLES } from '../../composition/ledger-tables.ts';
import { runBatch } from '../../ledger/batch.ts';
import { creditMember, debitMember } from '../member/adjustment.command.ts';
import { subscribeMiner } from '../purchase/purchase.command.ts';
import { voucherCodeHash } from '../voucher/voucher.ledger.ts';
import { redeemVoucher, redeemVoucherCommand } from '../voucher/voucher.command.ts';
import { activateOrder } from './activation.command.ts';
import { cancelWaitingOrder, expireWaitingOrder } from './waiting-order.command.ts';

describe('what happens to an order', () => {
  let house: MoneyHouse;
  let database: TestDatabase;
  eachInMoneyHouse((...fresh) => ([house, database] = fresh));

  const buy = async (member: bigint, quantity: number, packageId: 1 | 2 = 1) =>
    house.funnel.run(
      subscribeMiner(
        member,
        {
          page: 'x1',
          packageId,
          method: 1,
          quantity,
          acceptWaiting: true,
          amounts: { [WALLET.CW]: unitsOf(String(1000 * quantity)) },
        },
        null,
      ),
    );
  const redeem = (member: bigint, code: string, key = code) =>
    redeemVoucher(
      { funnel: house.funnel, pool: house.pool, clock: house.clock, security: house.security, env: { pepper: PEPPER } },
      member,
      code,
      key,
    );
  const statuses = async (ids: readonly string[]): Promise<number[]> => {
    const { rows } = await house.pool.query(
      'SELECT status FROM unnest($1::uuid[]) WITH ORDINALITY w(id, n) JOIN miner_order USING (id) ORDER BY n',
      [ids],
    );
    return rows.map(({ status }) => status);
  };

  it('activates a ready order for 20 AOGTD, once', async () => {
    await house.devices('x1', 1);
    const member = await house.member({ CW: '1000', AOGTD: '25' });
    const [id] = (await buy(member, 1)).orderIds;
    expect(await house.funnel.run(activateOrder(member, id!, 'key-a'))).toEqual({ fee: '20' });
    expect(await house.funnel.run(activateOrder(member, id!, 'key-a'))).toEqual({ fee: '20' });
    await expect(house.funnel.run(activateOrder(member, id!, 'key-b'))).rejects.toMatchObject({
      code: 'err_order_status',
    });
    expect(await house.balance(member, 'AOGTD')).toBe(unitsOf('5'));
    expect(await statuses([id!])).toEqual([1]);
  });

  it("answers another member's order like a missing one", async () => {
    await house.devices('x1', 1);
    const [owner, stranger] = [await house.member({ CW: '1000' }), await house.member({ AOGTD: '25' })];
    const [id] = (await buy(owner, 1)).orderIds;
    await expect(house.funnel.run(activateOrder(stranger, id!, null))).rejects.toMatchObject({ code: 'err_not_found' });
    await expect(house.funnel.run(cancelWaitingOrder(stranger, id!, null))).rejects.toMatchObject({
      code: 'err_not_found',
    });
  });

  it('refuses to activate without the fee', async () => {
    await house.devices('x1', 1);
    const member = await house.member({ CW: '1000', AOGTD: '19.9999' });
    const [id] = (await buy(member, 1)).orderIds;
    await expect(house.funnel.run(activateOrder(member, id!, null))).rejects.toMatchObject({
      code: 'err_insufficient_balance',
      more: { details: { wallet: 'AOGTD', needed: '20', balance: '19.9999' } },
    });
  });

  it('gives everything back when a waiting order is cancelled, and only then', async () => {
    await house.devices('x1', 1);
    const member = await house.member({ CW: '3000' });
    const { orderIds } = await buy(member, 3);
    expect(await statuses(orderIds)).toEqual([2, 6, 6]);
    await house.funnel.run(cancelWaitingOrder(member, orderIds[1]!, null));
    expect(await house.balance(member, 'CW')).toBe(unitsOf('1000'));
    await expect(house.funnel.run(cancelWaitingOrder(member, orderIds[1]!, null))).rejects.toMatchObject({
      code: 'err_order_status',
    });
    await expect(house.funnel.run(cancelWaitingOrder(member, orderIds[0]!, null))).rejects.toMatchObject({
      code: 'err_order_status',
    });
    expect(await statuses(orderIds)).toEqual([2, 10, 6]);
  });

  it('places waiting orders first come first served when stock comes, shared ones in groups of ten', async () => {
    const [first, second] = [await house.member({ CW: '20000' }), await house.member({ CW: '20000' })];
    const shared = await buy(first, 9, 2);
    const own = await buy(second, 2, 1);
    const last = await buy(second, 1, 2);
    await house.devices('x1', 10);
    expect(await placeAllWaiting(house, 'x1')).toBe(10);
    expect(await statuses(shared.orderIds)).toEqual(Array(9).fill(7));
    expect(await statuses([...own.orderIds, ...last.orderIds])).toEqual([2, 6, 6]);
    await house.devices('x1', 5);
    expect(await placeAllWaiting(house, 'x1')).toBe(2);
    expect(await statuses([...shared.orderIds, ...own.orderIds, ...last.orderIds])).toEqual(Array(12).fill(2));
    expect(await placeAllWaiting(house, 'x1')).toBe(0);
  });

  it('places many more waiting orders than one batch takes', async () => {
    const member = await house.member({ CW: '250000' });
    await buy(member, 100);
    await buy(member, 100);
    await buy(member, 30);
    await house.devices('x1', 225);
    expect(await placeAllWaiting(house, 'x1')).toBe(225);
  });

  it('gives back what has waited for 90 days', async () => {
    const member = await house.member({ CW: '2000' });
    const { orderIds } = await buy(member, 2);
    expect(await expireWaitingOrders(house)).toBe(0);
    house.clock.at += 90 * 86_400_000 - 1;
    // Whoever asks for it: the order's own deadline decides, not the list of the job.
    await expect(house.funnel.run(expireWaitingOrder(member, orderIds[0]!))).rejects.toMatchObject({
      code: 'err_order_status',
    });
    house.clock.at += 1;
    expect(await expireWaitingOrders(house)).toBe(2);
    expect(await statuses(orderIds)).toEqual([10, 10]);
    expect(await house.balance(member, 'CW')).toBe(unitsOf('2000'));
  });

  it('redeems a voucher once, however its code is typed', async () => {
    await house.devices('x1', 1);
    const [member, other] = [await house.member(), await house.member()];
    const code = await house.voucher(3, '500');
    const typed = code
      .toUpperCase()
      .replace(/(....)/g, '$1-')
      .replaceAll('0', 'o')
      .replaceAll('1', 'l');
    const { amount, orderId } = await redeem(member, typed);
    expect(amount).toBe('500');
    expect(await redeem(member, typed)).toEqual({ amount, orderId });
    const { rows } = await house.pool.query(
      'SELECT status, amount_units, max_profit_units FROM miner_order WHERE id = $1',
      [orderId],
    );
    expect(rows[0]).toEqual({ status: 2, amount_units: unitsOf('500'), max_profit_units: unitsOf('1250') });
    await expect(redeem(other, code)).rejects.toMatchObject({ code: 'err_voucher_invalid' });
  });

  it('redeems a voucher once within one batch too, without making the batch fail', async () => {
    await house.devices('x1', 2);
    const [member, other] = [await house.member(), await house.member()];
    const hash = voucherCodeHash(PEPPER, await house.voucher(3, '500'));
    const pool = createPool(database.url, { max: 1, work: 'ledger' });
    const { clock, random, vault } = house;
    const tools = { pool, clock, random, vault, tables: LEDGER_TABLES, unlocked: new Set<never>() };
    const { answers } = await runBatch(
      tools,
      [member, other].map((each) => redeemVoucherCommand(each, hash, null)),
    );
    await pool.end();
    expect(answers).toEqual([
      { ok: true, result: expect.objectContaining({ amount: '500' }) },
      expect.objectContaining({ ok: false, code: 'err_voucher_invalid' }),
    ]);
  });

  it('gives a voucher back when its waiting order is cancelled, and it can be redeemed again', async () => {
    const member = await house.member();
    const code = await house.voucher(3, '1000');
    const { orderId } = await redeem(member, code);
    expect(await statuses([orderId])).toEqual([6]);
    await house.funnel.run(cancelWaitingOrder(member, orderId, null));
    const again = await redeem(member, code, 'another-key');
    await house.devices('x1', 1);
    expect(await placeAllWaiting(house, 'x1')).toBe(1);
    expect(await statuses([orderId, again.orderId])).toEqual([10, 2]);
  });

  it('counts wrong codes: after five in an hour even a right one has to wait', async () => {
    await house.devices('x1', 2);
    const member = await house.member();
    const code = await house.voucher(3, '1000');
    for (let n = 0; n < 5; n += 1)
      await expect(redeem(member, `WRONG${n}`)).rejects.toMatchObject({ code: 'err_voucher_invalid' });
    await expect(redeem(member, code)).rejects.toMatchObject({ code: 'err_too_many' });
    house.clock.at += 61 * 60_000;
    expect((await redeem(member, code)).amount).toBe('1000');
  });

  it('refuses a voucher after its last day', async () => {
    const code = await house.voucher(4, '1000', new Date(house.clock.at + 1));
    house.clock.at += 1;
    await expect(redeem(await house.member(), code)).rejects.toMatchObject({ code: 'err_voucher_invalid' });
  });

  it('credits and debits with a reason, on the audit log, never below zero', async () => {
    const memberId = await house.member();
    const input = {
      memberId,
      walletId: 1 as const,
      amountUnits: unitsOf('100'),
      reason: 'goodwill',
      actor: 'operator:admin@minerx.test' as const,
    };
    expect(await house.funnel.run(creditMember(input, 'op-key-1'))).toMatchObject({ balance: '100' });
    await house.funnel.run(creditMember(input, 'op-key-1'));
    await expect(
      house.funnel.run(debitMember({ ...input, amountUnits: unitsOf('100.00000001') })),
    ).rejects.toMatchObject({ code: 'err_insufficient_balance' });
    expect(await house.funnel.run(debitMember(input))).toMatchObject({ balance: '0' });
    const { rows } = await house.pool.query('SELECT action, subject, reason FROM audit ORDER BY id');
    expect(rows).toEqual([
      { action: 'member.credit', subject: `member:${memberId}`, reason: 'goodwill' },
      { action: 'member.debit', subject: `member:${memberId}`, reason: 'goodwill' },
    ]);
    await expect(house.funnel.run(creditMember({ ...input, memberId: 999_999n }))).rejects.toMatchObject({
      code: 'err_not_found',
    });
  });
});
