import type { Pool } from 'pg';
import { inTransaction } from '../../db/transaction.ts';
import { EQUATIONS, type Equation } from './equations.ts';
import { findBreakInAudit } from './audit-chain.query.ts';

export interface EquationOutcome {
  name: Equation['name'];
  sentence: string;
  violations: bigint;
}

/** A full check reads everything; the limit of ordinary statements is not meant for it. */
const PATIENCE_MS = 600_000;

/** Checks every equation on one snapshot of the database, and walks the audit chain. All hold when no outcome has violations. */
export const checkIntegrity = async (pool: Pool): Promise<EquationOutcome[]> =>
  inTransaction(
    pool,
    async (tx) => {
      await tx.query(`SET LOCAL statement_timeout = ${PATIENCE_MS}`);
      const outcomes: EquationOutcome[] = [];
      for (const { name, sentence, sql } of EQUATIONS) {
        const { rows } = await tx.query<{ count: bigint }>(sql);
        outcomes.push({ name, sentence, violations: BigInt(rows[0]?.count ?? 0) });
      }
      const brokenAt = await findBreakInAudit(tx);
      outcomes.push({
        name: 'audit',
        sentence:
          brokenAt === null
            ? 'Every row of the audit log follows from the one before.'
            : `The audit log is broken at row ${brokenAt}.`,
        violations: brokenAt === null ? 0n : 1n,
      });
      return outcomes;
    },
    { isolation: 'repeatable read', readOnly: true },
  );
