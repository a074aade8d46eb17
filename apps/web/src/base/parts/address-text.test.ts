import { describe, expect, it } from 'vitest';
import { addressGroups } from './address-text.tsx';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('an address', () => {
  it('is shown whole, in groups of four after its prefix', () => {
    expect(addressGroups(ADDRESS)).toHaveLength(11);
    expect(addressGroups(ADDRESS).slice(0, 3)).toEqual(['0x', '5aAe', 'b605']);
    expect(addressGroups(ADDRESS).join('')).toBe(ADDRESS);
    expect(addressGroups('')).toEqual([]);
  });
});
