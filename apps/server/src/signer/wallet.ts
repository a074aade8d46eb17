import { HDKey } from '@scure/bip32';
import { addressOf } from './transaction.ts';

/** The keys of this process. Deposit addresses are children of one seed, at the path that their watchers know by its public half. */
export interface Wallet {
  readonly hot: { readonly key: Uint8Array; readonly address: string };
  /** @throws Error when there is no seed. */
  deposit(index: number): { readonly key: Uint8Array; readonly address: string };
  /** Account extended public key of the deposit addresses; null without a seed. */
  readonly xpub: string | null;
}

/** Deposit addresses of every EVM network. */
const DEPOSIT_PATH = "m/44'/60'/0'/0";

/** @param seed 32 bytes from which the deposit addresses' keys come; null: this signer has none. */
export const createWallet = (hotKey: Uint8Array, seed: Uint8Array | null): Wallet => {
  const account = seed === null ? null : HDKey.fromMasterSeed(seed).derive(DEPOSIT_PATH);
  return {
    hot: { key: hotKey, address: addressOf(hotKey) },
    deposit: (index) => {
      const key = account?.deriveChild(index).privateKey;
      if (key === undefined || key === null) throw new Error('this signer has no keys of deposit addresses');
      return { key, address: addressOf(key) };
    },
    xpub: account?.publicExtendedKey ?? null,
  };
};
