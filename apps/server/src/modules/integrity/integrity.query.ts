import type { Pool } from 'pg';
import { EQUATIONS } from '../../composition/equations.ts';
import { allowTime } from '../../db/shared-pool.ts';
import { type Db, inSnapshot, type Snapshot } from '../../db/transaction.ts';
import { SET_MOMENT, type Equation } from '../../ledger/equation.ts';
import { checkAudit, type AuditHead } from './audit-chain.query.ts';

export interface EquationOutcome {
  name: Equation['name'];
  sentence: string;
  violations: bigint;
  /** Ids of some of the rows that break it. */
  examples: readonly string[];
}

/** What the check of everything asks. @internal */
export const WHOLE = EQUATIONS.filter(({ guard }) => guard !== 'only');
/** What stands before what leaves, twice a minute. @internal */
export const GUARDS = EQUATIONS.filter(({ guard }) => guard !== undefined);

/** A full check reads everything; the limit of ordinary statements is not meant for it. */
const PATIENCE_MS = 600_000;
const EXAMPLES = 5;

/** Checks equations one after the other in a transaction of the caller. @internal */
export const judge = async (db: Db, equations: readonly Equation[]): Promise<EquationOutcome[]> => {
  const outcomes: EquationOutcome[] = [];
  for (const { name, sentence, rows } of equations) outcomes.push({ name, sentence, ...(await brokenBy(db, rows)) });
  return outcomes;
};

type Broken = Pick<EquationOutcome, 'violations' | 'examples'>;

const brokenBy = async (db: Db, sql: string): Promise<Broken> => {
  await db.query('SAVEPOINT equation');
  try {
    const { rows } = await db.query<{ violations: bigint; examples: string[] | null }>(
      `WITH broken (id) AS (${sql})
       SELECT count(*) AS violations, (SELECT array_agg(e.id::text) FROM (SELECT id FROM broken LIMIT ${EXAMPLES}) e) AS examples FROM broken`,
    );
    const { violations, examples } = rows[0]!;
    return { violations: BigInt(violations), examples: examples ?? [] };
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    await db.query('ROLLBACK TO SAVEPOINT equation');
    return { violations: 1n, examples: [(error as Error).message] };
  }
};

/** A row that an equation cannot reckon with (SQLSTATE 21 and 22) breaks it: otherwise one such row would switch the whole check off. */
const isUnreadable = (error: unknown): boolean => /^2[12]/.test((error as { code?: string }).code ?? '');

const patiently = <T>(pool: Pool, work: (tx: Snapshot) => Promise<T>, now?: number): Promise<T> =>
  inSnapshot(pool, async (tx) => {
    await allowTime(tx, PATIENCE_MS);
    if (now !== undefined) await tx.query(SET_MOMENT, [new Date(now).toISOString()]);
    return work(tx);
  });

/** Checks some equations on one snapshot of the database. */
export const checkEquations = (pool: Pool, equations: readonly Equation[]): Promise<EquationOutcome[]> =>
  patiently(pool, (tx) => judge(tx, equations));

/**
 * Checks every equation on one snapshot of the database, and walks the audit chain. All hold when no outcome has violations.
 * @param anchors heads of the chain that were noted outside of the database: each must still be in it.
 * @param now what nothing may be later than; the database's time when left out.
 */
export const checkIntegrity = (
  pool: Pool,
  { anchors = [], now }: { anchors?: readonly AuditHead[]; now?: number } = {},
): Promise<EquationOutcome[]> =>
  patiently(pool, async (tx) => [...(await judge(tx, WHOLE)), await checkAudit(tx, anchors)], now);

/** Checks what must hold of money and its records, and the audit chain; not what operators and members have set. */
export const checkLedger = (pool: Pool): Promise<EquationOutcome[]> =>
  patiently(pool, async (tx) => [
    ...(await judge(
      tx,
      WHOLE.filter(({ about }) => about === undefined),
    )),
    await checkAudit(tx, []),
  ]);

/** The few equations that stand before what leaves, and the audit log from its newest anchor on. Quick. */
export const checkGuards = (pool: Pool, anchor: AuditHead | undefined, now: number): Promise<EquationOutcome[]> =>
  patiently(
    pool,
    async (tx) => [...(await judge(tx, GUARDS)), await checkAudit(tx, anchor === undefined ? [] : [anchor], anchor)],
    now,
  );
