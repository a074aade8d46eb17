import { createHash, randomUUID } from 'node:crypto';
import { WALLET } from '@minerx/rules/wallet';
import { unitsOf } from '@minerx/rules/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { moneyHouse } from '../../../test/money-house.ts';
import type { MoneyHouse } from '../../../test/money-house.ts';
import { testDatabase } from '../../db/test-database.ts';
import type { TestDatabase } from '../../db/test-database.ts';
import { subscribeMiner } from './purchase.command.ts';
import type { MinerSubscription } from './purchase.command.ts';

const input = (change: Partial<Extract<MinerSubscription, { page: 'x1' }>> = {}): MinerSubscription => ({
  page: 'x1',
  packageId: 1,
  method: 3,
  quantity: 1,
  acceptWaiting: false,
  amounts: { [WALLET.CW]: unitsOf('800'), [WALLET.RW]: unitsOf('400') },
  ...change,
});

const inputX2 = (quantity = 1): MinerSubscription => ({
  page: 'x2',
  packageId: 5,
  walletType: 1,
  quantity,
  acceptWaiting: false,
  amounts: { [WALLET.USDT]: unitsOf(String(10_000 * quantity)) },
});

describe('buying a miner', () => {
  let database: TestDatabase;
  let house: MoneyHouse;
  beforeAll(async () => {
    database = await testDatabase();
    house = await moneyHouse(database);
  });
  afterAll(async () => {
    await expectCoherentLedger(house.pool);
    await house.close();
    await database.drop();
  });

  const orderRow = async (id: string) =>
    (
      await house.pool.query(
        `SELECT o.*, (SELECT count(*)::integer FROM allocation a WHERE a.order_id = o.id) AS devices,
                (SELECT coalesce(sum(share_tenths), 0)::integer FROM allocation a WHERE a.order_id = o.id) AS tenths,
                (SELECT jsonb_object_agg(p.wallet_id, p.units) FROM order_payment p WHERE p.order_id = o.id) AS paid
         FROM miner_order o WHERE o.id = $1`,
        [id],
      )
    ).rows[0];

  it('takes 800 from CW and 400 RW at half a dollar, and makes a ready order with its own device', async () => {
    await house.devices('x1', 3);
    const member = await house.member({ CW: '1000', RW: '500' });
    const { orderIds, waitingCount } = await house.funnel.run(subscribeMiner(member, input(), 'key-0001'));
    expect(waitingCount).toBe(0);
    expect(await house.balance(member, 'CW')).toBe(unitsOf('200'));
    expect(await house.balance(member, 'RW')).toBe(unitsOf('100'));
    const order = await orderRow(orderIds[0]!);
    expect(order).toMatchObject({
      status: 2,
      devices: 1,
      tenths: 10,
      paid: { [WALLET.CW]: Number(unitsOf('800')), [WALLET.RW]: Number(unitsOf('400')) },
      place: null,
    });
    expect(order.number).toMatch(/^MX[0-9A-Z]{10}$/);
    expect(order.serial).toMatch(/^X1-[0-9A-Z]{12}$/);
  });

  it('gives the first answer again for the same key, and refuses the key for anything else', async () => {
    const member = await house.member({ CW: '1000', RW: '500' });
    const first = await house.funnel.run(subscribeMiner(member, input(), 'key-0002'));
    expect(await house.funnel.run(subscribeMiner(member, input(), 'key-0002'))).toEqual(first);
    expect(await house.balance(member, 'CW')).toBe(unitsOf('200'));
    await expect(house.funnel.run(subscribeMiner(member, input({ quantity: 2 }), 'key-0002'))).rejects.toMatchObject({
      code: 'err_idempotency_mismatch',
    });
  });

  it('gives the answer again that was kept when fields had other names', async () => {
    const member = await house.member({ CW: '1000', RW: '500' });
    const units = (dollars: string) => `"${unitsOf(dollars)}"`;
    // As the first version wrote it down.
    const asked = `{"acceptWaiting":false,"amounts":{"cw":${units('800')},"rw":${units('400')},"usdt":"0"},"method":3,"packageId":1,"page":"x1","quantity":1}`;
    const orderIds = [randomUUID()];
    await house.pool.query('INSERT INTO command (actor, name, key, fingerprint, answer) VALUES ($1, $2, $3, $4, $5)', [
      `member:${member}`,
      'subscribe_miner',
      'key-upgrade',
      createHash('sha256').update(asked).digest(),
      JSON.stringify({ ok: true, result: { orderIds, waitingCount: 0 } }),
    ]);
    expect((await house.funnel.run(subscribeMiner(member, input(), 'key-upgrade'))).orderIds).toEqual(orderIds);
    expect(await house.balance(member, 'CW')).toBe(unitsOf('1000'));
    await expect(house.funnel.run(subscribeMiner(member, input({ quantity: 2 }), 'key-upgrade'))).rejects.toMatchObject(
      {
        code: 'err_idempotency_mismatch',
      },
    );
  });

  it('gives a stored refusal again although the member has money by now', async () => {
    const member = await house.member({ RW: '400', CW: '1' });
    await expect(house.funnel.run(subscribeMiner(member, input(), 'key-0003'))).rejects.toMatchObject({
      code: 'err_insufficient_balance',
      more: { details: { wallet: 'CW', needed: '800', balance: '1' } },
    });
    await expect(house.funnel.run(subscribeMiner(member, input(), 'key-0003'))).rejects.toMatchObject({
      code: 'err_insufficient_balance',
    });
  });

  it('refuses amounts that are not its own and tells the fresh ones', async () => {
    const member = await house.member({ CW: '2000', RW: '10' });
    await expect(house.funnel.run(subscribeMiner(member, input(), 'key-0004'))).rejects.toMatchObject({
      code: 'err_amount_changed',
      more: { details: { amount1: '995', amount2: '10', amount3: '0' } },
    });
  });

  it('refuses more than the stock and sells nothing, then lets units wait with their money in holds', async () => {
    const member = await house.member({ CW: '10000', RW: '10000' });
    const three = input({ quantity: 3, amounts: { [WALLET.CW]: unitsOf('2400'), [WALLET.RW]: unitsOf('1200') } });
    await expect(house.funnel.run(subscribeMiner(member, three, 'key-0005'))).rejects.toMatchObject({
      code: 'err_out_of_stock',
    });
    const { orderIds, waitingCount } = await house.funnel.run(
      subscribeMiner(member, { ...three, acceptWaiting: true }, 'key-0006'),
    );
    expect(waitingCount).toBe(2);
    const waiting = await orderRow(orderIds[2]!);
    expect(waiting).toMatchObject({ status: 6, devices: 0 });
    expect(waiting.hold_owner_id).not.toBeNull();
    expect(await house.balance(member, 'CW')).toBe(unitsOf('7600'));
  });

  it('queues shared units until ten share ten devices', async () => {
    await house.devices('x1', 12);
    await house.pool.query(`UPDATE stock SET total = total WHERE line = 'x1'`);
    const member = await house.member({ CW: '100000' });
    const shared = (quantity: number): MinerSubscription =>
      input({
        packageId: 2,
        method: 1,
        quantity,
        amounts: { [WALLET.CW]: unitsOf(String(1000 * quantity)) },
      });
    const first = await house.funnel.run(subscribeMiner(member, shared(7), 'key-0007'));
    expect(await orderRow(first.orderIds[0]!)).toMatchObject({ status: 7, devices: 0 });
    const second = await house.funnel.run(subscribeMiner(member, shared(3), 'key-0008'));
    for (const id of [...first.orderIds, ...second.orderIds])
      expect(await orderRow(id)).toMatchObject({ status: 2, devices: 10, tenths: 10 });
  });

  it('gives an X2 order ten whole devices and takes USDT alone', async () => {
    await house.devices('x2', 20);
    const member = await house.member({ USDT: '25000' });
    const { orderIds } = await house.funnel.run(subscribeMiner(member, inputX2(), 'key-0009'));
    const order = await orderRow(orderIds[0]!);
    expect(order).toMatchObject({ status: 2, devices: 10, tenths: 100 });
    expect(order.serial).toMatch(/^X2-/);
    expect(await house.balance(member, 'USDT')).toBe(unitsOf('15000'));
  });

  it('refuses the shared package in the United States, methods that the community has not, and frozen members', async () => {
    const american = await house.member({ CW: '5000' }, { countryId: 211 });
    const shared = input({ packageId: 2, method: 1, amounts: { [WALLET.CW]: unitsOf('1000') } });
    await expect(house.funnel.run(subscribeMiner(american, shared, 'key-0010'))).rejects.toMatchObject({
      code: 'err_country_unavailable',
    });
    const narrow = await house.member({ CW: '5000', RW: '500' }, { communityId: 2 });
    await expect(house.funnel.run(subscribeMiner(narrow, input(), 'key-0011'))).rejects.toMatchObject({
      code: 'err_payment_method',
    });
    await house.pool.query('UPDATE member SET frozen_at = now() WHERE id = $1', [narrow]);
    await expect(house.funnel.run(subscribeMiner(narrow, input(), 'key-0012'))).rejects.toMatchObject({
      code: 'err_account_frozen',
    });
    await expect(house.funnel.run(subscribeMiner(american, input({ packageId: 3 }), 'key-0013'))).rejects.toMatchObject(
      {
        code: 'err_voucher_only',
      },
    );
  });
});
