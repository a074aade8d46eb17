import { describe, expect, it } from 'vitest';
import { carriesChecksum, tidyAddress } from './pasted-address.ts';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('an address', () => {
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
