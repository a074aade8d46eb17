import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { displayUnits, formatUnits, UNIT, unitsOf } from '../wallet/money.ts';
import {
  computeReward,
  contractEstimate,
  difficultyFromBits,
  expectedDailyReward,
  expectedSat,
  gaugeFraction,
  PICO,
  subsidySat,
  targetFromBits,
} from './mining-reward.ts';
import type { RewardInputs, RewardSegment } from './mining-reward.ts';
import { expectSame } from '../../test/expect-same.ts';

const JAN_2026 = { bits: '1701fca1', height: 933_586 };
const DAY_AT_76_THS = 76n * 10n ** 12n * 86_400n;

const inputs = (some: Partial<RewardInputs> = {}): RewardInputs => ({
  segments: [{ ...JAN_2026, hashesTenths: (DAY_AT_76_THS * 10n).toString() }],
  poolFeePpm: 20_000,
  payoutFactor: { numerator: '1', denominator: '1' },
  carryPicoSat: '0',
  btcPriceUnits: unitsOf('100000').toString(),
  profitBalanceUnits: unitsOf('2500').toString(),
  ...some,
});

describe('the block subsidy', () => {
  it('halves every 210 000 blocks', () => {
    expect(
      [0, 209_999, 210_000, 840_000, 1_049_999, 1_050_000].map((height) => formatUnits(subsidySat(height))),
    ).toEqual(['50', '50', '25', '3.125', '3.125', '1.5625']);
    expect(subsidySat(33 * 210_000)).toBe(0n);
    expect(subsidySat(100 * 210_000)).toBe(0n);
  });

  it('refuses what is no height', () => {
    for (const height of [-1, 1.5, Number.NaN]) expect(() => subsidySat(height)).toThrow(RangeError);
  });
});

describe('difficulty', () => {
  it('is recomputed from bits as bitcoind shows it', () => {
    expect(difficultyFromBits('1d00ffff')).toBe(1);
    expect(difficultyFromBits('1b0404cb')).toBe(16_307.420938523983);
    expect(difficultyFromBits('1701fca1')).toBe(141_668_107_417_558.25);
    expect(difficultyFromBits(0x1701fca1)).toBe(141_668_107_417_558.25);
    expect(difficultyFromBits('0x170d1f8c')).toBeCloseTo(21_448_277_761_059.71, 1);
  });

  it('reads compact targets as Bitcoin Core does', () => {
    expect(targetFromBits('1d00ffff')).toBe(0xffffn << 208n);
    expect(targetFromBits('207fffff')).toBe(0x7fffffn << 232n);
    expect(targetFromBits('03123456')).toBe(0x123456n);
    expect(targetFromBits('02123456')).toBe(0x1234n);
  });

  it.each(['', '1701fca', '1701fca1ff', 'zz01fca1', '00000000', '04923456', '23000001', 'ff123456', '01003456'])(
    'refuses bits %j',
    (bits) => {
      expect(() => targetFromBits(bits)).toThrow(RangeError);
    },
  );

  it('refuses bits that are no 32-bit number', () => {
    for (const bits of [-1, 2 ** 32, 1.5, Number.NaN]) expect(() => targetFromBits(bits)).toThrow(RangeError);
  });
});

describe('the network estimate', () => {
  it("agrees with Foundry's example: 1 PH/s for a day at D 21 448 277 761 059 and 6.25 BTC gives 0.005861941 BTC", () => {
    const estimate = expectedDailyReward({ hashrateThs: 1000, bits: '170d1f8c', height: 683_424, feePpm: 0 });
    expect(displayUnits(estimate, 8)).toBe('0.00586194');
    const millionDays = expectedSat(10n ** 15n * 86_400n * 1_000_000n, '170d1f8c', 683_424, 0);
    expect(millionDays / 100_000n).toBe(5_861_941n);
  });

  it('gives a 76 Th/s miner 3305 satoshi a day in January 2026 after 2 % fee, far below the contract figures', () => {
    expect(expectedDailyReward({ hashrateThs: 76, ...JAN_2026, feePpm: 20_000 })).toBe(3_305n);
    expect(contractEstimate({ shared: 0, own: 1 }).min > 2n * 3_305n).toBe(true);
  });

  it('is nothing for no hashrate or a fee of everything, and refuses nonsense', () => {
    expect(expectedDailyReward({ hashrateThs: 0, ...JAN_2026, feePpm: 0 })).toBe(0n);
    expect(expectedDailyReward({ hashrateThs: 76, ...JAN_2026, feePpm: 1_000_000 })).toBe(0n);
    expect(() => expectedDailyReward({ hashrateThs: Number.NaN, ...JAN_2026, feePpm: 0 })).toThrow(RangeError);
    expect(() => expectedDailyReward({ hashrateThs: 76, ...JAN_2026, feePpm: 1_000_001 })).toThrow(RangeError);
  });
});

