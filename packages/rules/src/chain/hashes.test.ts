import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';

const ofBytes = (bytes: Uint8Array): string => bytesToHex(keccak_256(bytes));
const ofText = (text: string): string => ofBytes(utf8ToBytes(text));

describe('Keccak-256', () => {
  // Vectors of the Keccak submission and well-known words of Ethereum (event and function signatures).
  it.each([
    ['', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
    ['abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
    ['hello', '1c8aff950685c2ed4bc3174f3472287b56d9517b9c948127319a09a7a36deac8'],
    ['testing', '5f16f4c7f149ac4f9510d9cf8cf384038ad348b3bcdc01915f95de12df9d1b02'],
    ['The quick brown fox jumps over the lazy dog', '4d741b6f1eb29cb2a9b9911c82f56fa8d73b04959d3d9d222895df6c0b28aa15'],
    ['Transfer(address,address,uint256)', 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'],
    ['transfer(address,uint256)', 'a9059cbb2ab09eb219583f4a59a5d0623ade346d962bcd4e46b11da047c9049b'],
  ])('of %j', (text, digest) => {
    expect(ofText(text)).toBe(digest);
  });

  it('of texts of 112 and of a million letters', () => {
    const long =
      'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu';
    expect(ofText(long)).toBe('f519747ed599024f3882238e5ab43960132572b7345fbeb9a90769dafd21ad67');
    expect(ofText('a'.repeat(1_000_000))).toBe('fadae6b49f129bbb812be8407b7b2894f34aecf6dbd1f9b0f0c7e9853098fc96');
  });

  it('of one byte 0xcc, as in the submission', () => {
    expect(ofBytes(Uint8Array.of(0xcc))).toBe('eead6dbfc7340a56caedc044696a168870549a6a7f6f56961e84a54bd9970b8a');
  });
});

describe('SHA-256', () => {
  // FIPS 180-4 and NIST's example values.
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('of %.60s', (text, digest) => {
    expect(bytesToHex(sha256(utf8ToBytes(text)))).toBe(digest);
  });
});
