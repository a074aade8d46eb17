import { describe, expect, it } from 'vitest';
import { apartPpm, standingOf } from './machine-standing.ts';

const BAND = 100_000;
const working = { connected: true, measured: 1000n, pool: 1000n };

describe('how a machine stands beside the pool', () => {
  it('is even within the band, apart beyond it, above as below', () => {
    const at = (measured: bigint) => standingOf({ ...working, measured }, BAND);
    expect([900n, 1000n, 1100n].map(at)).toEqual(['even', 'even', 'even']);
    expect([899n, 1101n, 0n].map(at)).toEqual(['apart', 'apart', 'apart']);
    expect(apartPpm({ measured: 1101n, pool: 1000n })).toBe(101_000);
    expect(apartPpm({ measured: 0n, pool: 1000n })).toBe(-1_000_000);
  });

  it('is unseen where only we measured something, and new where no day knows it', () => {
    for (const pool of [null, 0n]) {
      expect(standingOf({ ...working, pool }, BAND)).toBe('unseen');
      expect(standingOf({ ...working, measured: 0n, pool }, BAND)).toBe('even');
    }
    expect(standingOf({ ...working, measured: null, pool: null }, BAND)).toBe('new');
  });

  it('is silent before all else', () => {
    expect(standingOf({ ...working, connected: false }, BAND)).toBe('silent');
    expect(standingOf({ connected: false, measured: null, pool: null }, BAND)).toBe('silent');
  });
});
