import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { expect, test } from 'vitest';
import { deriveAddress } from './deposit-key.ts';

/** The words that every development chain has; their first accounts are known by heart. */
const WORDS = 'test test test test test test test test test test test junk';
const keyOf = (path: string): string => HDKey.fromMasterSeed(mnemonicToSeedSync(WORDS)).derive(path).publicExtendedKey;

test('the children of an account’s public key are the accounts that its words have', async () => {
  const evm = keyOf("m/44'/60'/0'/0");
  expect(await deriveAddress('evm', evm, 0)).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
  expect(await deriveAddress('evm', evm, 1)).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
});

test('TRON’s come of the same scheme and look as TRON’s do', async () => {
  expect(await deriveAddress('tron', keyOf("m/44'/195'/0'/0"), 0)).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
});

test('what is no extended public key gives none', async () => {
  await expect(deriveAddress('evm', 'xpub', 0)).rejects.toThrow();
});
