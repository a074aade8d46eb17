import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PRICE_BAND_PPM, isLeap, isWithinBand, judgeClose, judgePrice } from './price-band.ts';

const bandPpm = DEFAULT_PRICE_BAND_PPM;
const usd = (dollars: number): bigint => BigInt(dollars) * 100_000_000n;

describe('a price of the market', () => {
  it('may be the whole band away and not a unit more, up or down', () => {
    expect(isWithinBand(usd(110_000), usd(100_000), bandPpm)).toBe(true);
    expect(isWithinBand(usd(110_000) + 1n, usd(100_000), bandPpm)).toBe(false);
    expect(isWithinBand(usd(90_000), usd(100_000), bandPpm)).toBe(true);
    expect(isWithinBand(usd(90_000) - 1n, usd(100_000), bandPpm)).toBe(false);
  });

  it('is believed when the second source and our own closes say the same', () => {
    const evidence = { secondUnits: usd(61_000), confirmedUnits: usd(64_000), bandPpm };
    expect(judgePrice(usd(60_000), evidence)).toEqual({ believed: true });
  });

  it('waits after a leap of the whole market until a minute has closed there, which the second source alone decides', () => {
    const evidence = { secondUnits: usd(61_000), confirmedUnits: usd(95_000), bandPpm };
    expect(judgePrice(usd(60_000), evidence)).toEqual({ believed: false, doubt: 'leap_not_closed' });
    expect(judgeClose(usd(60_000), evidence)).toEqual({ believed: true });
    const lie = { ...evidence, secondUnits: usd(95_000) };
    expect(judgeClose(usd(60_000), lie)).toEqual({ believed: false, doubt: 'sources_disagree' });
  });

  it('has no close while the second source is silent', () => {
    const silent = { secondUnits: null, bandPpm };
    for (const close of [60_000, 95_000])
      expect(judgeClose(usd(close), silent)).toEqual({ believed: false, doubt: 'nothing_to_compare' });
  });

  it('is believed by the second source alone where no close of the past day is confirmed', () => {
    const evidence = { secondUnits: usd(61_000), confirmedUnits: null, bandPpm };
    expect(judgePrice(usd(60_000), evidence)).toEqual({ believed: true });
  });

  it('has leapt when it is further than the band from the middle one of its closes', () => {
    const closes = [100, 101, 102, 99, 500].map(usd);
    expect([90, 91, 111, 112].map((price) => isLeap(usd(price), closes, bandPpm))).toEqual([true, false, false, true]);
    expect(isLeap(usd(90), [], bandPpm)).toBe(false);
  });

  it('is not believed when the second source says something else, however near our own closes it is', () => {
    const evidence = { secondUnits: usd(60_000), confirmedUnits: usd(95_000), bandPpm };
    expect(judgePrice(usd(95_000), evidence)).toEqual({ believed: false, doubt: 'sources_disagree' });
  });

  it('is a tenth of the band from the last confirmed close and no unit further while the second source is silent', () => {
    const evidence = { secondUnits: null, confirmedUnits: usd(100_000), bandPpm };
    for (const near of [usd(101_000), usd(99_000)]) expect(judgePrice(near, evidence)).toEqual({ believed: true });
    for (const far of [usd(101_000) + 1n, usd(99_000) - 1n])
      expect(judgePrice(far, evidence)).toEqual({ believed: false, doubt: 'leap_unconfirmed' });
    expect(judgePrice(usd(100_050), { ...evidence, bandPpm: 5_005 })).toEqual({ believed: true });
    for (const lie of [93, 93_270_360, 109_999]) {
      expect(judgePrice(usd(lie), evidence)).toEqual({ believed: false, doubt: 'leap_unconfirmed' });
    }
  });

  it('is nothing when there is nothing to compare it with', () => {
    const evidence = { secondUnits: null, confirmedUnits: null, bandPpm };
    expect(judgePrice(usd(95_000), evidence)).toEqual({ believed: false, doubt: 'nothing_to_compare' });
  });

  it('never gets further than a tenth of the band by many small steps without the second source', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -20_000, max: 20_000 }), { maxLength: 60 }), (steps) => {
        const start = usd(95_000);
        let taken: bigint = start;
        for (const step of steps) {
          const next = (taken * BigInt(1_000_000 + step)) / 1_000_000n;
          const verdict = judgePrice(next, { secondUnits: null, confirmedUnits: start, bandPpm });
          if (verdict.believed) taken = next;
        }
        expect(isWithinBand(taken, start, bandPpm / 10)).toBe(true);
      }),
    );
  });
});
