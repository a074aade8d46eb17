import fc from 'fast-check';
import { minedPicoSat, PICO } from '@minerx/rules/mining-reward';
import { describe, expect, it } from 'vitest';
import { boundPerSecond } from '@minerx/rules/device-bound';
import { ceiling, creditedOf, deviceDay, deviceFacts, sum, type DeviceFacts, type Stretch } from './day-work.ts';
import { openBound, shareOut, worthPico, type Shares } from './share-out.ts';

const TH = 1_000_000_000_000n;
const DAY_S = 86_400;
const FEE_PPM = 20_000;
const BAND_PPM = 100_000;
const STRETCHES: Stretch[] = [
  { fromMinute: 0, toMinute: 600, bits: '1701fca1', height: 931_391 },
  { fromMinute: 600, toMinute: 1440, bits: '17020000', height: 931_392 },
];

/** A device that was seen all day, with what it told and what the pool saw. */
const device = (told: readonly bigint[], poolHashes: bigint | null, ratedThs = 76): DeviceFacts =>
  deviceFacts({
    stretches: STRETCHES,
    measured: told.map((hashes, index) => {
      const { fromMinute, toMinute } = STRETCHES[index]!;
      return { hashes, coveredS: (toMinute - fromMinute) * 60, downS: 0 };
    }),
    fromMinute: 0,
    toMinute: 1440,
    pool: poolHashes === null ? null : { hashes: poolHashes, lateS: 0 },
    ratedThs,
  });

const share = (seen: readonly DeviceFacts[], payoutSat: bigint, open: readonly DeviceFacts[] = []): Shares =>
  shareOut({ stretches: STRETCHES, seen, open, payoutSat, bandPpm: BAND_PPM, poolFeePpm: FEE_PPM });

/** What an order with the whole device gets, in 1e-12 satoshi. */
const paid = (facts: DeviceFacts, { bandPpm, payout }: Shares): bigint =>
  minedPicoSat(
    {
      segments: creditedOf(deviceDay(STRETCHES, facts, bandPpm)).map((hashes, index) => ({
        ...STRETCHES[index]!,
        hashesTenths: String(hashes * 10n),
      })),
      payoutFactor: { numerator: String(payout.numerator), denominator: String(payout.denominator) },
    },
    FEE_PPM,
  );

/** What the pool pays for what it saw, in whole satoshi. */
const payoutFor = (hashes: readonly (readonly bigint[])[], ppm = 1_000_000n): bigint =>
  (worthPico(
    STRETCHES,
    STRETCHES.map((_, index) => sum(hashes.map((parts) => parts[index]!))),
    FEE_PPM,
  ) *
    ppm) /
  (1_000_000n * PICO);

/** How a device lies: a factor in thousandths, and a leap in one stretch. */
const lie = fc.oneof(
  fc.constantFrom({ thousandths: 2000n, leap: 0n }, { thousandths: 12_000n, leap: 0n }),
  fc.record({ thousandths: fc.bigInt(1000n, 14_000n), leap: fc.bigInt(0n, 10n ** 20n) }),
);
const truth = fc.array(fc.bigInt(0n, 76n * TH * 40_000n), { minLength: 2, maxLength: 2 });
const fleet = fc.record({
  honest: fc.array(truth, { minLength: 1, maxLength: 12 }),
  liars: fc.array(fc.record({ truth, lie }), { minLength: 1, maxLength: 6 }),
});
const told = ({
  truth: hashes,
  lie: { thousandths, leap },
}: {
  truth: bigint[];
  lie: { thousandths: bigint; leap: bigint };
}) => hashes.map((part, index) => (part * thousandths) / 1000n + (index === 1 ? leap : 0n));

