import { orderGetById, packageOrder, packageOrderQueue } from '@minerx/contract/order';
import { unitsOf } from '@minerx/rules/money';
import { WALLET, type WalletName } from '@minerx/rules/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { testApp, type TestApp } from '../../../test/app.ts';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { bearer, call, PIN, register, signIn, told } from '../../../test/people.ts';
import { createPool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { seedReference } from '../../seed/reference.ts';
import { placeAllWaiting } from '../../jobs/due.ts';
import { creditMember } from '../member/adjustment.command.ts';
import { openPayouts } from '../integrity/payout-freeze.command.ts';
import { findPayoutFreeze } from '../integrity/payout-freeze.store.ts';
import { insertPayoutFreeze } from '../integrity/payout-freeze.store.ts';
import { createVouchers } from '../voucher/voucher-batch.command.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await seedReference(app.context.pool);
});
afterAll(async () => {
  await app.close();
});

/** A member with money who calls over HTTP. */
const caller = async (balances: Partial<Record<WalletName, string>>) => {
  const person = await register(app);
  for (const [name, amount] of Object.entries(balances)) {
    const adjustment = {
      walletId: WALLET[name as WalletName],
      amountUnits: unitsOf(amount),
      reason: 'r',
      actor: 'operator:test' as const,
    };
    await app.context.funnel.run(creditMember({ memberId: person.memberId, ...adjustment }));
  }
  const token = bearer((await signIn(app, person)).accessToken);
  let keys = 0;
  const post = (path: string, body: object, key = `order-calls-${(keys += 1)}`) =>
    call(app, 'POST', path, body, { ...token, 'idempotency-key': key });
  const get = async (path: string) => (await call(app, 'GET', path, undefined, token)).body.result;
  return {
    memberId: person.memberId,
    post,
    get,
    orders: async () =>
      z.parse(packageOrder.result, (await post('package/order', { page: 1, pageSize: 100 })).body.result).data,
    waiting: async () => z.parse(packageOrderQueue.result, await get('package/order/queue')).outOfStock,
    order: async (id: string) => z.parse(orderGetById.result, await get(`order/getById?id=${id}`)),
    balance: async (wallet: WalletName) => {
      const { member } = (await get('member/profile')) as unknown as {
        member: { member_wallet: { member_wallet_balance: string }[] };
      };
      return member.member_wallet[WALLET[wallet] - 1]!.member_wallet_balance;
    },
  };
};

const deliver = async (line: 'x1' | 'x2', devices: number, units: number): Promise<void> => {
  await app.context.pool.query(
    `INSERT INTO device (serial, line, host, port, simulated) SELECT gen_random_uuid()::text, $1, '127.0.0.1', 4028, true FROM generate_series(1, $2::integer)`,
    [line, devices],
  );
  await app.context.pool.query('UPDATE stock SET total = total + $2 WHERE line = $1', [line, units]);
  await placeAllWaiting(app.context, line);
};

const buyOwn = { package: 1, payment_method: 1, quantity: 1, amount1: '1000', amount2: '0', member_security_pin: PIN };

