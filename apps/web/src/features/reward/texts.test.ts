import { PICO } from '@minerx/rules/mining-reward';
import { describe, expect, it } from 'vitest';
import { exahashText, picoText, utcTime } from './texts.ts';

describe('the texts of a receipt', () => {
  it('write parts of a satoshi in full, without superfluous zeros, as the language does', () => {
    expect(picoText('en', 29_022_500_000_000_000n)).toBe('29,022.5');
    expect(picoText('de', 661_994_079_028n)).toBe('0,661994079028');
    expect(picoText('en', 7n * PICO)).toBe('7');
    expect(picoText('en', 1n)).toBe('0.000000000001');
  });

  it('let a day end at 24:00', () => {
    expect(utcTime('en', '2026-11-19T00:00:00.000Z')).toBe('00:00');
    expect(utcTime('en', '2026-11-20T00:00:00.000Z', true)).toBe('24:00');
    expect(utcTime('en', '2026-11-19T13:30:00.000Z', true)).toBe('13:30');
  });

  it('count hashes in exahashes', () => {
    expect(exahashText('en', 63_910_604_643_401_000_000n)).toBe('63.910 EH');
  });
});
