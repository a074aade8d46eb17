import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { UNIT, units } from '../wallet/money.ts';
import type { Units } from '../wallet/money.ts';
import { ON_QUEUE, READY, WAITING_STOCK } from './order-status.ts';
import type { PaymentMethod, PaymentShare } from './payment-method.ts';
import { paymentMethods, paymentPrice, sharesOf, splitPrice, X2_SHARES } from './payment-method.ts';
import {
  activationFee,
  decideActivation,
  decideSubscription,
  decideWaitingCancellation,
  shareParts,
} from './purchase.ts';
import type { SubscriptionState, SubscriptionInput } from './purchase.ts';
import { freeUnits } from './stock.ts';
import { WALLET, WALLETS } from '../wallet/wallet.ts';
import type { ByWallet, WalletId } from '../wallet/wallet.ts';
import { expectSame } from '../../test/expect-same.ts';

const runs = { numRuns: 100_000 };
const money = (max: bigint) => fc.bigInt({ min: 0n, max }).map(units);
const price = fc.bigInt({ min: 1n, max: 10n ** 11n }).map(units);
const SHARES: readonly PaymentShare[] = [...paymentMethods().flatMap((method) => sharesOf(method)), ...X2_SHARES];
const CAPPED = new Set(SHARES.filter(({ capped }) => capped).map(({ wallet }) => wallet));
/** The wallets that pay for anything. */
const PAYING = [...new Set(SHARES.map(({ wallet }) => wallet))];
const PER_WALLET = { minLength: PAYING.length, maxLength: PAYING.length };
const byWallet = (of: (wallet: WalletId, place: number) => Units): ByWallet =>
  Object.fromEntries(PAYING.map((wallet, place) => [wallet, of(wallet, place)]));

/** Inputs with the right amounts for their state, so that most of them are decided by balance and stock. */
const purchases = fc
  .record({
    packageId: fc.constantFrom(1, 2, 5),
    priceUnits: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    packageQuantity: fc.constantFrom(1, 10),
    quantity: fc.integer({ min: 1, max: 12 }),
    method: fc.constantFrom(...paymentMethods()),
    held: fc.array(money(10n ** 15n), PER_WALLET),
    priced: fc.array(price, PER_WALLET),
    total: fc.nat(30),
    used: fc.nat(30),
    waiting: fc.nat(3),
    sharedQueue: fc.nat(9),
    acceptWaiting: fc.boolean(),
  })
  .map((drawn): { state: SubscriptionState; input: SubscriptionInput; totalUsdt: bigint } => {
    const totalUsdt = drawn.priceUnits * BigInt(drawn.packageQuantity * drawn.quantity);
    const { method, quantity, acceptWaiting } = drawn;
    const prices = byWallet((_, place) => drawn.priced[place]!);
    // Less where a share is capped, so that the cap is often met.
    const balances = byWallet((wallet, place) => units(drawn.held[place]! / (CAPPED.has(wallet) ? 100n : 1n)));
    const shares = drawn.packageId === 5 ? X2_SHARES : sharesOf(method);
    const amounts = splitPrice({ shares, totalUsdt, prices, balances });
    const common = { quantity, acceptWaiting, amounts };
    return {
      totalUsdt,
      state: {
        balances,
        prices,
        minerPackage: {
          id: drawn.packageId,
          priceUnits: drawn.priceUnits,
          quantity: drawn.packageQuantity,
          maxProfitUnits: drawn.priceUnits * 2n,
          activationFeeUnits: 0n,
          active: true,
        },
        sharedClosed: false,
        allowedMethods: paymentMethods(),
        stock: { total: drawn.total, used: drawn.used, waiting: drawn.waiting, sharedQueue: drawn.sharedQueue },
      },
      input: drawn.packageId === 5 ? { ...common, page: 'x2', walletType: 1 } : { ...common, page: 'x1', method },
    };
  });

