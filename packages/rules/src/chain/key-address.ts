import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeBase58Check } from './base58.ts';
import { checksummed } from './evm-address.ts';

/** The last twenty bytes of the hash of a public key: 0x04, x and y of a point of secp256k1. */
const hashOfKey = (publicKey: Uint8Array): Uint8Array => {
  if (publicKey.length !== 65 || publicKey[0] !== 4) throw new RangeError('not an uncompressed public key');
  return keccak_256(publicKey.subarray(1)).subarray(-20);
};

/** The address on EVM networks that a public key (uncompressed, 65 bytes) owns. Throws RangeError for anything else. */
export const evmAddressOf = (publicKey: Uint8Array): string => checksummed(`0x${bytesToHex(hashOfKey(publicKey))}`);

/** The same on TRON: the version byte 0x41 and the same twenty bytes in Base58Check. */
export const tronAddressOf = (publicKey: Uint8Array): string =>
  encodeBase58Check(Uint8Array.of(0x41, ...hashOfKey(publicKey)));
