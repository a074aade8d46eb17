import { describe, expect, it } from 'vitest';
import { UNIT, unitsOf } from '../wallet/money.ts';
import { ACTIVATED, CANCELLED, ON_QUEUE, ORDER_STATUS, READY, WAITING_STOCK } from './order-status.ts';
import {
  activationFee,
  decideActivation,
  decideSubscription,
  decideVoucherRedemption,
  decideWaitingCancellation,
  shareParts,
} from './purchase.ts';
import type { PackageTerms, SubscriptionState, SubscriptionInput, VoucherState } from './purchase.ts';
import { WALLET } from '../wallet/wallet.ts';
import type { ByWallet } from '../wallet/wallet.ts';

const terms = (some: Partial<PackageTerms> = {}): PackageTerms => ({
  id: 1,
  priceUnits: unitsOf('1000'),
  quantity: 1,
  maxProfitUnits: unitsOf('2500'),
  activationFeeUnits: unitsOf('10'),
  active: true,
  ...some,
});
const shared = terms({ id: 2, priceUnits: unitsOf('100'), quantity: 10 });
const x2 = terms({ id: 5, quantity: 10, maxProfitUnits: unitsOf('30000') });

const state = (some: Partial<SubscriptionState> = {}): SubscriptionState => ({
  balances: { [WALLET.USDT]: unitsOf('50000'), [WALLET.CW]: unitsOf('5000'), [WALLET.RW]: unitsOf('5000') },
  prices: { [WALLET.CW]: unitsOf('1'), [WALLET.RW]: unitsOf('1') },
  minerPackage: terms(),
  sharedClosed: false,
  allowedMethods: [1, 2, 4, 6],
  stock: { total: 100, used: 0, waiting: 0, sharedQueue: 0 },
  ...some,
});
const pay = (cw: string, rw?: string, usdt?: string): ByWallet => ({
  [WALLET.CW]: unitsOf(cw),
  ...(rw === undefined ? {} : { [WALLET.RW]: unitsOf(rw) }),
  ...(usdt === undefined ? {} : { [WALLET.USDT]: unitsOf(usdt) }),
});
const x1Input = (some: Partial<Extract<SubscriptionInput, { page: 'x1' }>> = {}): SubscriptionInput => ({
  page: 'x1',
  method: 1,
  quantity: 1,
  amounts: pay('1000'),
  acceptWaiting: false,
  ...some,
});
const x2Input = (some: Partial<Extract<SubscriptionInput, { page: 'x2' }>> = {}): SubscriptionInput => ({
  page: 'x2',
  walletType: 1,
  quantity: 1,
  amounts: pay('0', '0', '10000'),
  acceptWaiting: false,
  ...some,
});

describe('subscribing to a miner', () => {
  // proves 9: X1 at 1000 USDT
  it('takes 700 from CW and 300 from RW for one X1 miner', () => {
    const decided = decideSubscription(state(), x1Input({ method: 4, amounts: pay('700', '300') }));
    expect(decided).toEqual({
      ok: true,
      payments: [
        { walletId: WALLET.CW, units: unitsOf('700') },
        { walletId: WALLET.RW, units: unitsOf('300') },
      ],
      orders: [
        {
          status: READY,
          unitPriceUsdt: unitsOf('1000'),
          parts: pay('700', '300'),
          maxProfitUnits: unitsOf('2500'),
          activationFeeUnits: unitsOf('10'),
          isVoucher: false,
        },
      ],
      stockAfter: { total: 100, used: 1, waiting: 0, sharedQueue: 0 },
      groupsCompleted: 0,
      totalUsdt: unitsOf('1000'),
    });
  });

  it('makes one order of each unit, the remainder of the payment on the first', () => {
    const decided = decideSubscription(
      state({ prices: { [WALLET.CW]: unitsOf('0.7') } }),
      x1Input({ quantity: 3, amounts: pay('4285.71428571') }),
    );
    expect(decided.ok && decided.orders.map((order) => order.parts[WALLET.CW])).toEqual([
      unitsOf('1428.57142857'),
      unitsOf('1428.57142857'),
      unitsOf('1428.57142857'),
    ]);
    expect(
      shareParts(pay('0.00000010', '1', '0.00000002'), 3).map((parts) => [parts[WALLET.CW], parts[WALLET.USDT]]),
    ).toEqual([
      [4n, 2n],
      [3n, 0n],
      [3n, 0n],
    ]);
  });

  // proves 9: X2 at 10000 USDT
  it('takes 10 000 USDT for one X2 unit', () => {
    const decided = decideSubscription(state({ minerPackage: x2 }), x2Input());
    expect(decided.ok && decided.payments).toEqual([{ walletId: WALLET.USDT, units: unitsOf('10000') }]);
    expect(decided.ok && decided.orders[0]?.maxProfitUnits).toBe(unitsOf('30000'));
  });

  it('queues shared units and reports the groups that they complete', () => {
    const stock = { total: 100, used: 9, waiting: 0, sharedQueue: 9 };
    const decided = decideSubscription(
      state({ minerPackage: shared, stock }),
      x1Input({ quantity: 2, amounts: pay('2000') }),
    );
    expect(decided.ok && decided.orders.map((order) => order.status)).toEqual([ON_QUEUE, ON_QUEUE]);
    expect(decided.ok && [decided.groupsCompleted, decided.stockAfter.sharedQueue]).toEqual([1, 1]);
  });

  it('takes payment for waiting units too, when the member accepts waiting', () => {
    const stock = { total: 10, used: 9, waiting: 0, sharedQueue: 0 };
    const decided = decideSubscription(
      state({ stock }),
      x1Input({ quantity: 2, amounts: pay('2000'), acceptWaiting: true }),
    );
    expect(decided.ok && decided.orders.map((order) => order.status)).toEqual([READY, WAITING_STOCK]);
    expect(decided.ok && decided.payments).toEqual([{ walletId: WALLET.CW, units: unitsOf('2000') }]);
    expect(decided.ok && decided.stockAfter).toEqual({ total: 10, used: 10, waiting: 1, sharedQueue: 0 });
  });
});

