import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { createOnce } from '@minerx/files/create-once';
import { readKept } from '@minerx/files/kept-file';
import type { DepositKeys } from '../../env/env-chains.ts';

/** Account and chain of receiving addresses (BIP-44). */
const PATHS = { evm: "m/44'/60'/0'/0", tron: "m/44'/195'/0'/0" } as const;

/** 64 hexadecimal digits: the 32 bytes that a keystore of the signer holds. A demo from before has words, and its signer sweeps nothing. */
const kept = z.object({ seed: z.optional(z.string()), evm: z.string(), tron: z.string() });
const ADVICE = 'Put back a copy of it: without its seed nothing can be moved from the deposit addresses of this demo.';

const fileOf = (dataDir: string): string => join(dataDir, 'deposit-seed.json');

/** Keys of a demo: derived from a seed that is made once and kept in DATA_DIR, readable by its owner only. The seed is for the signer. */
export const demoDepositKeys = async (dataDir: string): Promise<{ keys: DepositKeys; seed: string | null }> => {
  const file = fileOf(dataDir);
  const read = () => readKept(file, kept, ADVICE);
  if (read() === null) {
    const { HDKey } = await import('@scure/bip32');
    const seed = randomBytes(32);
    const master = HDKey.fromMasterSeed(seed);
    const of = (path: string): string => master.derive(path).publicExtendedKey;
    createOnce(file, JSON.stringify({ seed: seed.toString('hex'), evm: of(PATHS.evm), tron: of(PATHS.tron) }));
  }
  const { seed, evm, tron } = read()!;
  return { keys: { evm, tron }, seed: seed ?? null };
};
