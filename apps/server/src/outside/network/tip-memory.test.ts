import { MINUTE_MS } from '@minerx/rules/duration';
import { describe, expect, it } from 'vitest';
import type { Header } from './segments.ts';
import { createTipMemory } from './tip-memory.ts';

const NOW = Date.parse('2026-01-10T10:00:00Z');

const memory = (simulated = false) =>
  createTipMemory(
    (reason, detail) => {
      throw new Error(`${reason}: ${detail}`);
    },
    { simulated, clock: { now: () => NOW } },
  );

const tip = (height: number, bits: string, timeMs = NOW - 5 * MINUTE_MS): Header => ({
  height,
  hash: '',
  previousHash: '',
  bits,
  timeMs,
  medianTimeMs: timeMs - 60 * MINUTE_MS,
});

const BEFORE = tip(931_391, '1701fca1');

describe('a tip after one that was believed', () => {
  it('has a target that four times each retarget between them can reach', () => {
    for (const [height, bits] of [
      [931_392, '1707f284'],
      [931_392, '167f2840'],
      [935_424, '171fca10'],
    ] as const) {
      const tips = memory();
      tips.accept(BEFORE);
      expect(tips.accept(tip(height, bits)).bits).toBe(bits);
    }
    // Two, three and a hundred retargets later difficulty 1 is still out of reach.
    for (const height of [935_424, 937_440, 951_552]) {
      const tips = memory();
      tips.accept(BEFORE);
      expect(() => tips.accept(tip(height, '1d00ffff'))).toThrow('cannot become');
    }
  });

  it('is not lower than a reorganisation takes it, after a start too', () => {
    const tips = memory();
    tips.recall(BEFORE);
    expect(() => tips.accept(tip(80_000, '1701fca1'))).toThrow('fell from height');
    expect(tips.accept(tip(931_388, '1701fca1')).height).toBe(931_388);
    const simulated = memory(true);
    simulated.recall(BEFORE);
    expect(simulated.accept(tip(931_380, '1701fca1')).height).toBe(931_380);
  });

  it('is, as the first of all, of no less work than the main chain has long had', () => {
    for (const [height, bits] of [
      [931_391, '1d00ffff'],
      [931_391, '170d0865'],
      [839_999, '17034219'],
    ] as const) {
      expect(() => memory().accept(tip(height, bits))).toThrow('nothing is known yet');
      expect(memory(true).accept(tip(height, bits)).bits).toBe(bits);
    }
    for (const bits of ['170d0864', '1701fca1', '16010000'])
      expect(memory().accept(tip(931_391, bits)).bits).toBe(bits);
    // What was believed once is followed wherever it went.
    const tips = memory();
    tips.recall(tip(931_390, '170d0865'));
    expect(tips.accept(tip(931_391, '170d0865')).height).toBe(931_391);
  });

  it('is of about now', () => {
    for (const timeMs of [NOW + 125 * MINUTE_MS, NOW - 25 * 60 * MINUTE_MS, 1_231_469_665_000])
      expect(() => memory().accept(tip(931_391, '1701fca1', timeMs))).toThrow('is of');
    expect(memory().accept(tip(931_391, '1701fca1', NOW + 90 * MINUTE_MS)).height).toBe(931_391);
  });
});
