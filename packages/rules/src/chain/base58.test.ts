import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { decodeBase58Check } from './base58.ts';

const hex = (bytes: Uint8Array | null): string | null => bytes && bytesToHex(bytes);

describe('Base58Check', () => {
  // Bitcoin Core's base58_keys_valid.json (payload with its version byte), and TRON's documentation.
  // proves 5: addresses: Base58Check of TRC20 and Bitcoin
  it.each([
    ['1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62i', '0065a16059864a2fdbc7c99a4723a8395bc6f188eb'],
    ['3CMNFxN1oHBc4R1EpboAL5yzHGgE611Xou', '0574f209f6ea907e2ea48f74fae05782ae8a665257'],
    ['mo9ncXisMeAoXwqcV5EWuyncbmCcQN4rVs', '6f53c0307d6851aa0ce7825ba883c6bd9ad242b486'],
    ['1111111111111111111114oLvT2', '000000000000000000000000000000000000000000'],
    ['TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW', '415a523b449890854c8fc460ab602df9f31fe4293f'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
  ])('%s holds %s', (text, payload) => {
    expect(hex(decodeBase58Check(text))).toBe(payload);
  });

  it('is refused with any one character changed, lost or added', () => {
    const text = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    for (let place = 0; place < text.length; place++) {
      const other = text.charAt(place) === 'z' ? 'y' : 'z';
      expect(decodeBase58Check(text.slice(0, place) + other + text.slice(place + 1))).toBe(null);
      expect(decodeBase58Check(text.slice(0, place) + text.slice(place + 1))).toBe(null);
    }
    expect(decodeBase58Check(`1${text}`)).toBe(null);
  });

  it.each(['', '1', 'x', 'SEgwit O0Il', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t ', 'z'.repeat(100_000)])(
    'is not %.40j',
    (text) => {
      expect(decodeBase58Check(text)).toBe(null);
    },
  );
});