describe('refusing a subscription', () => {
  const refusalOf = (some: Partial<SubscriptionState>, input = x1Input()) => {
    const decided = decideSubscription(state(some), input);
    return decided.ok ? null : decided.refusal;
  };

  // proves 5: purchase: a package that is there, active and of this page
  it('of a package that is not there, not active, or sold on the other page', () => {
    expect(refusalOf({ minerPackage: null })).toBe('err_package_unavailable');
    expect(refusalOf({ minerPackage: terms({ active: false }) })).toBe('err_package_unavailable');
    expect(refusalOf({ minerPackage: terms({ id: 6 }) })).toBe('err_package_unavailable');
    expect(refusalOf({ minerPackage: x2 })).toBe('err_package_unavailable');
    expect(refusalOf({}, x2Input())).toBe('err_package_unavailable');
  });

  it('of voucher packages on both pages', () => {
    for (const id of [3, 4]) {
      expect(refusalOf({ minerPackage: terms({ id }) })).toBe('err_voucher_only');
      expect(refusalOf({ minerPackage: terms({ id }) }, x2Input())).toBe('err_voucher_only');
    }
  });

  it('of the shared contract in country 211', () => {
    expect(refusalOf({ minerPackage: shared, sharedClosed: true })).toBe('err_country_unavailable');
    expect(refusalOf({ sharedClosed: true })).toBeNull();
  });

  it('of an impossible quantity', () => {
    for (const quantity of [0, 101, 1.5, -1]) expect(refusalOf({}, x1Input({ quantity }))).toBe('err_quantity');
  });

  it('of a method that the community does not allow, and of any wallet but USDT for X2', () => {
    expect(refusalOf({}, x1Input({ method: 3 }))).toBe('err_payment_method');
    expect(refusalOf({}, x1Input({ method: 7 }))).toBe('err_payment_method');
    expect(refusalOf({ minerPackage: x2 }, x2Input({ walletType: 4 }))).toBe('err_payment_method');
  });

  it('while a price that the method needs is missing', () => {
    expect(refusalOf({ prices: {} })).toBe('err_price_stale');
    expect(refusalOf({ prices: { [WALLET.CW]: unitsOf('1') } }, x1Input({ method: 2 }))).toBe('err_price_stale');
    expect(refusalOf({ prices: {}, minerPackage: x2 }, x2Input())).toBeNull();
  });

  it('of amounts that are not the fresh ones, which it names', () => {
    const decided = decideSubscription(state({ prices: { [WALLET.CW]: unitsOf('2') } }), x1Input());
    expect(decided).toEqual({ ok: false, refusal: 'err_amount_changed', amounts: pay('500') });
    expect(refusalOf({}, x1Input({ amounts: pay('999.99999999') }))).toBe('err_amount_changed');
    expect(refusalOf({}, x1Input({ amounts: pay('1000', '0.00000001') }))).toBe('err_amount_changed');
    expect(refusalOf({ minerPackage: x2 }, x2Input({ amounts: pay('0') }))).toBe('err_amount_changed');
  });

  it('of a wallet that is short, which it names with need and balance', () => {
    const decided = decideSubscription(state({ balances: { [WALLET.CW]: unitsOf('999.99999999') } }), x1Input());
    expect(decided).toEqual({
      ok: false,
      refusal: 'err_insufficient_balance',
      shortage: { walletId: WALLET.CW, neededUnits: unitsOf('1000'), balanceUnits: unitsOf('999.99999999') },
    });
    expect(refusalOf({ balances: {} })).toBe('err_insufficient_balance');
  });

  it('of more units than are free, unless the member accepts waiting', () => {
    const stock = { total: 10, used: 8, waiting: 1, sharedQueue: 0 };
    const decided = decideSubscription(state({ stock }), x1Input({ quantity: 2, amounts: pay('2000') }));
    expect(decided).toEqual({ ok: false, refusal: 'err_out_of_stock', freeUnits: 1 });
  });
});

