import { describe, expect, it } from 'vitest';
import { addOutage, createDevice, hashesBetween, outagesBetween, rateOfSecond, stateAt } from './device-model.ts';

const start = Date.UTC(2026, 9, 1);
const day = 86_400_000;

describe('a simulated device', () => {
  it('is the same for the same seed and serial, and another for another', () => {
    const one = createDevice('demo', 'X1-000001');
    const again = createDevice('demo', 'X1-000001');
    const other = createDevice('demo', 'X1-000002');
    expect(hashesBetween(one, start, start + 30 * day)).toBe(hashesBetween(again, start, start + 30 * day));
    expect(rateOfSecond(one, start / 1000)).not.toBe(rateOfSecond(other, start / 1000));
  });

  it('stays between 72 and 76 TH/s and moves smoothly', () => {
    for (let device = 0; device < 20; device++) {
      const model = createDevice('demo', `S${device}`);
      let before = rateOfSecond(model, start / 1000);
      for (let second = start / 1000 + 1; second < start / 1000 + 20_000; second++) {
        const rate = rateOfSecond(model, second);
        expect(rate).toBeGreaterThanOrEqual(72e6);
        expect(rate).toBeLessThanOrEqual(76e6);
        expect(Math.abs(rate - before)).toBeLessThan(0.4e6);
        before = rate;
      }
    }
  });

  it('counts exactly the sum of its seconds, outages left out', () => {
    const model = createDevice('demo', 'X1-000007', { outagesPerMille: 1000 });
    const from = start + 333;
    const to = start + 2 * day + 777;
    const [first] = outagesBetween(model, from, to);
    addOutage(model, first!.fromMs - 5_000, first!.fromMs + 1_000);
    let sum = 0n;
    for (let ms = from; ms < to;) {
      const next = Math.min(to, (Math.floor(ms / 1000) + 1) * 1000);
      if (stateAt(model, ms).up) sum += BigInt(rateOfSecond(model, Math.floor(ms / 1000))) * BigInt(next - ms) * 1000n;
      ms = next;
    }
    expect(hashesBetween(model, from, to)).toBe(sum);
  });

  it('adds up over any cut', () => {
    const model = createDevice('demo', 'X1-000009');
    const cuts = [0, 1, 999, 60_001, day - 1, day, 3 * day + 12_345, 40 * day].map((ms) => start + ms);
    let sum = 0n;
    for (let i = 1; i < cuts.length; i++) sum += hashesBetween(model, cuts[i - 1]!, cuts[i]!);
    expect(sum).toBe(hashesBetween(model, cuts[0]!, cuts.at(-1)!));
  });

  it('starts anew after an outage', () => {
    const model = createDevice('demo', 'X1-000003', { outagesPerMille: 1000 });
    const [outage] = outagesBetween(model, start, start + day);
    expect(stateAt(model, outage!.fromMs - 1).up).toBe(true);
    expect(stateAt(model, outage!.fromMs)).toEqual({ up: false, bootAtMs: outage!.toMs, rateMhs: 0 });
    expect(stateAt(model, outage!.toMs)).toMatchObject({ up: true, bootAtMs: outage!.toMs });
    expect(hashesBetween(model, outage!.fromMs, outage!.toMs)).toBe(0n);
  });

  it('does nothing before it was born', () => {
    const model = createDevice('demo', 'X1-000004', { bornAtMs: start, outagesPerMille: 0 });
    expect(stateAt(model, start - 1).up).toBe(false);
    expect(hashesBetween(model, start - day, start)).toBe(0n);
    expect(hashesBetween(model, start - day, start + 500)).toBe(BigInt(rateOfSecond(model, start / 1000)) * 500_000n);
  });
});