describe('the calls of buying', () => {
  // proves 7: POST package/purchase
  // proves 8: err_amount_changed, err_insufficient_balance
  it('take the parts of the method, and answer the same key with the same answer', async () => {
    await deliver('x1', 2, 2);
    const member = await caller({ CW: '2000', RW: '500' });
    const input = { ...buyOwn, payment_method: 2, quantity: 2, amount1: '1800', amount2: '200' };
    const bought = await member.post('package/purchase', input, 'one-purchase');
    expect([bought.status, (await member.post('package/purchase', input, 'one-purchase')).text]).toEqual([
      200,
      bought.text,
    ]);
    expect([await member.balance('CW'), await member.balance('RW')]).toEqual(['200', '300']);
    expect((await member.orders()).map((order) => order.package_order_status)).toEqual([2, 2]);
    const [wrong, short] = [
      await member.post('package/purchase', { ...buyOwn, amount1: '999' }),
      await member.post('package/purchase', { ...buyOwn, amount1: '1000' }),
    ];
    expect([wrong.status, wrong.body.err_code]).toEqual([409, 'err_amount_changed']);
    expect([short.status, short.body.err_code]).toEqual([422, 'err_insufficient_balance']);
    const pin = await member.post('package/purchase', { ...buyOwn, member_security_pin: '000000' });
    expect([pin.status, pin.body.err_code]).toEqual([422, 'err_pin_wrong']);
    await expectCoherentLedger(app.context.pool);
  });

  // proves 7: POST package/purchase2
  it('sell an X2 for USDT alone', async () => {
    await deliver('x2', 10, 1);
    const member = await caller({ USDT: '10000' });
    const input = { package: 5, wallet_type: 1, quantity: 1, amount1: '10000', amount2: '0', member_security_pin: PIN };
    const other = await member.post('package/purchase2', { ...input, wallet_type: 4 });
    expect([other.status, other.body.err_fields]).toEqual([400, { wallet_type: 'err_payment_method' }]);
    expect((await member.post('package/purchase2', input)).status).toBe(200);
    const [order] = await member.orders();
    expect([order?.package_order_packageid, order?.package_order_amount]).toEqual([5, '10000']);
    const { payment, ...bought } = await member.order(order!.id);
    expect(bought).toMatchObject({ device_count: 10, refund: null });
    expect(payment?.wallets).toEqual([{ member_wallet_type_name: 'USDT', paid_amount: '10000' }]);
    const { rows } = await app.context.pool.query<{ id: string }>(`SELECT id FROM transfer WHERE order_id = $1`, [
      order!.id,
    ]);
    expect(rows).toEqual([{ id: payment?.transaction_id }]);
    expect(await member.balance('USDT')).toBe('0');
    await expectCoherentLedger(app.context.pool);
  });

  // proves 7: POST package/order/activate
  // proves 8: err_order_status
  it('activate a ready order for its fee, once, and refuse another member’s', async () => {
    await deliver('x1', 1, 1);
    const [member, stranger] = [await caller({ CW: '1000', AOGTD: '25' }), await caller({ AOGTD: '25' })];
    await member.post('package/purchase', buyOwn);
    const [order] = await member.orders();
    expect((await stranger.post('package/order/activate', { id: order!.id })).status).toBe(404);
    const done = await member.post('package/order/activate', { id: order!.id });
    expect([done.status, done.body.result]).toEqual([200, { fee: '20' }]);
    const again = await member.post('package/order/activate', { id: order!.id });
    expect([again.status, again.body.err_code]).toEqual([409, 'err_order_status']);
    expect(await member.order(order!.id)).toMatchObject({
      order: { package_order_status: 1 },
      total_mined: '0',
      refund: null,
    });
    expect(await member.balance('AOGTD')).toBe('5');
    await expectCoherentLedger(app.context.pool);
  });

  // proves 7: POST voucher/package/redeem
  // proves 8: err_voucher_invalid, err_too_many, err_payouts_frozen
  it('redeem a voucher once, none while payouts are frozen, and count wrong codes', async () => {
    await deliver('x1', 1, 1);
    const [member, other] = [await caller({}), await caller({})];
    const batch = {
      packageId: 3,
      amountUnits: unitsOf('500'),
      count: 2,
      expiresAt: null,
      actor: 'operator:test' as const,
      reason: 'r',
    };
    const [code, unused] = await createVouchers(app.context, batch);
    const redeemed = await member.post('voucher/package/redeem', { voucher_code: code!.toLowerCase() });
    expect([redeemed.status, redeemed.body.result]).toEqual([200, { data: '500' }]);
    const used = await other.post('voucher/package/redeem', { voucher_code: code });
    expect([used.status, used.body.err_code]).toEqual([422, 'err_voucher_invalid']);
    await inTransaction(app.context.pool, (tx) => insertPayoutFreeze(tx, { balances: 1 }, new Date(app.clock.now())));
    expect(told(await other.post('voucher/package/redeem', { voucher_code: unused }))).toBe('503 err_payouts_frozen');
    await openPayouts(app.context, {
      freeze: (await findPayoutFreeze(app.context.pool))!,
      outcomes: [],
      actor: 'operator:shell',
      reason: 'test',
    });
    for (let wrong = 1; wrong < 5; wrong += 1)
      expect(told(await other.post('voucher/package/redeem', { voucher_code: `AAAA-BBBB-CCC${wrong}` }))).toBe(
        '422 err_voucher_invalid',
      );
    const locked = await other.post('voucher/package/redeem', { voucher_code: unused });
    expect([told(locked), locked.headers['retry-after']]).toEqual(['429 err_too_many', '3600']);
    expect((await member.orders())[0]).toMatchObject({ package_order_isvoucher: true, package_order_amount: '500' });
    await expectCoherentLedger(app.context.pool);
  });
});

