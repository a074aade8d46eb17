import type { Pool } from 'pg';
import { expect } from 'vitest';
import { checkLedger } from './whole/check-ledger.ts';

/**
 * Every equation of the ledger holds. For the end of every test that moved money.
 * @param madeUp equations that made-up commands of the test break on purpose.
 */
export const expectCoherentLedger = async (pool: Pool, madeUp: readonly string[] = []): Promise<void> => {
  const broken = (await checkLedger(pool)).filter(({ name, violations }) => violations > 0n && !madeUp.includes(name));
  expect(
    broken.map(
      ({ name, sentence, violations, examples }) => `${name}: ${sentence} (${violations}: ${examples.join(', ')})`,
    ),
  ).toEqual([]);
};
