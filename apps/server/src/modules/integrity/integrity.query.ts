import type { Pool } from 'pg';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { EQUATIONS, type Equation } from './equations.ts';
import { findBreakInAudit } from './audit-chain.query.ts';

export interface EquationOutcome {
  name: Equation['name'];
  sentence: string;
  violations: bigint;
}

/** A full check reads everything; the limit of ordinary statements is not meant for it. */
const PATIENCE_MS = 600_000;

const SNAPSHOT = { isolation: 'repeatable read', readOnly: true } as const;

const judge = async (tx: Tx, equations: readonly Equation[]): Promise<EquationOutcome[]> => {
  await tx.query(`SET LOCAL statement_timeout = ${PATIENCE_MS}`);
  const outcomes: EquationOutcome[] = [];
  for (const { name, sentence, sql } of equations) {
    const { rows } = await tx.query<{ count: bigint }>(sql);
    outcomes.push({ name, sentence, violations: BigInt(rows[0]?.count ?? 0) });
  }
  return outcomes;
};

/** Checks some equations on one snapshot of the database. */
export const checkEquations = (pool: Pool, equations: readonly Equation[]): Promise<EquationOutcome[]> =>
  inTransaction(pool, (tx) => judge(tx, equations), SNAPSHOT);

/** Checks every equation on one snapshot of the database, and walks the audit chain. All hold when no outcome has violations. */
export const checkIntegrity = async (pool: Pool): Promise<EquationOutcome[]> =>
  inTransaction(
    pool,
    async (tx) => {
      const outcomes = await judge(tx, EQUATIONS);
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
    SNAPSHOT,
  );
