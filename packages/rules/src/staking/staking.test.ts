import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_UNITS, UNIT, units, unitsOf } from '../wallet/money.ts';
import {
  canEndStake,
  decideStake,
  isActiveStake,
  mostStakeable,
  STAKE_ACTIVE,
  STAKE_ENDED,
  stakeEndsAt,
  STAKING_MAX_SETTABLE,
  STAKING_MIN,
  stakingAmount2,
} from './staking.ts';
import type { StakingState, StakingTerms } from './staking.ts';
import { WALLET, walletById } from '../wallet/wallet.ts';
import { expectSame } from '../../test/expect-same.ts';

const now = new Date('2026-11-20T12:00:00Z');
const type: StakingTerms = {
  walletId: WALLET.AOGP,
  wallet2Id: WALLET.GBPT,
  maxUnits: unitsOf('1000'),
  termDays: 30,
  active: true,
};
const state = (more: Partial<StakingState> = {}): StakingState => ({
  available: true,
  type,
  now,
  balances: { [WALLET.AOGP]: unitsOf('100'), [WALLET.GBPT]: unitsOf('25000') },
  ...more,
});
const input = (amount: string) => ({ amountUnits: unitsOf(amount), amount2Units: stakingAmount2(unitsOf(amount)) });

describe('a stake', () => {
  // proves 9: staking × 250
  it('takes the amount from the first wallet and 250 times as much from the second, until its term is over', () => {
    expect(decideStake(state(), input('12.34'))).toEqual({
      ok: true,
      payments: [
        { walletId: WALLET.AOGP, units: unitsOf('12.34') },
        { walletId: WALLET.GBPT, units: unitsOf('3085') },
      ],
      endsAt: new Date('2026-12-20T12:00:00Z'),
    });
  });

  it('is refused while staking is switched off, before anything else is looked at', () => {
    expect(decideStake(state({ available: false, type: null }), input('1'))).toEqual({
      ok: false,
      refusal: 'err_staking_unavailable',
    });
  });

  it('needs a type that operators offer', () => {
    for (const none of [null, { ...type, active: false }])
      expect(decideStake(state({ type: none }), input('1'))).toEqual({ ok: false, refusal: 'err_staking_type' });
  });

  // proves 5: staking: minimum 1 and a maximum
  it('is at least 1 and at most what the type allows, no finer than the wallet shows', () => {
    const bounds = { minUnits: STAKING_MIN, maxUnits: unitsOf('1000') };
    for (const amount of ['0', '0.99', '1000.01', '1.001'])
      expect(decideStake(state(), input(amount))).toEqual({ ok: false, refusal: 'err_staking_amount', bounds });
    for (const amount of ['1', '1.01', '100']) expect(decideStake(state(), input(amount)).ok).toBe(true);
  });

  it('is refused with the right second amount when the member saw another', () => {
    expect(decideStake(state(), { ...input('2'), amount2Units: unitsOf('499.99999999') })).toEqual({
      ok: false,
      refusal: 'err_amount_changed',
      amount2Units: unitsOf('500'),
    });
  });

  it('names the wallet that lacks', () => {
    const poor = { [WALLET.AOGP]: unitsOf('100'), [WALLET.GBPT]: unitsOf('499.99') };
    expect(decideStake(state({ balances: poor }), input('2'))).toMatchObject({
      refusal: 'err_insufficient_balance',
      shortage: { walletId: WALLET.GBPT, neededUnits: unitsOf('500'), balanceUnits: unitsOf('499.99') },
    });
    expect(decideStake(state({ balances: {} }), input('2'))).toMatchObject({
      shortage: { walletId: WALLET.AOGP, neededUnits: unitsOf('2'), balanceUnits: 0n },
    });
  });

  it('ends at its last moment and not before, and only once', () => {
    const end = stakeEndsAt(now, 1);
    expect(end).toEqual(new Date('2026-11-21T12:00:00Z'));
    expect(canEndStake(STAKE_ACTIVE, end, new Date(end.getTime() - 1))).toBe(false);
    expect(canEndStake(STAKE_ACTIVE, end, end)).toBe(true);
    expect(canEndStake(STAKE_ENDED, end, end)).toBe(false);
    expect([STAKE_ACTIVE, STAKE_ENDED].map(isActiveStake)).toEqual([true, false]);
  });
});

const amounts = fc.bigInt({ min: 0n, max: 2000n * UNIT });
const drawn = fc.record({
  amountUnits: fc.oneof(
    amounts,
    amounts.map((amount) => (amount / 1_000_000n) * 1_000_000n),
  ),
  own: amounts.map(units),
  beside: fc.bigInt({ min: 0n, max: 500_000n * UNIT }).map(units),
  maxUnits: fc.bigInt({ min: UNIT, max: 2000n * UNIT }),
});

describe('whatever is staked', () => {
  // proves 5: staking: second amount is amount × 250
  it('never takes more than there is, and always 250 to 1', () => {
    fc.assert(
      fc.property(drawn, ({ amountUnits, own, beside, maxUnits }) => {
        const terms = { ...type, maxUnits };
        const balances = { [WALLET.AOGP]: own, [WALLET.GBPT]: beside };
        const decision = decideStake(state({ type: terms, balances }), {
          amountUnits,
          amount2Units: stakingAmount2(amountUnits),
        });
        const isFine = amountUnits % 10n ** BigInt(8 - walletById(WALLET.AOGP).precision) === 0n;
        const isAllowed = amountUnits >= UNIT && amountUnits <= maxUnits && isFine;
        const fits = isAllowed && own >= amountUnits && beside >= amountUnits * 250n;
        expectSame(decision.ok, fits);
        if (!decision.ok) return;
        const [first, second] = decision.payments;
        expectSame(first.units <= own && second.units <= beside && first.units > 0n, true);
        expectSame(second.units, first.units * 250n);
      }),
      { numRuns: 20_000 },
    );
  });

  it('the Max button gives what can be staked, and a cent more cannot', () => {
    fc.assert(
      fc.property(drawn, ({ own, beside, maxUnits }) => {
        const terms = { ...type, maxUnits };
        const balances = { [WALLET.AOGP]: own, [WALLET.GBPT]: beside };
        const most = mostStakeable(terms, balances);
        const decide = (amountUnits: bigint) =>
          decideStake(state({ type: terms, balances }), { amountUnits, amount2Units: stakingAmount2(amountUnits) }).ok;
        expectSame(decide(most), most > 0n);
        expectSame(decide((most > 0n ? most : STAKING_MIN - 1_000_000n) + 1_000_000n), false);
      }),
      { numRuns: 20_000 },
    );
  });

  it('what operators may allow is still an amount that the ledger holds', () => {
    expect(stakingAmount2(STAKING_MAX_SETTABLE)).toBeLessThan(MAX_UNITS);
  });
});