describe('the reward of a day', () => {
  it('pays whole satoshi and carries the rest', () => {
    const reward = computeReward(inputs());
    expect(reward).toEqual({
      rewardSat: 3_305n,
      carryPicoSat: expect.any(BigInt),
      usdValueUnits: unitsOf('3.305'),
      profitBalanceAfterUnits: unitsOf('2496.695'),
      capped: false,
    });
    expect(reward.carryPicoSat > 0n && reward.carryPicoSat < PICO).toBe(true);
  });

  it('pays the carried rest as soon as it makes a satoshi', () => {
    const { carryPicoSat } = computeReward(inputs());
    const next = computeReward(inputs({ carryPicoSat: (PICO - carryPicoSat).toString() }));
    expect([next.rewardSat, next.carryPicoSat]).toEqual([3_306n, 0n]);
  });

  it('gives a tenth of a miner a tenth of the work', () => {
    const own = computeReward(inputs());
    const shared = computeReward(inputs({ segments: [{ ...JAN_2026, hashesTenths: DAY_AT_76_THS.toString() }] }));
    const pico = (reward: typeof own) => reward.rewardSat * PICO + reward.carryPicoSat;
    expect(pico(own) - pico(shared) * 10n < 10n && pico(own) >= pico(shared) * 10n).toBe(true);
  });

  it('splits a day at a retarget and at a halving', () => {
    const half = (DAY_AT_76_THS * 5n).toString();
    const whole = computeReward(inputs());
    const atHalving = computeReward(
      inputs({
        segments: [
          { bits: '1701fca1', height: 1_049_999, hashesTenths: half },
          { bits: '1701fca1', height: 1_050_000, hashesTenths: half },
        ],
      }),
    );
    expect(atHalving.rewardSat).toBe((whole.rewardSat * 3n) / 4n);
    const sameDifficulty = computeReward(
      inputs({
        segments: [
          { ...JAN_2026, hashesTenths: half },
          { ...JAN_2026, hashesTenths: half },
        ],
      }),
    );
    expect(sameDifficulty).toEqual(whole);
  });

  it("shares out the pool's own payout where it is lower", () => {
    const factor = { numerator: '50000000', denominator: '100000000' };
    expect(computeReward(inputs({ payoutFactor: factor })).rewardSat).toBe(1_652n);
    expect(computeReward(inputs({ payoutFactor: { numerator: '0', denominator: '5' } })).rewardSat).toBe(0n);
  });

  it('earns nothing without work, and ends nothing', () => {
    const idle = computeReward(inputs({ segments: [], carryPicoSat: '7' }));
    expect(idle).toMatchObject({ rewardSat: 0n, carryPicoSat: 7n, usdValueUnits: 0n, capped: false });
  });

  it('cuts the last reward so that the maximum profit holds exactly', () => {
    const last = computeReward(inputs({ profitBalanceUnits: unitsOf('1.2345').toString() }));
    expect(last).toEqual({
      rewardSat: 1_234n,
      carryPicoSat: 0n,
      usdValueUnits: unitsOf('1.2345'),
      profitBalanceAfterUnits: 0n,
      capped: true,
    });
  });

  it('ends the order when the value meets the balance exactly', () => {
    const last = computeReward(inputs({ profitBalanceUnits: unitsOf('3.305').toString() }));
    expect(last).toMatchObject({ rewardSat: 3_305n, profitBalanceAfterUnits: 0n, capped: true });
  });

  it('credits nothing more to an order that has earned everything', () => {
    expect(computeReward(inputs({ profitBalanceUnits: '0' }))).toMatchObject({
      rewardSat: 0n,
      usdValueUnits: 0n,
      capped: true,
    });
  });

  it.each<[string, Partial<RewardInputs>]>([
    ['a price of zero', { btcPriceUnits: '0' }],
    ['a negative balance', { profitBalanceUnits: '-1' }],
    ['a decimal carry', { carryPicoSat: '0.5' }],
    ['hashes that are no number', { segments: [{ ...JAN_2026, hashesTenths: '1e9' }] }],
    ['a payout above the formula', { payoutFactor: { numerator: '2', denominator: '1' } }],
    ['a payout of nothing from nothing', { payoutFactor: { numerator: '0', denominator: '0' } }],
    ['a fee above everything', { poolFeePpm: 1_000_001 }],
    [
      'hashes that are not what was measured, filled and cut',
      { segments: [{ ...JAN_2026, hashesTenths: '10', measuredTenths: '9', filledTenths: '3', cutTenths: '1' }] },
    ],
    [
      'a correction that takes away',
      {
        segments: [{ ...JAN_2026, hashesTenths: '1000000000000000' }],
        before: {
          segments: [{ ...JAN_2026, hashesTenths: '1000000000100000' }],
          payoutFactor: { numerator: '1', denominator: '1' },
        },
      },
    ],
  ])('refuses %s', (_, wrong) => {
    expect(() => computeReward(inputs(wrong))).toThrow(RangeError);
  });
});