describe('whatever is bought', () => {
  it('never takes more than a wallet holds, and is worth the price to within one unit of each wallet', () => {
    let accepted = 0;
    fc.assert(
      fc.property(purchases, ({ state, input, totalUsdt }) => {
        const decided = decideSubscription(state, input);
        if (!decided.ok) {
          expectSame(['err_insufficient_balance', 'err_out_of_stock'].includes(decided.refusal), true);
          return;
        }
        accepted += 1;
        let worth = 0n;
        for (const payment of decided.payments) {
          expectSame(payment.units > 0n && payment.units <= (state.balances[payment.walletId] ?? 0n), true);
          worth += payment.units * (payment.walletId === WALLET.USDT ? UNIT : (state.prices[payment.walletId] ?? 0n));
        }
        const paying = input.page === 'x2' ? X2_SHARES : sharesOf(input.method as PaymentMethod);
        const slack = paying.reduce((sum, { wallet }) => sum + paymentPrice(wallet, state.prices), UNIT);
        expectSame(worth <= totalUsdt * UNIT && worth > totalUsdt * UNIT - slack, true);
      }),
      runs,
    );
    expect(accepted).toBeGreaterThan(10_000);
  });

  it('shares the payment over the orders without losing or making a unit', () => {
    fc.assert(
      fc.property(purchases, ({ state, input }) => {
        const decided = decideSubscription(state, input);
        if (!decided.ok) return;
        for (const { id } of WALLETS) {
          const paid = decided.payments.find(({ walletId }) => walletId === id)?.units ?? 0n;
          expectSame(
            decided.orders.reduce((sum, { parts }) => sum + (parts[id] ?? 0n), 0n),
            paid,
          );
        }
        expectSame(decided.orders.length, input.quantity);
      }),
      runs,
    );
  });

  it('never oversells, and makes nobody wait who did not agree to', () => {
    fc.assert(
      fc.property(purchases, ({ state, input }) => {
        const decided = decideSubscription(state, input);
        if (!decided.ok) return;
        const count = (...of: number[]) => decided.orders.filter((order) => of.includes(order.status)).length;
        const placed = count(READY, ON_QUEUE);
        expectSame(placed, Math.min(input.quantity, freeUnits(state.stock)));
        expectSame(decided.stockAfter.used, state.stock.used + placed);
        expectSame(decided.stockAfter.waiting, state.stock.waiting + count(WAITING_STOCK));
        expectSame(decided.stockAfter.used <= Math.max(state.stock.total, state.stock.used), true);
        if (!input.acceptWaiting) expectSame(count(WAITING_STOCK), 0);
      }),
      runs,
    );
  });

  it('is refused as soon as one amount differs by a single unit', () => {
    const slip = fc.tuple(fc.constantFrom(...WALLETS.map(({ id }) => id)), fc.constantFrom(1n, -1n));
    fc.assert(
      fc.property(purchases, slip, ({ state, input }, [wallet, by]) => {
        const amounts = { ...input.amounts, [wallet]: units((input.amounts[wallet] ?? 0n) + by) };
        expect(decideSubscription(state, { ...input, amounts })).toMatchObject({
          refusal: 'err_amount_changed',
          amounts: input.amounts,
        });
      }),
      { numRuns: 20_000 },
    );
  });

  it('comes back completely from every order that still waits', () => {
    fc.assert(
      fc.property(money(10n ** 15n), money(10n ** 15n), fc.integer({ min: 1, max: 100 }), (cw, rw, quantity) => {
        const stock = { total: 0, used: 0, waiting: quantity, sharedQueue: 0 };
        let back = 0n;
        for (const parts of shareParts({ [WALLET.CW]: cw, [WALLET.RW]: rw }, quantity)) {
          const decided = decideWaitingCancellation({ orderStatus: WAITING_STOCK, parts, isVoucher: false, stock });
          if (decided.ok) for (const refund of decided.refunds) back += refund.units;
        }
        expectSame(back, cw + rw);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('the activation fee', () => {
  it('covers the fee, by less than 0.0001 AOGTD too much, at four decimals', () => {
    fc.assert(
      fc.property(money(10n ** 13n), price, (fee, perUsd) => {
        const aogtd = activationFee(fee, perUsd);
        expectSame(aogtd % 10_000n, 0n);
        expectSame(aogtd * UNIT >= fee * perUsd && (aogtd - 10_000n) * UNIT < fee * perUsd, true);
      }),
      runs,
    );
  });

  it('is never taken from a wallet that does not hold it', () => {
    fc.assert(
      fc.property(money(10n ** 11n), price, money(10n ** 13n), (activationFeeUnits, perUsd, balance) => {
        const decided = decideActivation({
          orderStatus: READY,
          activationFeeUnits,
          balances: { [WALLET.AOGTD]: balance },
          prices: { [WALLET.AOGTD]: perUsd },
        });
        const fee = activationFee(activationFeeUnits, perUsd);
        expectSame(decided.ok, fee <= balance);
        if (decided.ok)
          expectSame(
            decided.payments.reduce((sum, payment) => sum + payment.units, 0n),
            fee,
          );
      }),
      runs,
    );
  });
});
