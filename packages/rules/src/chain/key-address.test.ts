import { hexToBytes } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import { readAddress } from './withdrawal-network.ts';
import { evmAddressOf, tronAddressOf } from './key-address.ts';
import { NETWORK } from './network.ts';

/** The public key of private key 1, the generator of secp256k1. */
const KEY = hexToBytes(
  '0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798' +
    '483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8',
);

it('a public key has the addresses that every wallet gives it', () => {
  expect(evmAddressOf(KEY)).toBe('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf');
  expect(tronAddressOf(KEY)).toBe('TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC');
  expect(readAddress(NETWORK.TRC20, tronAddressOf(KEY))).toBe(tronAddressOf(KEY));
});

it('what is no public key has none', () => {
  expect(() => evmAddressOf(KEY.subarray(1))).toThrow(RangeError);
  expect(() => tronAddressOf(new Uint8Array(65))).toThrow(RangeError);
});