describe('a purchase', () => {
  // proves 8: err_out_of_stock, err_voucher_only, err_payment_method, err_country_unavailable
  // proves 8: err_idempotency_mismatch, err_pin_wrong, err_pin_locked, err_account_frozen
  it('is refused for each reason that there is, and takes nothing', async () => {
    await deliver('x1', 1, 1);
    const member = await caller({ CW: '20000', RW: '10' });
    const refusal = async (more: object, key?: string) =>
      told(await member.post('package/purchase', { ...buyOwn, ...more }, key));
    expect(await refusal({ quantity: 9, amount1: '9000' })).toBe('422 err_out_of_stock');
    expect(await refusal({ package: 3 })).toBe('422 err_voucher_only');
    const { pool } = app.context;
    const owner = createPool(app.database.ownerUrl, { max: 1 });
    const move = (community: number, country: number) =>
      owner.query('UPDATE member SET community_id = $2, country_id = $3 WHERE id = $1', [
        member.memberId,
        community,
        country,
      ]);
    const { rows } = await pool.query<{ community: number; country: number }>(
      'SELECT community_id AS community, country_id AS country FROM member WHERE id = $1',
      [member.memberId],
    );
    await owner.query(`INSERT INTO community (id, name, payment_methods) VALUES (99, 'Narrow', '1')`);
    await move(99, 211);
    expect(await refusal({ payment_method: 2, amount1: '990', amount2: '10' })).toBe('422 err_payment_method');
    expect(await refusal({ package: 2 })).toBe('422 err_country_unavailable');
    await move(rows[0]!.community, rows[0]!.country);
    expect(await refusal({}, 'key-of-one-purchase')).toBe('200');
    expect(await refusal({ quantity: 2, amount1: '2000' }, 'key-of-one-purchase')).toBe('422 err_idempotency_mismatch');
    for (let wrong = 0; wrong < 5; wrong += 1)
      expect(await refusal({ member_security_pin: '000001' })).toBe('422 err_pin_wrong');
    expect(await refusal({})).toBe('429 err_pin_locked');
    expect(await member.balance('CW')).toBe('19000');
    const frozen = await caller({ CW: '1000' });
    await owner.query('UPDATE member SET frozen_at = now() WHERE id = $1', [frozen.memberId]);
    expect(told(await frozen.post('package/purchase', buyOwn))).toBe('403 err_account_frozen');
    await owner.end();
    await expectCoherentLedger(pool);
  });
});

describe('a cancelled order', () => {
  // proves 7: package/order/cancel
  it('is in no list, and is found as Cancelled with what came back to which wallet', async () => {
    const member = await caller({ CW: '900', RW: '100' });
    const input = { ...buyOwn, payment_method: 2, amount1: '900', amount2: '100' };
    expect((await member.post('package/purchase', input)).body.err_code).toBe('err_out_of_stock');
    expect((await member.post('package/purchase', { ...input, accept_waiting: true })).status).toBe(200);
    const [waiting] = await member.waiting();
    expect(await member.order(waiting!.id)).toMatchObject({ refund: null });
    // What will come back is said before.
    expect(waiting!.paid).toEqual([
      { member_wallet_type_name: 'CW', paid_amount: '900' },
      { member_wallet_type_name: 'RW', paid_amount: '100' },
    ]);
    app.clock.advance(60_000);
    const cancelledAt = new Date(app.clock.now()).toISOString();
    expect((await member.post('package/order/cancel', { id: waiting!.id })).body).toEqual({ result: {} });
    expect((await member.post('package/order/cancel', { id: waiting!.id })).body.err_code).toBe('err_order_status');
    expect([await member.waiting(), await member.orders()]).toEqual([[], []]);
    expect(await member.order(waiting!.id)).toMatchObject({
      order: { package_order_status: 10, package_order_amount: '1000', hashrate: null },
      device_count: 0,
      refund: {
        refund_date: cancelledAt,
        wallets: [
          { member_wallet_type_name: 'CW', refund_amount: '900' },
          { member_wallet_type_name: 'RW', refund_amount: '100' },
        ],
      },
    });
    expect([await member.balance('CW'), await member.balance('RW')]).toEqual(['900', '100']);
    await expectCoherentLedger(app.context.pool);
  });

  it('of a voucher gives back no money but the voucher', async () => {
    const member = await caller({});
    const batch = {
      packageId: 3,
      amountUnits: unitsOf('100'),
      count: 1,
      expiresAt: null,
      actor: 'operator:test' as const,
      reason: 'r',
    };
    const [code] = await createVouchers(app.context, batch);
    await member.post('voucher/package/redeem', { voucher_code: code });
    const [waiting] = await member.waiting();
    expect(waiting!.paid).toEqual([]);
    app.clock.advance(60_000);
    const cancelledAt = new Date(app.clock.now()).toISOString();
    await member.post('package/order/cancel', { id: waiting!.id });
    app.clock.advance(60_000);
    const cancelled = await member.order(waiting!.id);
    expect(cancelled.refund).toEqual({ refund_date: cancelledAt, wallets: [] });
    expect(cancelled.order.package_order_isvoucher).toBe(true);
    expect((await member.post('voucher/package/redeem', { voucher_code: code })).body.result).toEqual({ data: '100' });
    await expectCoherentLedger(app.context.pool);
  });
});
