import { describe, expect, it } from 'vitest';
import { addressGroups, shortAddress } from './address-groups.ts';

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

describe('an address', () => {
  it('is read back in groups of four that lose nothing', () => {
    expect(addressGroups(EVM)).toHaveLength(11);
    expect(addressGroups(EVM).slice(0, 4)).toEqual(['0x', '5aAe', 'b605', '3F3E']);
    expect(addressGroups(EVM.replace('0x', '0X'))[0]).toBe('0X');
    expect(addressGroups(TRON).slice(0, 2)).toEqual(['TR7N', 'Hqje']);
    for (const address of [EVM, TRON, SEGWIT, '']) expect(addressGroups(address).join('')).toBe(address);
  });

  it('is known again by its first and last characters', () => {
    expect(shortAddress(EVM)).toBe('0x5aAe…eAed');
    expect(shortAddress(TRON)).toBe('TR7N…Lj6t');
    expect(shortAddress(SEGWIT)).toBe('bc1q…f3t4');
    expect(shortAddress('12345678')).toBe('12345678');
  });
});
