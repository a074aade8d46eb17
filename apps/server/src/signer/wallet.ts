import { HDKey } from '@scure/bip32';
import { keyInMemory, type SigningKey } from './key.ts';

/** What this process signs with. Deposit addresses are children of one seed, at the path that their watchers know by its public half. */
export interface Wallet {
  readonly hot: SigningKey;
  /** @throws Error when there is no seed. */
  deposit(index: number): SigningKey;
  /** Account extended public key of the deposit addresses; null without a seed. */
  readonly xpub: string | null;
}

/** Deposit addresses of every EVM network. */
const DEPOSIT_PATH = "m/44'/60'/0'/0";

/** @param seed 32 bytes from which the deposit addresses' keys come; null: this signer has none. */
export const createWallet = (hot: SigningKey, seed: Uint8Array | null): Wallet => {
  const account = seed === null ? null : HDKey.fromMasterSeed(seed).derive(DEPOSIT_PATH);
  return {
    hot,
    deposit: (index) => {
      const secret = account?.deriveChild(index).privateKey;
      if (secret === undefined || secret === null) throw new Error('this signer has no keys of deposit addresses');
      return keyInMemory(secret);
    },
    xpub: account?.publicExtendedKey ?? null,
  };
};
