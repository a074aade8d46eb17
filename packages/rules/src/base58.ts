import { sha256 } from './sha256.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const CHECKSUM_BYTES = 4;
/** Longer texts are no addresses; the work grows with the square of the length. */
const LONGEST = 64;

/**
 * What a Base58Check text holds, the version byte first; null when a character or the checksum (the first four bytes of
 * the double SHA-256) is wrong. Source: https://en.bitcoin.it/wiki/Base58Check_encoding
 */
export function decodeBase58Check(text: string): Uint8Array | null {
  const bytes = decodeBase58(text);
  if (bytes === null || bytes.length <= CHECKSUM_BYTES) return null;
  const payload = bytes.subarray(0, -CHECKSUM_BYTES);
  const checksum = sha256(sha256(payload));
  return bytes.subarray(-CHECKSUM_BYTES).every((byte, place) => byte === checksum[place]) ? payload : null;
}

/** Each leading 1 stands for a zero byte; the rest is one number in base 58. */
function decodeBase58(text: string): Uint8Array | null {
  if (text.length > LONGEST) return null;
  let value = 0n;
  for (const letter of text) {
    const digit = ALPHABET.indexOf(letter);
    if (digit < 0) return null;
    value = value * 58n + BigInt(digit);
  }
  const bytes: number[] = [];
  for (let rest = value; rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 0xffn));
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return Uint8Array.from([...Array<number>(zeros).fill(0), ...bytes]);
}