describe('a fleet with liars in it', () => {
  it('pays every honest device to the last part of a satoshi what it would get had the liars told the truth', () => {
    fc.assert(
      fc.property(fleet, fc.bigInt(300_000n, 1_200_000n), fc.boolean(), (world, payoutPpm, retargets) => {
        // On a day of two difficulties the pool's figure does not tell in which of them a device worked.
        const part = (hashes: bigint[]): bigint[] => (retargets ? hashes : [0n, hashes[1]!]);
        const honest = world.honest.map(part);
        const liars = world.liars.map((liar) => ({ ...liar, truth: part(liar.truth) }));
        const payout = payoutFor([...honest, ...liars.map((liar) => liar.truth)], payoutPpm);
        const right = honest.map((hashes) => device(hashes, sum(hashes)));
        const liarsTelling = (tell: (liar: (typeof liars)[number]) => bigint[]) =>
          liars.map((liar) => device(tell(liar), sum(liar.truth)));
        const lying = share([...right, ...liarsTelling(told)], payout);
        const truthful = share([...right, ...liarsTelling((liar) => liar.truth)], payout);
        for (const each of right) {
          if (retargets) expect(paid(each, lying)).toBeGreaterThanOrEqual(paid(each, truthful));
          else expect(paid(each, lying)).toBe(paid(each, truthful));
        }
        const everybody = [...right, ...liarsTelling(told)];
        const credited = everybody.reduce((all, each) => all + paid(each, lying), 0n);
        expect(credited).toBeLessThanOrEqual(payout * PICO);
      }),
      { numRuns: 300 },
    );
  });

  it('never pays an honest device less than the formula for what the pool saw of it, whatever luck the pool has', () => {
    const luck = fc.array(fc.bigInt(-20_000n, 20_000n), { minLength: 18, maxLength: 18 });
    fc.assert(
      fc.property(fleet, luck, ({ honest, liars }, lucks) => {
        const everybody = [...honest, ...liars.map((liar) => liar.truth)];
        const pool = everybody.map((hashes, at) =>
          hashes.map((part) => (part * (1_000_000n + lucks[at]!)) / 1_000_000n),
        );
        const devices = [...honest, ...liars.map(told)].map((hashes, at) => device(hashes, sum(pool[at]!)));
        const shares = share(devices, payoutFor(pool) + 1n);
        for (const each of devices.slice(0, honest.length)) {
          // As much of each stretch as the pool's figure lets through without any band.
          const seen = paid(each, { bandPpm: 0, payout: { numerator: 1n, denominator: 1n } });
          expect(paid(each, shares)).toBeGreaterThanOrEqual(
            (seen * shares.payout.numerator) / shares.payout.denominator,
          );
        }
        const credited = devices.reduce((all, each) => all + paid(each, shares), 0n);
        expect(credited).toBeLessThanOrEqual((payoutFor(pool) + 1n) * PICO);
      }),
      { numRuns: 300 },
    );
  });

  it('believes a device above the pool only as far as the payout covers, and at most by the band', () => {
    const right = device([76n * TH * 36_000n, 76n * TH * 50_400n], 76n * TH * BigInt(DAY_S));
    const lucky = device([80n * TH * 36_000n, 80n * TH * 50_400n], 76n * TH * BigInt(DAY_S));
    const twice = device([152n * TH * 36_000n, 152n * TH * 50_400n], 76n * TH * BigInt(DAY_S));
    expect(share([right, lucky], 10n ** 9n)).toMatchObject({
      bandPpm: BAND_PPM,
      payout: { numerator: 1n, denominator: 1n },
    });
    expect(sum(deviceDay(STRETCHES, twice, BAND_PPM).cut)).toBe(
      sum(twice.measured) - (76n * TH * BigInt(DAY_S) * 11n) / 10n,
    );
    // Three per cent of one device are left for two that tell more.
    const truthful = payoutFor([right.measured, right.measured, right.measured]);
    const shares = share([right, lucky, twice], truthful + (payoutFor([right.measured]) * 3n) / 100n);
    expect(shares.payout).toEqual({ numerator: 1n, denominator: 1n });
    const worthAt = (bandPpm: number) =>
      [right, lucky, twice].reduce((all, each) => all + paid(each, { ...shares, bandPpm }), 0n);
    const left = truthful + (payoutFor([right.measured]) * 3n) / 100n;
    expect(worthAt(shares.bandPpm)).toBeLessThanOrEqual(left * PICO);
    expect(worthAt(shares.bandPpm + 1)).toBeGreaterThan((left - 1n) * PICO);
    expect(shares.bandPpm).toBeGreaterThan(10_000);
    expect(shares.bandPpm).toBeLessThan(20_000);
  });
});