describe('redeeming a voucher', () => {
  const voucherState = (some: Partial<VoucherState> = {}): VoucherState => ({
    voucher: { packageId: 3, amountUnits: unitsOf('1000'), isUsable: true },
    minerPackage: terms({ id: 3 }),
    sharedClosed: false,
    stock: { total: 10, used: 0, waiting: 0, sharedQueue: 0 },
    ...some,
  });
  const refusalOf = (some: Partial<VoucherState>) => {
    const decided = decideVoucherRedemption(voucherState(some), { acceptWaiting: false });
    return decided.ok ? null : decided.refusal;
  };

  it('makes one ready order and takes nothing from any wallet', () => {
    const decided = decideVoucherRedemption(voucherState(), { acceptWaiting: false });
    expect(decided).toEqual({
      ok: true,
      payments: [],
      orders: [
        {
          status: READY,
          unitPriceUsdt: unitsOf('1000'),
          parts: {},
          maxProfitUnits: unitsOf('2500'),
          activationFeeUnits: unitsOf('10'),
          isVoucher: true,
        },
      ],
      stockAfter: { total: 10, used: 1, waiting: 0, sharedQueue: 0 },
      groupsCompleted: 0,
      amountUnits: unitsOf('1000'),
    });
  });

  it.each([
    ['25', '62.5', '0.25'],
    ['100', '250', '1'],
    ['1000', '2500', '10'],
    ['5000', '12500', '50'],
    ['33.33333333', '83.33333332', '0.33333333'],
  ])('of %s gives a whole machine that may earn %s and costs %s to activate', (amount, maxProfit, fee) => {
    const voucher = { packageId: 3, amountUnits: unitsOf(amount), isUsable: true } as const;
    const decided = decideVoucherRedemption(voucherState({ voucher }), { acceptWaiting: false });
    expect(decided.ok && decided.orders).toMatchObject([
      { unitPriceUsdt: unitsOf(amount), maxProfitUnits: unitsOf(maxProfit), activationFeeUnits: unitsOf(fee) },
    ]);
  });

  it('queues a voucher of the shared contract', () => {
    const voucher = { packageId: 4, amountUnits: unitsOf('1000'), isUsable: true } as const;
    const minerPackage = terms({ id: 4, priceUnits: unitsOf('100'), quantity: 10 });
    const decided = decideVoucherRedemption(voucherState({ voucher, minerPackage }), { acceptWaiting: false });
    expect(decided.ok && decided.orders[0]).toMatchObject({ status: ON_QUEUE, maxProfitUnits: unitsOf('2500') });
  });

  it('waits for stock only when the member accepts it', () => {
    const stock = { total: 1, used: 1, waiting: 0, sharedQueue: 0 };
    expect(refusalOf({ stock })).toBe('err_out_of_stock');
    const decided = decideVoucherRedemption(voucherState({ stock }), { acceptWaiting: true });
    expect(decided.ok && decided.orders[0]?.status).toBe(WAITING_STOCK);
  });

  it('does not say whether an unusable code was ever good', () => {
    expect(refusalOf({ voucher: null })).toBe('err_voucher_invalid');
    expect(refusalOf({ voucher: { packageId: 3, amountUnits: UNIT, isUsable: false } })).toBe('err_voucher_invalid');
  });

  it('needs its own package, active and priced', () => {
    expect(refusalOf({ minerPackage: null })).toBe('err_package_unavailable');
    expect(refusalOf({ minerPackage: terms({ id: 3, active: false }) })).toBe('err_package_unavailable');
    expect(refusalOf({ minerPackage: terms({ id: 1 }) })).toBe('err_package_unavailable');
    expect(refusalOf({ minerPackage: terms({ id: 3, priceUnits: 0n }) })).toBe('err_package_unavailable');
  });

  it('of the shared contract is refused where that is closed, and only that', () => {
    const voucher = { packageId: 4, amountUnits: UNIT, isUsable: true } as const;
    const minerPackage = { ...shared, id: 4 };
    expect(refusalOf({ voucher, minerPackage, sharedClosed: true })).toBe('err_country_unavailable');
    expect(refusalOf({ voucher, minerPackage })).toBeNull();
    expect(refusalOf({ sharedClosed: true })).toBeNull();
  });
});

