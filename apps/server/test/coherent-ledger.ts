import type { Pool } from 'pg';
import { expect } from 'vitest';
import { checkIntegrity } from '../src/modules/integrity/integrity.query.ts';

/** Every equation of the ledger holds. For the end of every test that moved money. */
export const expectCoherentLedger = async (pool: Pool): Promise<void> => {
  const broken = (await checkIntegrity(pool)).filter(({ violations }) => violations > 0n);
  expect(broken.map(({ name, sentence, violations }) => `${name}: ${sentence} (${violations})`)).toEqual([]);
};
