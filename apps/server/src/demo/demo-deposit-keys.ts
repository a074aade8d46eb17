import { join } from 'node:path';
import * as z from 'zod/mini';
import { createOnce } from '@minerx/files/create-once';
import { readKept } from '@minerx/files/kept-file';
import type { DepositKeys } from '../env-chains.ts';

/** Account and chain of receiving addresses (BIP-44). */
const PATHS = { evm: "m/44'/60'/0'/0", tron: "m/44'/195'/0'/0" } as const;

const kept = z.object({ words: z.string(), evm: z.string(), tron: z.string() });
const ADVICE = 'Put back a copy of it: without its words nothing can be moved from the deposit addresses of this demo.';

const fileOf = (dataDir: string): string => join(dataDir, 'deposit-seed.json');

/** Keys of a demo: derived from words that are made once and kept in DATA_DIR, readable by their owner only. */
export const demoDepositKeys = async (dataDir: string): Promise<DepositKeys> => {
  const file = fileOf(dataDir);
  const read = () => readKept(file, kept, ADVICE);
  if (read() === null) {
    const [{ HDKey }, { generateMnemonic, mnemonicToSeedSync }, { wordlist }] = await Promise.all([
      import('@scure/bip32'),
      import('@scure/bip39'),
      import('@scure/bip39/wordlists/english.js'),
    ]);
    const words = generateMnemonic(wordlist);
    const master = HDKey.fromMasterSeed(mnemonicToSeedSync(words));
    const of = (path: string): string => master.derive(path).publicExtendedKey;
    createOnce(file, JSON.stringify({ words, evm: of(PATHS.evm), tron: of(PATHS.tron) }));
  }
  const { evm, tron } = read()!;
  return { evm, tron };
};