describe('activating an order', () => {
  const ready = {
    orderStatus: READY,
    activationFeeUnits: unitsOf('10'),
    balances: { [WALLET.AOGTD]: unitsOf('2500') },
    prices: { [WALLET.AOGTD]: unitsOf('250') },
  };

  // proves 9: activation fee in AOGTD at its price
  it('takes the fee in AOGTD at units per dollar', () => {
    expect(decideActivation(ready)).toEqual({
      ok: true,
      payments: [{ walletId: WALLET.AOGTD, units: unitsOf('2500') }],
      statusAfter: ACTIVATED,
    });
  });

  it('rounds the fee up at the fourth decimal', () => {
    expect(activationFee(unitsOf('10'), unitsOf('3.33333333'))).toBe(unitsOf('33.3334'));
    expect(activationFee(unitsOf('10'), unitsOf('3.3333'))).toBe(unitsOf('33.333'));
    expect(activationFee(1n, 1n)).toBe(unitsOf('0.0001'));
    expect(activationFee(0n, unitsOf('250'))).toBe(0n);
  });

  it('is free when the fee is zero, even without a price', () => {
    expect(decideActivation({ ...ready, activationFeeUnits: 0n, prices: {} })).toEqual({
      ok: true,
      payments: [],
      statusAfter: ACTIVATED,
    });
  });

  it('is refused in every other status', () => {
    for (const orderStatus of Object.values(ORDER_STATUS).filter((status) => status !== READY)) {
      expect(decideActivation({ ...ready, orderStatus })).toEqual({ ok: false, refusal: 'err_order_status' });
    }
  });

  it('is refused without a price or with too little AOGTD', () => {
    expect(decideActivation({ ...ready, prices: {} })).toEqual({ ok: false, refusal: 'err_price_stale' });
    expect(decideActivation({ ...ready, balances: { [WALLET.AOGTD]: unitsOf('2499.9999') } })).toMatchObject({
      refusal: 'err_insufficient_balance',
      shortage: { walletId: WALLET.AOGTD, neededUnits: unitsOf('2500') },
    });
  });
});

describe('cancelling an order that waits for stock', () => {
  const waiting = {
    orderStatus: WAITING_STOCK,
    parts: pay('400', '100', '500'),
    isVoucher: false,
    stock: { total: 5, used: 5, waiting: 2, sharedQueue: 0 },
  };

  it('gives everything back and gives up the place in line', () => {
    expect(decideWaitingCancellation(waiting)).toEqual({
      ok: true,
      refunds: [
        { walletId: WALLET.USDT, units: unitsOf('500') },
        { walletId: WALLET.CW, units: unitsOf('400') },
        { walletId: WALLET.RW, units: unitsOf('100') },
      ],
      statusAfter: CANCELLED,
      stockAfter: { total: 5, used: 5, waiting: 1, sharedQueue: 0 },
      restoresVoucher: false,
    });
  });

  it('gives the voucher back where one was redeemed', () => {
    const decided = decideWaitingCancellation({ ...waiting, parts: {}, isVoucher: true });
    expect(decided).toMatchObject({ ok: true, refunds: [], restoresVoucher: true });
  });

  it('is refused in every other status', () => {
    for (const orderStatus of Object.values(ORDER_STATUS).filter((status) => status !== WAITING_STOCK)) {
      expect(decideWaitingCancellation({ ...waiting, orderStatus })).toEqual({
        ok: false,
        refusal: 'err_order_status',
      });
    }
  });
});