describe('a fleet of mixed ratings', () => {
  const any = fc.record({
    ratedThs: fc.integer({ min: 1, max: 2000 }),
    told: fc.array(fc.bigInt(0n, 3000n * TH * 60_000n), { minLength: 2, maxLength: 2 }),
    coveredS: fc.array(fc.integer({ min: 0, max: 36_000 }), { minLength: 2, maxLength: 2 }),
    pool: fc.option(
      fc.record({ hashes: fc.bigInt(0n, 3000n * TH * 100_000n), lateS: fc.integer({ min: 0, max: DAY_S }) }),
    ),
  });

  it('credits no machine more than it can do in the day, nor in the time that nobody saw', () => {
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 10 }), fc.bigInt(1n, 10n ** 10n), (fleet, payout) => {
        const facts = fleet.map(({ ratedThs, told: hashes, coveredS, pool }) =>
          deviceFacts({
            stretches: STRETCHES,
            measured: hashes.map((part, index) => ({ hashes: part, coveredS: coveredS[index]!, downS: 0 })),
            fromMinute: 0,
            toMinute: 1440,
            pool,
            ratedThs,
          }),
        );
        const seen = facts.filter(({ pool }) => pool !== null);
        const open = facts.filter(({ pool }) => pool === null);
        const { bandPpm } = share(seen, payout, open);
        for (const each of facts) {
          const most = boundPerSecond(each.ratedThs);
          const day = deviceDay(STRETCHES, each, bandPpm);
          expect(sum(creditedOf(day))).toBeLessThanOrEqual(most * BigInt(DAY_S));
          expect(sum(each.filled)).toBeLessThanOrEqual(most * BigInt(each.blindS[0]! + each.blindS[1]!));
          if (each.pool === null) expect(sum(openBound(STRETCHES, each))).toBeLessThanOrEqual(most * BigInt(DAY_S));
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("a pool's figure that is read late", () => {
  it('bounds less and less of the day, and nothing at all when a day has passed: whoever decides without it decides the same', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 150n * TH * BigInt(DAY_S) }),
        fc.integer({ min: 1, max: 500 }),
        (hashes, ratedThs) => {
          const at = (lateS: number): bigint => ceiling({ pool: { hashes, lateS }, ratedThs }, 0);
          const without = ceiling({ pool: null, ratedThs }, 0);
          expect(at(0) <= at(3600) && at(3600) <= at(86_400)).toBe(true);
          expect(at(86_400)).toBe(without);
        },
      ),
    );
  });

  it('fills no more than was done of that day while nobody saw it, however late it is read and whatever came after', () => {
    const rate = fc.bigInt({ min: 0n, max: 95n * TH });
    fc.assert(
      fc.property(
        fc.record({ covered: rate, blind: rate, after: rate }),
        fc.integer({ min: 0, max: DAY_S }),
        fc.integer({ min: 0, max: 86_400 }),
        ({ covered, blind, after }, blindS, lateS) => {
          // The day begins with what nobody saw: the average has lost the first `lateS` seconds of it and has as many of the next day.
          const [unseenS, seenS] = [Math.max(0, blindS - lateS), Math.min(DAY_S - blindS, DAY_S - lateS)];
          const hashes = blind * BigInt(unseenS) + covered * BigInt(seenS) + after * BigInt(lateS);
          const facts = deviceFacts({
            stretches: [{ ...STRETCHES[0]!, toMinute: 1440 }],
            measured: [{ hashes: covered * BigInt(DAY_S - blindS), coveredS: DAY_S - blindS, downS: 0 }],
            fromMinute: 0,
            toMinute: 1440,
            pool: { hashes, lateS },
            ratedThs: 76,
          });
          expect(sum(facts.filled)).toBeLessThanOrEqual(blind * BigInt(blindS));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('devices that wait for the pool', () => {
  it('count with the most that they can come to, so that nothing is lacking when their figures arrive', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ hashes: fc.bigInt(1n, 76n * TH), covered: fc.integer({ min: 1, max: 1439 }) }), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.bigInt(1n, 90n * TH),
        (waiting, figure) => {
          const facts = (pool: { hashes: bigint; lateS: number } | null) =>
            waiting.map(({ hashes, covered }) =>
              deviceFacts({
                stretches: STRETCHES.slice(1),
                measured: [{ hashes: hashes * BigInt(covered * 30), coveredS: covered * 30, downS: 0 }],
                fromMinute: 600,
                toMinute: 1440,
                pool,
                ratedThs: 76,
              }),
            );
          const open = facts(null);
          const later = facts({ hashes: figure * BigInt(DAY_S), lateS: 0 });
          for (const [index, device] of later.entries()) {
            expect(sum(creditedOf(deviceDay(STRETCHES.slice(1), device, BAND_PPM)))).toBeLessThanOrEqual(
              sum(openBound(STRETCHES.slice(1), open[index]!)),
            );
          }
        },
      ),
    );
  });

  it('lower the part that everybody gets while the payout would not cover them', () => {
    const half = deviceFacts({
      stretches: STRETCHES,
      measured: [{ hashes: 76n * TH * 36_000n, coveredS: 36_000, downS: 0 }],
      fromMinute: 0,
      toMinute: 1440,
      pool: null,
      ratedThs: 76,
    });
    const full = device([76n * TH * 36_000n, 76n * TH * 50_400n], 76n * TH * BigInt(DAY_S));
    const payout = payoutFor([full.measured, full.measured]);
    const { payout: factor } = share([full], payout, [half]);
    // The open device may still come to its own pace and a tenth in the hours that nobody saw.
    const bound = worthPico(
      STRETCHES,
      [76n * TH * 36_000n * 2n, 76n * TH * 50_400n + (76n * TH * 50_400n * 11n) / 10n],
      FEE_PPM,
    );
    expect(factor).toEqual({ numerator: payout * PICO, denominator: bound });
  });
});

describe('a day of two difficulties', () => {
  it('is cut first where a hash is worth most, which the pool’s figure does not tell', () => {
    const each = 10n ** 15n;
    const { cut } = deviceDay(STRETCHES, device([each, each], (each * 3n) / 2n), 0);
    // The second stretch has the easier target.
    expect(cut).toEqual([0n, each / 2n]);
    const { cut: more } = deviceDay(STRETCHES, device([each, each], each / 2n), 0);
    expect(more).toEqual([each / 2n, each]);
  });
});
