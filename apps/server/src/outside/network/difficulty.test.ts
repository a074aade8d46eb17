import { describe, expect, it } from 'vitest';
import {
  agrees,
  bitsText,
  canFollow,
  difficultyText,
  hasWork,
  headerFault,
  headerHash,
  MAIN_GENESIS,
  NO_HASH,
} from './difficulty.ts';

describe('difficulty', () => {
  it('follows from bits as bitcoind computes it', () => {
    // Height 933586, January 2026.
    expect(Number(difficultyText('1701fca1'))).toBeCloseTo(141668107417558.25, 1);
    expect(difficultyText('1d00ffff')).toBe('1.00000000');
    expect(difficultyText('1b0404cb')).toMatch(/^16307\.42093852/);
  });

  it('must be that of the bits beside it', () => {
    expect(agrees('1701fca1', 141668107417558.2)).toBe(true);
    expect(agrees('1701fca1', 141668107417558.2 * 1.000002)).toBe(false);
    expect(agrees('1701fca1', Number.NaN)).toBe(false);
  });

  it('changes by a factor of four at most', () => {
    expect(canFollow('1701fca1', '1707f284')).toBe(true);
    expect(canFollow('1701fca1', '1707f300')).toBe(false);
    expect(canFollow('1707f300', '1701fca1')).toBe(false);
    expect(canFollow('1701fca1', '1801fca1')).toBe(false);
  });

  it('stands behind the hash of a header: the first block of all', () => {
    const first = {
      version: 1,
      previousHash: NO_HASH,
      merkleRoot: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
      timeS: 1_231_006_505,
      bits: '1d00ffff',
      nonce: 2_083_236_893,
    };
    expect(headerHash(first)).toBe(MAIN_GENESIS);
    expect(headerFault(MAIN_GENESIS, first, false)).toBeNull();
    expect(headerFault(MAIN_GENESIS, { ...first, nonce: 1 }, false)).toContain('not the hash');
    expect(headerFault(MAIN_GENESIS, { ...first, bits: '1701fca1' }, true)).toContain('does not meet');
    expect(headerFault('x', first, true)).toContain('none');
    expect(hasWork(MAIN_GENESIS, '1701fca1')).toBe(false);
  });

  it('is not read from bits that are none', () => {
    expect(bitsText('1701FCA1')).toBe('1701fca1');
    expect(bitsText(0x1701fca1)).toBe('1701fca1');
    for (const wrong of ['', '1701fca', 'xxxxxxxx', '1d80ffff', '00000000', -1, 1.5])
      expect(bitsText(wrong)).toBeNull();
  });
});