describe('rewards over many days', () => {
  const segment = fc.record({
    bits: fc.constantFrom('1701fca1', '170d1f8c', '1702905c'),
    height: fc.constantFrom(683_424, 933_586, 1_050_000),
    hashesTenths: fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
  });
  const day: fc.Arbitrary<RewardSegment[]> = fc.array(segment, { maxLength: 2 });
  const days = fc.array(day, { minLength: 1, maxLength: 6 });
  const fee = fc.nat(1_000_000);
  const price = fc.bigInt({ min: 1n, max: 10n ** 14n }).map(String);
  const endless = (10n ** 40n).toString();

  const settle = (each: RewardSegment[][], some: Partial<RewardInputs>) => {
    const rewards: ReturnType<typeof computeReward>[] = [];
    let { carryPicoSat, profitBalanceUnits } = inputs(some);
    for (const segments of each) {
      const reward = computeReward(inputs({ ...some, segments, carryPicoSat, profitBalanceUnits }));
      rewards.push(reward);
      carryPicoSat = reward.carryPicoSat.toString();
      profitBalanceUnits = reward.profitBalanceAfterUnits.toString();
    }
    return rewards;
  };

  it('sum to the same as one settlement of all of them, within one satoshi', () => {
    fc.assert(
      fc.property(days, fee, (each, poolFeePpm) => {
        const some = { poolFeePpm, profitBalanceUnits: endless };
        const daily = settle(each, some).reduce((sum, reward) => sum + reward.rewardSat, 0n);
        const once = computeReward(inputs({ ...some, segments: each.flat() })).rewardSat;
        expectSame(once - daily === 0n || once - daily === 1n, true);
      }),
      { numRuns: 100_000 },
    );
  });

  it('never take more dollars than the maximum profit, and exactly that much once the order has ended', () => {
    const balance = fc.bigInt({ min: 0n, max: 10n ** 12n });
    fc.assert(
      fc.property(days, price, balance, (each, btcPriceUnits, maxProfit) => {
        const rewards = settle(each, { btcPriceUnits, profitBalanceUnits: maxProfit.toString() });
        const taken = rewards.reduce((sum, reward) => sum + reward.usdValueUnits, 0n);
        const left = rewards.at(-1)?.profitBalanceAfterUnits ?? 0n;
        expectSame(taken + left, maxProfit);
        expectSame(left === 0n, rewards.at(-1)?.capped);
        // The satoshi themselves are never worth more than what they took from the balance.
        for (const reward of rewards) {
          expectSame((reward.rewardSat * BigInt(btcPriceUnits)) / UNIT <= reward.usdValueUnits, true);
          expectSame(reward.carryPicoSat >= 0n && reward.carryPicoSat < PICO, true);
        }
      }),
      { numRuns: 100_000 },
    );
  });

  it('cut the last reward by as little as possible', () => {
    fc.assert(
      fc.property(day, price, fc.bigInt({ min: 1n, max: 10n ** 12n }), (segments, btcPriceUnits, balance) => {
        const reward = computeReward(inputs({ segments, btcPriceUnits, profitBalanceUnits: balance.toString() }));
        if (!reward.capped) return;
        const free = computeReward(inputs({ segments, btcPriceUnits, profitBalanceUnits: endless })).rewardSat;
        const fits = (sat: bigint) => sat <= free && sat * BigInt(btcPriceUnits) <= balance * UNIT;
        expectSame(fits(reward.rewardSat) && !fits(reward.rewardSat + 1n), true);
      }),
      { numRuns: 100_000 },
    );
  });
});

describe('figures of the dashboard', () => {
  // proves 9: estimated rewards a day
  it("are the specification's contract figures to the last digit", () => {
    const estimate = contractEstimate({ shared: 3, own: 2 });
    expect([formatUnits(estimate.min), formatUnits(estimate.max)]).toEqual(['0.0001583', '0.0004419']);
    expect(contractEstimate({ shared: 0, own: 0 })).toEqual({ min: 0n, max: 0n });
  });

  // proves 9: gauge: total over miners × 76
  it('fill the gauge by total hashrate over miners times 76', () => {
    expect(gaugeFraction(76, 1)).toBe(1);
    expect(gaugeFraction(114, 3)).toBe(0.5);
    expect(gaugeFraction(200, 1)).toBe(1);
    expect(gaugeFraction(10, 0)).toBe(0);
    expect(gaugeFraction(Number.NaN, 2)).toBe(0);
  });
});
