import { expect, it } from 'vitest';
import { addressBytes, hashOf, spellAddress, spellHash } from './chain-spelling.ts';
import { NETWORK } from './network.ts';

const { TRC20, BEP20, OMNI } = NETWORK;

it('an address is the same twenty bytes however its network spells it', () => {
  // The published hexadecimal form of the address is 41a614f803b6fd780986a42c78ec9c7f77e6ded13c.
  expect(addressBytes(TRC20, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('0xa614f803b6fd780986a42c78ec9c7f77e6ded13c');
  expect(addressBytes(BEP20, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
  );
  expect(spellAddress(TRC20, '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c')).toBe('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  expect(spellAddress(BEP20, '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')).toBe(
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  );
  expect(() => spellAddress(OMNI, `0x${'1'.repeat(40)}`)).toThrow(RangeError);
});

it('what is no address of the network has none', () => {
  for (const [network, text] of [
    [TRC20, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T'],
    [TRC20, 'tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t'],
    [TRC20, '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    [TRC20, '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    [BEP20, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
    [OMNI, '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ] as const)
    expect(addressBytes(network, text)).toBeNull();
});

it('a hash is spelt as its network does, and read however it is spelt', () => {
  const digits = 'ab'.repeat(32);
  expect(spellHash(TRC20, `0x${digits}`)).toBe(digits);
  expect(spellHash(BEP20, `0x${digits}`)).toBe(`0x${digits}`);
  for (const text of [digits, ` 0x${digits} `, digits.toUpperCase()]) expect(hashOf(text)).toBe(`0x${digits}`);
});
