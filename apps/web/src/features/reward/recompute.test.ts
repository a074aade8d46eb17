import { PICO, type RewardInputs } from '@minerx/rules/mining-reward';
import { unitsOf } from '@minerx/rules/money';
import { describe, expect, it } from 'vitest';
import { recompute } from './recompute.ts';

/** A day of ten machines as the settlement wrote it. */
const inputs: RewardInputs = {
  segments: [{ bits: '1701cae2', height: 975_744, hashesTenths: '639106046434010000000' }],
  poolFeePpm: 20_000,
  payoutFactor: { numerator: '1', denominator: '1' },
  carryPicoSat: '661994079028',
  btcPriceUnits: '9612530000000',
  profitBalanceUnits: '2974653904116',
};
const credited = { rewardUnits: unitsOf('0.00029022'), usdUnits: unitsOf('27.89748456') };

describe('recomputing a receipt', () => {
  it('gives the credited amount from the inputs alone', () => {
    expect(recompute(inputs, credited).isEqual).toBe(true);
  });

  it('shows steps that lead to the same satoshi', () => {
    const steps = recompute(inputs, credited);
    expect(steps.withCarryPicoSat / PICO).toBe(steps.reward.rewardSat);
    expect(steps.withCarryPicoSat % PICO).toBe(steps.reward.carryPicoSat);
    expect(steps.netPicoSat).toBe((steps.grossPicoSat * 98n) / 100n);
    expect(steps.grossPicoSat / 312_500_000n).toBe(steps.workPicoBlocks);
  });

  it('is not equal when one hash, one satoshi or one unit of value differs', () => {
    const moreHashes = { ...inputs, segments: [{ ...inputs.segments[0]!, hashesTenths: '639206046434010000000' }] };
    expect(recompute(moreHashes, credited).isEqual).toBe(false);
    expect(recompute(inputs, { ...credited, rewardUnits: unitsOf('0.00029023') }).isEqual).toBe(false);
    expect(recompute(inputs, { ...credited, usdUnits: unitsOf('27.89748457') }).isEqual).toBe(false);
  });

  it('counts what was measured, filled by the pool and cut by it, and refuses three lines that do not add up', () => {
    const lines = { measuredTenths: '700000000000000000000', filledTenths: '9106046434010000000' };
    const parts = (cutTenths: string) => ({ ...inputs, segments: [{ ...inputs.segments[0]!, ...lines, cutTenths }] });
    expect(recompute(parts('70000000000000000000'), credited).isEqual).toBe(true);
    expect(() => recompute(parts('70000000000000000001'), credited)).toThrow(RangeError);
  });

  it('pays of a correction only what is due beyond what was paid before', () => {
    const earlier = { ...inputs.segments[0]!, hashesTenths: '600000000000000000000' };
    const before = { segments: [earlier], payoutFactor: inputs.payoutFactor };
    const first = recompute({ ...inputs, segments: [earlier] }, credited);
    const all = recompute(inputs, credited);
    const correction = recompute({ ...inputs, before, carryPicoSat: String(first.reward.carryPicoSat) }, credited);
    expect(correction.beforePicoSat).toBe(first.netPicoSat);
    expect(first.reward.rewardSat + correction.reward.rewardSat).toBe(all.reward.rewardSat);
    expect(correction.reward.carryPicoSat).toBe(all.reward.carryPicoSat);
    expect(() =>
      recompute({ ...inputs, segments: [earlier], before: { ...before, segments: inputs.segments } }, credited),
    ).toThrow(RangeError);
  });

  it('refuses inputs that no settlement writes', () => {
    expect(() => recompute({ ...inputs, btcPriceUnits: '0' }, credited)).toThrow(RangeError);
  });
});
