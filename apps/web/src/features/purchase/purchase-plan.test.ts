import type { Member } from '@minerx/contract/profile';
import { amountsFromWire, amountsToWire, pickAmounts } from '@minerx/contract/purchase';
import { unitsOf } from '@minerx/rules/money';
import { WALLET, WALLETS } from '@minerx/rules/wallet';
import { describe, expect, it } from 'vitest';
import { freeIn, isRestricted, planPurchase, shownOffer } from './purchase-plan.ts';

const offer = { line: 'x1', packagePriceUnits: unitsOf('1000'), packageQuantity: 1 } as const;

const memberWith = (balances: Record<string, string>, prices: Record<string, string> = {}): Member => ({
  member_username: 'demo',
  member_email: 'demo@minerx.test',
  member_detail_fullname: 'Demo',
  member_referral_code: 'DEMO2026',
  member_ranking3: 0,
  ranking_name: 'Member',
  member_created_date: '2026-01-01T00:00:00Z',
  member_capital: '0',
  member_has_mined: false,
  member_detail_countryid: 211,
  member_shared_closed: true,
  member_wallet: WALLETS.map(({ name }) => ({ member_wallet_balance: balances[name] ?? '0' })),
  member_wallet_type: WALLETS.map(({ id, name, precision }) => ({
    member_wallet_type_id: id,
    member_wallet_type_name: name,
    member_wallet_type_price: prices[name] ?? '1',
    member_wallet_type_precision: precision,
  })),
  member_held: [],
  member_bank: [],
  member_btapay_id: '',
  system_setting: { nft_withdraw_fee: '0', withdrawal_hold_hours: 24 },
  outgoing_held_until: null,
  helpcenter: false,
  member_terms_version: null,
  member_unread_notices: 0,
});

describe('the plan of a purchase', () => {
  it('takes 900 from CW and 100 from RW for method 2', () => {
    const plan = planPurchase({ offer, member: memberWith({ CW: '5000', RW: '500' }), method: 2, quantity: 1 });
    expect(plan.amounts).toEqual({ [WALLET.CW]: unitsOf('900'), [WALLET.RW]: unitsOf('100') });
    expect(plan.parts.map((part) => [part.name, part.percent, part.capped])).toEqual([
      ['CW', 90, false],
      ['RW', 10, false],
    ]);
    expect(plan.shortage).toBeNull();
  });

  it('moves what RW cannot cover to CW and says so', () => {
    const plan = planPurchase({ offer, member: memberWith({ CW: '5000', RW: '30' }), method: 2, quantity: 1 });
    expect(plan.amounts).toEqual({ [WALLET.CW]: unitsOf('970'), [WALLET.RW]: unitsOf('30') });
    expect(plan.parts.find((part) => part.walletId === WALLET.RW)?.capped).toBe(true);
  });

  it('names the wallet that is short and by how much', () => {
    const plan = planPurchase({ offer, member: memberWith({ CW: '100' }), method: 1, quantity: 2 });
    expect(plan.shortage).toMatchObject({ name: 'CW', missingUnits: unitsOf('1900') });
  });

  it('plans nothing while a price is unknown', () => {
    const plan = planPurchase({ offer, member: memberWith({ CW: '5000' }, { CW: '0' }), method: 1, quantity: 1 });
    expect(plan.withoutPrice).toBe(true);
    expect(plan.amounts).toEqual({});
  });

  it('pays X2 from USDT alone, whatever the method', () => {
    const x2 = { line: 'x2', packagePriceUnits: unitsOf('1000'), packageQuantity: 10 } as const;
    const plan = planPurchase({
      offer: x2,
      member: memberWith({ USDT: '25000' }, { CW: '0' }),
      method: 5,
      quantity: 2,
    });
    expect(plan.parts).toMatchObject([{ name: 'USDT', percent: 100, payUnits: unitsOf('20000') }]);
    expect(plan.withoutPrice).toBe(false);
    expect(amountsToWire('x2', plan.amounts)).toEqual({ amount1: '20000', amount2: '0' });
  });
});

it('sends the amounts of its page, all of them and no others', () => {
  const among = { amount1: '1', amount2: '2', amount3: '3', seed: 'x' };
  expect(pickAmounts('x1', among)).toEqual({ amount1: '1', amount2: '2', amount3: '3' });
  expect(pickAmounts('x2', among)).toEqual({ amount1: '1', amount2: '2' });
  expect(pickAmounts('x1', { amount1: '1', amount2: '2' })).toEqual({ amount1: '1', amount2: '2', amount3: '0' });
});

describe('what the server says beside a refusal', () => {
  it('reads the fresh amounts', () => {
    expect(amountsFromWire('x1', { amount1: '1', amount2: '0.5', amount3: '0' })).toEqual({
      [WALLET.CW]: unitsOf('1'),
      [WALLET.RW]: unitsOf('0.5'),
      [WALLET.USDT]: 0n,
    });
    expect(amountsFromWire('x1', { amount1: '1' })).toBeNull();
    expect(amountsFromWire('x1', undefined)).toBeNull();
  });

  it('reads how many units are free, none when it does not say', () => {
    expect(freeIn({ free: '3' })).toBe(3);
    expect(freeIn(undefined)).toBe(0);
  });
});

describe('country', () => {
  it('keeps the shared contract from country 211 only', () => {
    expect(isRestricted({ id: 2 }, { member_shared_closed: true })).toBe(true);
    expect(isRestricted({ id: 1 }, { member_shared_closed: true })).toBe(false);
    expect(isRestricted({ id: 2 }, { member_shared_closed: false })).toBe(false);
  });
});

describe('the package that is shown first', () => {
  const offers = [{ id: 1 }, { id: 2 }, { id: 3 }] as const;
  // proves 4: packages: first one selected, country 211 the shared one
  it('is the first one, for country 211 the shared contract, and the chosen one once somebody chose', () => {
    expect(shownOffer(offers, null, { member_shared_closed: false })?.id).toBe(1);
    expect(shownOffer(offers, null, { member_shared_closed: true })?.id).toBe(2);
    expect(shownOffer(offers, 3, { member_shared_closed: false })?.id).toBe(3);
    expect(shownOffer([], null, { member_shared_closed: false })).toBeUndefined();
  });
});
