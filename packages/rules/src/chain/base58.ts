import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';

const base58check = createBase58check(sha256);
/** Longer texts are no addresses; the work grows with the square of the length. */
const LONGEST = 64;

/**
 * What a Base58Check text holds, the version byte first; null when a character or the checksum (the first four bytes of
 * the double SHA-256) is wrong. Source: https://en.bitcoin.it/wiki/Base58Check_encoding
 */
export const decodeBase58Check = (text: string): Uint8Array | null => {
  if (text.length > LONGEST) return null;
  try {
    return base58check.decode(text);
  } catch {
    return null;
  }
};

/** The Base58Check text of some bytes, the version byte first. */
export const encodeBase58Check = (payload: Uint8Array): string => base58check.encode(payload);
