import type { Pool } from 'pg';
import { EQUATIONS } from '../../src/composition/equations.ts';
import { checkAudit } from '../../src/modules/integrity/audit-chain.query.ts';
import { checkEquations } from '../../src/modules/integrity/integrity.query.ts';
import type { EquationOutcome } from '../../src/modules/integrity/outcome.ts';

const OF_MONEY = EQUATIONS.filter(({ about }) => about === undefined);

/** Checks what must hold of money and its records, whole and in the slices that the guards look at, and the audit chain; not what operators have set. */
export const checkLedger = async (pool: Pool): Promise<EquationOutcome[]> => [
  ...(await checkEquations(pool, OF_MONEY)),
  await checkAudit(pool, []),
];
