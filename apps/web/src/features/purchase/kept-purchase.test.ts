import { describe, expect, it } from 'vitest';
import { dropKept, keep, leavesOpen, readKept, type KeptPurchase } from './kept-purchase.ts';

function shelf() {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  };
}

const kept: KeptPurchase = {
  key: 'k1',
  seed: 'a-seed',
  asked: 1,
  wish: {
    line: 'x1',
    packageId: 1,
    packageName: 'X1 MAX',
    method: 1,
    quantity: 1,
    amount1: '1000',
    amount2: '0',
    amount3: '0',
    acceptWaiting: false,
    totalUsdt: '100000000000',
  },
};

describe('a purchase without an answer', () => {
  it('is found again after a reload, on its own page only', () => {
    const store = shelf();
    keep(kept, store);
    expect(readKept('x1', store)).toEqual(kept);
    expect(readKept('x2', store)).toBeNull();
    dropKept('x1', store);
    expect(readKept('x1', store)).toBeNull();
  });

  it('is not made up from what somebody else stored', () => {
    const store = shelf();
    store.setItem('minerx:purchase:x1', '{oops');
    expect(readKept('x1', store)).toBeNull();
  });
});

describe('a refusal', () => {
  const no = (code: string, isUncertain = false) => ({ code, isUncertain });

  it('leaves the purchase open when nobody answered', () => {
    expect(leavesOpen(no('offline', true), 1)).toBe(true);
    expect(leavesOpen(no('err_internal', true), 1)).toBe(true);
  });

  it('settles the purchase when the rules said no', () => {
    expect(leavesOpen(no('err_insufficient_balance'), 2)).toBe(false);
    expect(leavesOpen(no('err_price_stale', true), 1)).toBe(false);
  });

  it('of the PIN settles a first try, but not one that was sent before without an answer', () => {
    expect(leavesOpen(no('err_pin_wrong'), 1)).toBe(false);
    expect(leavesOpen(no('err_pin_wrong'), 2)).toBe(true);
  });
});
