import { describe, expect, it } from 'vitest';
import { addressGroups, carriesChecksum, tidyAddress } from './address-groups.ts';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('an address', () => {
  it('is shown whole, in groups of four after its prefix', () => {
    expect(addressGroups(ADDRESS)).toHaveLength(11);
    expect(addressGroups(ADDRESS).slice(0, 3)).toEqual(['0x', '5aAe', 'b605']);
    expect(addressGroups(ADDRESS).join('')).toBe(ADDRESS);
    expect(addressGroups('')).toEqual([]);
  });

  it('is picked out of a paste with blanks, line ends and a scheme', () => {
    expect(tidyAddress(`  ${ADDRESS.slice(0, 20)} \n${ADDRESS.slice(20)}\n`)).toBe(ADDRESS);
    expect(tidyAddress(`ethereum:${ADDRESS}`)).toBe(ADDRESS);
    expect(tidyAddress('x'.repeat(500))).toHaveLength(120);
  });

  it('carries a checksum only in mixed case', () => {
    expect(carriesChecksum(ADDRESS)).toBe(true);
    expect(carriesChecksum(ADDRESS.toLowerCase())).toBe(false);
    expect(carriesChecksum(`0x${ADDRESS.slice(2).toUpperCase()}`)).toBe(false);
  });
});
