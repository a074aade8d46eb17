import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../step.ts';
import { addressMutants } from './address.ts';
import { blessingMutants } from './blessing.ts';
import { depositMutants } from './deposits.ts';
import { edgeMutants } from './edges.ts';
import { integrityMutants } from './integrity.ts';
import { ledgerMutants } from './ledger.ts';
import { miningMutants } from './mining.ts';
import type { Mutant } from './mutant.ts';
import { passkeyMutants } from './passkey.ts';
import { ruleMutants } from './rules.ts';
import { sessionMutants } from './session.ts';
import { settlementMutants } from './settlement.ts';
import { walletMutants } from './wallets.ts';

export const AREAS: Record<string, readonly Mutant[]> = {
  rules: ruleMutants,
  ledger: ledgerMutants,
  settlement: [...settlementMutants, ...miningMutants, ...integrityMutants],
  session: sessionMutants,
  address: addressMutants,
  passkey: passkeyMutants,
  blessing: blessingMutants,
  wallets: [...depositMutants, ...walletMutants],
  edges: edgeMutants,
};

/** A mutant whose line is gone breaks nothing, and nobody would notice. @returns what is wrong with it, or null */
export const misfitOf = ({ name, file, from, to, tests }: Mutant): string | null => {
  const path = join(ROOT, file);
  if (!existsSync(path)) return `"${name}": there is no ${file}.`;
  const times = readFileSync(path, 'utf8').split(from).length - 1;
  if (times !== 1 || from === to) return `"${name}" does not fit ${file}: its line stands there ${times} times.`;
  const missing = tests.filter((test) => !existsSync(join(ROOT, test)));
  return missing.length === 0 ? null : `"${name}": there is no ${missing.join(', ')}.`;
};
