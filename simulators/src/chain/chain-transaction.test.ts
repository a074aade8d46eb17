import { expect, test } from 'vitest';
import { readTransaction } from './chain-transaction.ts';

/** What viem 2.57.0 signs with the key of 32 times 0x46: 123 456 789 of a token, under the number 0. */
const RAW = [
  '0x02f8af3880843b9aca008477359400830138809455d398326f99059ff775485246999027b319795580b844a9059cbb0000',
  '000000000000000000005aaeb6053f3e94c9b9a09f33669435e7ef1beaed0000000000000000000000000000000000000000',
  '0000000000000000075bcd15c001a0fb7066df87665be45cdde83155323cb3186439fe5f1a23b1dc053facbf9d70eb9f0fa5',
  'cad168a32eca581e95621be337934a7aab559f1388e100f1f106e817ec',
].join('');

test('a signed transaction tells who sent it, by which number, what to whom', () => {
  expect(readTransaction(RAW, 56)).toMatchObject({
    from: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
    to: '0x55d398326f99059ff775485246999027b3197955',
    nonce: 0,
    tip: 1_000_000_000n,
    fee: 2_000_000_000n,
    gas: 80_000n,
    value: 0n,
    data: `0xa9059cbb${'5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'.padStart(64, '0')}${(123_456_789).toString(16).padStart(64, '0')}`,
  });
  expect(() => readTransaction(RAW, 1)).toThrow(/chain id/);
  expect(() => readTransaction(RAW.slice(0, -10), 56)).toThrow(/too short/);
});
