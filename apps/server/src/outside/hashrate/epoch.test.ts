import { describe, expect, it } from 'vitest';
import { epochOf } from './epoch.ts';

const at = Date.UTC(2026, 10, 20, 10);
const before = { at, elapsedS: 3600, epochId: 'known', counterHashes: 1000n };

describe('a run of a device', () => {
  it('continues while Elapsed keeps pace with our clock', () => {
    expect(epochOf({ at: at + 10_000, elapsedS: 3610, counterHashes: 2000n }, before)).toBe('known');
    expect(epochOf({ at: at + 10_900, elapsedS: 3610, counterHashes: 2000n }, before)).toBe('known');
  });

  it('continues over a day of clock drift', () => {
    expect(epochOf({ at: at + 86_400_000, elapsedS: 3600 + 86_400 - 60, counterHashes: 2000n }, before)).toBe('known');
  });

  it('is new when Elapsed is smaller', () => {
    expect(epochOf({ at: at + 10_000, elapsedS: 4, counterHashes: 5n }, before)).toBe(String((at + 6_000) / 1000));
  });

  it('is new when the device restarted while nobody looked and has run longer than before', () => {
    const reading = { at: at + 8_000_000, elapsedS: 7_000, counterHashes: 2000n };
    expect(epochOf(reading, before)).toBe(String((at + 1_000_000) / 1000));
  });

  it('is new when the counter fell', () => {
    expect(epochOf({ at: at + 10_000, elapsedS: 3610, counterHashes: 999n }, before)).not.toBe('known');
  });

  it('is new at first sight', () => {
    expect(epochOf({ at, elapsedS: 60, counterHashes: null }, null)).toBe(String(at / 1000 - 60));
  });
});
