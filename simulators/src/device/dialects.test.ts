import { expect, it } from 'vitest';
import { dialects, sayInDialect } from './dialects.ts';

/** A counter that neither 32 bits nor 24 binary places hold. */
const SAID = {
  elapsedS: 100_000,
  averageMhs: 76_000_000,
  windowMhs: (seconds: number) => 76_000_000 + seconds,
  totalMh: 7_600_000_000_123n,
  accepted: 900,
  rejected: 3,
  atS: 1_795_000_000,
};

it('each dialect says the same figures in words of its own', () => {
  const said = dialects.map((dialect) => sayInDialect(dialect, SAID));
  expect(new Set(said).size).toBe(dialects.length);
});
