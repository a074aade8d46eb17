import { keccak_256 } from '@noble/hashes/sha3.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

const SHAPE = /^0x[0-9a-fA-F]{40}$/;

/**
 * Whether a text is an address of an EVM network (BNB Smart Chain, Arbitrum One): `0x` and 40 hexadecimal digits.
 * All lower and all upper case carry no checksum and are accepted; mixed case must be the checksum of EIP-55.
 */
export const isEvmAddress = (text: string): boolean => {
  if (!SHAPE.test(text)) return false;
  const digits = text.slice(2);
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() || text === checksummed(text);
};

/**
 * The EIP-55 spelling of an address: a letter is a capital where the same digit of the Keccak-256 of the lower case text
 * is 8 or more. Throws RangeError unless the text has the shape of an address. Source: https://eips.ethereum.org/EIPS/eip-55
 */
export const checksummed = (address: string): string => {
  if (!SHAPE.test(address)) throw new RangeError('not the shape of an EVM address');
  const digits = address.slice(2).toLowerCase();
  const hash = keccak_256(utf8ToBytes(digits));
  const spelt = [...digits].map((digit, place) => {
    const byte = hash[place >> 1] ?? 0;
    const nibble = place % 2 === 0 ? byte >> 4 : byte & 0x0f;
    return nibble >= 8 ? digit.toUpperCase() : digit;
  });
  return `0x${spelt.join('')}`;
};
