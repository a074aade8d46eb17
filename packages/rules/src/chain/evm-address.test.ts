import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checksummed, isEvmAddress } from './evm-address.ts';

/** The test cases of EIP-55, as published. */
const ALL_CAPS = ['0x52908400098527886E0F7030069857D2E4169EE7', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'];
const ALL_LOWER = ['0xde709f2102306220921060314715629080e2fb77', '0x27b1fdb04752bbc536007a920d24acb045561c26'];
const NORMAL = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

describe('an EVM address', () => {
  // proves 5: addresses: EIP-55
  it.each([...ALL_CAPS, ...ALL_LOWER, ...NORMAL])('has the published checksum: %s', (address) => {
    expect(isEvmAddress(address)).toBe(true);
    expect(checksummed(address.toLowerCase())).toBe(address);
    expect(checksummed(`0x${address.slice(2).toUpperCase()}`)).toBe(address);
  });

  it('needs no checksum where all letters are of one case', () => {
    for (const address of NORMAL) {
      expect(isEvmAddress(address.toLowerCase())).toBe(true);
      expect(isEvmAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(true);
    }
  });

  it('is refused when one letter of a checksummed address has the other case, or is another one', () => {
    const address = NORMAL[0] ?? '';
    for (let place = 2; place < address.length; place++) {
      const digit = address.charAt(place);
      const other = digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase();
      if (other !== digit) expect(isEvmAddress(address.slice(0, place) + other + address.slice(place + 1))).toBe(false);
    }
    expect(isEvmAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee')).toBe(false);
  });

  it.each([
    '',
    '0x',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg',
    ' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\n',
    '0x５aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  ])('is not %j', (text) => {
    expect(isEvmAddress(text)).toBe(false);
  });

  it('keeps its digits under its checksum, which is its own checksum', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(digits, (text) => {
        const spelt = checksummed(`0x${text}`);
        expect(spelt.toLowerCase()).toBe(`0x${text}`);
        expect(checksummed(spelt)).toBe(spelt);
        expect(isEvmAddress(spelt)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('has no checksum without the shape of an address', () => {
    expect(() => checksummed('0x1234')).toThrow(RangeError);
  });
});
