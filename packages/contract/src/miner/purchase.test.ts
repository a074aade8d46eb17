import { unitsOf } from '@minerx/rules/money';
import { paymentMethods, sharesOf, X2_SHARES, type PaymentShare } from '@minerx/rules/payment-method';
import { expect, test } from 'vitest';
import { amountsFromWire, amountsToWire } from './purchase.ts';

const amountsOf = (shares: readonly PaymentShare[]) =>
  Object.fromEntries(shares.map(({ wallet }, place) => [wallet, unitsOf(`${place + 1}.5`)]));

test('what each wallet of each method pays comes through the wire: every one has a field', () => {
  const bought = [...paymentMethods().map((method) => ['x1', sharesOf(method)] as const), ['x2', X2_SHARES] as const];
  for (const [line, shares] of bought) {
    const amounts = amountsOf(shares);
    expect(amountsFromWire(line, amountsToWire(line, amounts))).toMatchObject(amounts);
  }
});
