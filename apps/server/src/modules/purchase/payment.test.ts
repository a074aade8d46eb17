import { units, unitsOf } from '@minerx/rules/money';
import { PAYMENT_METHODS, paymentMethods, sharesOf, splitPrice } from '@minerx/rules/payment-method';
import type { PaymentMethod, PaymentShare } from '@minerx/rules/payment-method';
import { WALLET, walletById } from '@minerx/rules/wallet';
import type { ByWallet, WalletId, WalletName } from '@minerx/rules/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCoherentLedger } from '../../../test/coherent-ledger.ts';
import { moneyHouse } from '../../../test/money-house.ts';
import type { MoneyHouse } from '../../../test/money-house.ts';
import { createPool } from '../../db/pool.ts';
import { testDatabase } from '../../db/test-database.ts';
import type { TestDatabase } from '../../db/test-database.ts';
import { accountId } from '../../ledger/account.ts';
import { checkLedger } from '../../../test/whole/check-ledger.ts';
import { cancelWaitingOrder } from '../order/waiting-order.command.ts';
import { subscribeMiner } from './purchase.command.ts';

const PRICE = unitsOf('1000');

/** A method that the shop does not have, on two wallets that pay no miner today. */
const MORE = (Math.max(...paymentMethods()) + 1) as PaymentMethod;
const UNUSED: readonly PaymentShare[] = [
  { wallet: WALLET.RSP, bps: 6000 },
  { wallet: WALLET.NFTC, bps: 4000, capped: true },
];
const METHODS: readonly PaymentMethod[] = [...paymentMethods(), MORE];

describe('a miner that is paid by any method', () => {
  let database: TestDatabase;
  let house: MoneyHouse;
  beforeAll(async () => {
    Object.assign(PAYMENT_METHODS, { [MORE]: UNUSED });
    database = await testDatabase();
    house = await moneyHouse(database);
    await house.pool.query(`UPDATE community SET payment_methods = $1 WHERE id = 1`, [METHODS.join('|')]);
    await house.devices('x1', METHODS.length);
  });
  afterAll(async () => {
    await expectCoherentLedger(house.pool);
    delete (PAYMENT_METHODS as Record<number, unknown>)[MORE];
    await house.close();
    await database.drop();
  });

  const buy = (member: bigint, method: PaymentMethod, amounts: ByWallet, acceptWaiting = false) =>
    house.funnel.run(
      subscribeMiner(member, { page: 'x1', packageId: 1, method, quantity: 1, acceptWaiting, amounts }, null),
    );
  /** What the shop asks of a member with these balances. */
  const asked = async (method: PaymentMethod, balances: ByWallet): Promise<ByWallet> => {
    const { rows } = await house.pool.query<{ id: number; price: bigint }>(
      'SELECT id, price_units AS price FROM wallet_type',
    );
    const prices: ByWallet = Object.fromEntries(rows.map(({ id, price }) => [id, units(price)]));
    return splitPrice({ shares: sharesOf(method), totalUsdt: PRICE, prices, balances });
  };
  const nameOf = (wallet: WalletId): WalletName => walletById(wallet).name;
  const funded = async (method: PaymentMethod): Promise<{ member: bigint; amounts: ByWallet }> => {
    const wallets = sharesOf(method).map(({ wallet }) => wallet);
    const member = await house.member(Object.fromEntries(wallets.map((wallet) => [nameOf(wallet), '5000'])));
    const balances: ByWallet = Object.fromEntries(wallets.map((wallet) => [wallet, unitsOf('5000')]));
    return { member, amounts: await asked(method, balances) };
  };
  const rowsOf = async (text: string, orderId: string): Promise<ByWallet> => {
    const { rows } = await house.pool.query<{ wallet: number; units: bigint }>(text, [orderId]);
    return Object.fromEntries(rows.map((row) => [row.wallet, row.units]));
  };

  it.each(METHODS)('method %i sells nothing to empty wallets, whatever amounts they name', async (method) => {
    const member = await house.member();
    for (const amounts of [{}, await asked(method, {})])
      await expect(buy(member, method, amounts)).rejects.toMatchObject({
        code: /err_(amount_changed|insufficient_balance)/,
      });
    const { rowCount } = await house.pool.query('SELECT FROM miner_order WHERE member_id = $1', [member]);
    expect(rowCount).toBe(0);
  });

  it.each(METHODS)('method %i takes from its wallets what the order says, and that is the price', async (method) => {
    const { member, amounts } = await funded(method);
    const [orderId] = (await buy(member, method, amounts)).orderIds;
    const paid = await rowsOf('SELECT wallet_id AS wallet, units FROM order_payment WHERE order_id = $1', orderId!);
    expect(paid).toEqual(amounts);
    const posted = await rowsOf(
      `SELECT p.wallet_id AS wallet, p.amount AS units FROM posting p JOIN transfer t ON t.id = p.transfer_id WHERE t.order_id = $1`,
      orderId!,
    );
    expect(posted).toEqual(amounts);
    for (const { wallet } of sharesOf(method)) {
      expect(await house.balance(member, nameOf(wallet))).toBe(unitsOf('5000') - amounts[wallet]!);
      expect(amounts[wallet]! > 0n).toBe(true);
    }
    const { rows } = await house.pool.query<{ worth: bigint }>(
      `SELECT (sum(o.units::numeric * w.price_units) / 100000000)::bigint AS worth FROM order_payment o JOIN wallet_type w ON w.id = o.wallet_id WHERE o.order_id = $1`,
      [orderId],
    );
    expect(rows[0]!.worth).toBe(PRICE);
  });

  it.each(METHODS)('method %i gives every wallet its part back when the order waited in vain', async (method) => {
    const { member, amounts } = await funded(method);
    const { orderIds, waitingCount } = await buy(member, method, amounts, true);
    expect(waitingCount).toBe(1);
    const { rows } = await house.pool.query<{ owner: bigint }>(
      'SELECT hold_owner_id AS owner FROM miner_order WHERE id = $1',
      [orderIds[0]],
    );
    for (const { wallet } of sharesOf(method)) {
      const { rows: held } = await house.pool.query<{ balance: bigint }>('SELECT balance FROM account WHERE id = $1', [
        accountId(rows[0]!.owner, wallet),
      ]);
      expect(held[0]!.balance).toBe(amounts[wallet]);
    }
    await expectCoherentLedger(house.pool);
    await house.funnel.run(cancelWaitingOrder(member, orderIds[0]!, null));
    for (const { wallet } of sharesOf(method))
      expect(await house.balance(member, nameOf(wallet))).toBe(unitsOf('5000'));
  });

  it('shows in the integrity check when an order says that it took from one wallet more', async () => {
    const { rows } = await house.pool.query<{ id: string }>('SELECT id FROM miner_order WHERE status = 2 LIMIT 1');
    const added = [rows[0]!.id, WALLET.LOCK];
    await house.pool.query('INSERT INTO order_payment (order_id, wallet_id, units) VALUES ($1, $2, 1)', added);
    const broken = (await checkLedger(house.pool)).filter(({ violations }) => violations > 0n);
    expect(broken.map(({ name }) => name)).toEqual(['order-payments', 'newest-orders']);
    const owner = createPool(database.ownerUrl, { max: 1 });
    await owner.query('DELETE FROM order_payment WHERE (order_id, wallet_id) = ($1, $2)', added);
    await owner.end();
  });
});
