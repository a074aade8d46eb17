import type { Pool } from 'pg';
import { EQUATIONS } from '../../composition/equations.ts';
import { allowTime } from '../../db/shared-pool.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import type { Equation } from '../../ledger/equation.ts';
import { checkAudit, type AuditHead } from './audit-chain.query.ts';

export interface EquationOutcome {
  name: Equation['name'];
  sentence: string;
  violations: bigint;
  /** Ids of some of the rows that break it. */
  examples: readonly string[];
}

/** What the check of everything asks. */
export const WHOLE = EQUATIONS.filter(({ guard }) => guard !== 'only');
/** What stands before what leaves, twice a minute. */
export const GUARDS = EQUATIONS.filter(({ guard }) => guard !== undefined);

/** A full check reads everything; the limit of ordinary statements is not meant for it. */
const PATIENCE_MS = 600_000;
const EXAMPLES = 5;

const SNAPSHOT = { isolation: 'repeatable read', readOnly: true } as const;

/** Checks equations one after the other in a transaction of the caller. */
export const judge = async (tx: Pick<Tx, 'query'>, equations: readonly Equation[]): Promise<EquationOutcome[]> => {
  const outcomes: EquationOutcome[] = [];
  for (const { name, sentence, rows: sql } of equations) {
    const { rows } = await tx.query<{ violations: bigint; examples: string[] | null }>(
      `WITH broken (id) AS (${sql})
       SELECT count(*) AS violations, (SELECT array_agg(e.id::text) FROM (SELECT id FROM broken LIMIT ${EXAMPLES}) e) AS examples FROM broken`,
    );
    const { violations, examples } = rows[0]!;
    outcomes.push({ name, sentence, violations: BigInt(violations), examples: examples ?? [] });
  }
  return outcomes;
};

const inSnapshot = <T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(
    pool,
    async (tx) => {
      await allowTime(tx, PATIENCE_MS);
      return work(tx);
    },
    SNAPSHOT,
  );

/** Checks some equations on one snapshot of the database. */
export const checkEquations = (pool: Pool, equations: readonly Equation[]): Promise<EquationOutcome[]> =>
  inSnapshot(pool, (tx) => judge(tx, equations));

/**
 * Checks every equation on one snapshot of the database, and walks the audit chain. All hold when no outcome has violations.
 * @param anchors heads of the chain that were noted outside of the database: each must still be in it.
 */
export const checkIntegrity = (
  pool: Pool,
  { anchors = [] }: { anchors?: readonly AuditHead[] } = {},
): Promise<EquationOutcome[]> =>
  inSnapshot(pool, async (tx) => [...(await judge(tx, WHOLE)), await checkAudit(tx, anchors)]);

/** Checks what must hold of money and its records, and the audit chain; not what operators and members have set. */
export const checkLedger = (pool: Pool): Promise<EquationOutcome[]> =>
  inSnapshot(pool, async (tx) => [
    ...(await judge(
      tx,
      WHOLE.filter(({ about }) => about === undefined),
    )),
    await checkAudit(tx, []),
  ]);

/** The few equations that stand before what leaves, and the audit log from its newest anchor on. Quick. */
export const checkGuards = (pool: Pool, anchor: AuditHead | undefined): Promise<EquationOutcome[]> =>
  inSnapshot(pool, async (tx) => [
    ...(await judge(tx, GUARDS)),
    await checkAudit(tx, anchor === undefined ? [] : [anchor], anchor),
  ]);
