import type { Pool } from 'pg';
import type { Context } from '../../context.ts';
import { allowTime } from '../../db/shared-pool.ts';
import { type Db, inSnapshot, type Snapshot } from '../../db/transaction.ts';
import { SET_MOMENT, type Equation } from '../../ledger/equation.ts';
import { checkAudit, checkAuditEnd, findAuditHead, type AuditHead } from './audit-chain.query.ts';
import { outcomeOf, type EquationOutcome } from './outcome.ts';

/** What the check of everything asks, of all equations. */
export const wholeOf = (all: readonly Equation[]): Equation[] => all.filter(({ guard }) => guard !== 'only');
/** What stands before what leaves, twice a minute. @internal */
export const guardsOf = (all: readonly Equation[]): Equation[] => all.filter(({ guard }) => guard !== undefined);

/** A full check reads everything; the limit of ordinary statements is not meant for it. */
const PATIENCE_MS = 600_000;
/** Equations add up whole tables by day, device or account: in this much they are added up as they are read, in less they are first sorted on disk. */
const MEMORY = '64MB';
/** Rows that break an equation, beyond which nobody counts any more. */
const COUNTED = 100_000;

/**
 * Checks equations one after the other in a transaction of the caller.
 * @param often the same again and again: a connection plans them once, until their tables' statistics are others
 */
export const judge = async (db: Db, equations: readonly Equation[], often = false): Promise<EquationOutcome[]> => {
  const outcomes: EquationOutcome[] = [];
  for (const equation of equations)
    outcomes.push(
      outcomeOf(equation, await listBroken(db, equation.rows, often ? `judge_${equation.name}` : undefined)),
    );
  return outcomes;
};

/** Ids in their order; one that breaks it in several ways stands there as often, with its number. */
const listBroken = async (db: Db, sql: string, name?: string): Promise<string[]> => {
  await db.query('SAVEPOINT equation');
  try {
    const { rows } = await db.query<{ name: string }>({
      ...(name !== undefined && { name }),
      text: `SELECT CASE place WHEN 1 THEN id ELSE id || ' ×' || place END AS name
         FROM (SELECT id, row_number() OVER (PARTITION BY id) AS place FROM (SELECT coalesce(id::text, '') AS id FROM (${sql}) e (id)) b) n ORDER BY 1 LIMIT ${COUNTED}`,
    });
    return rows.map(({ name }) => name);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    await db.query('ROLLBACK TO SAVEPOINT equation');
    return [(error as Error).message];
  }
};

/** A row that an equation cannot reckon with (SQLSTATE 21 and 22) breaks it: otherwise one such row would switch the whole check off. */
const isUnreadable = (error: unknown): boolean => /^2[12]/.test((error as { code?: string }).code ?? '');

/** Looks at one moment of the database for as long as it takes. */
export const patiently = <T>(pool: Pool, work: (tx: Snapshot) => Promise<T>, now?: number): Promise<T> =>
  inSnapshot(pool, async (tx) => {
    await allowTime(tx, PATIENCE_MS);
    await tx.query(`SET LOCAL work_mem = '${MEMORY}'`);
    if (now !== undefined) await tx.query(SET_MOMENT, [new Date(now).toISOString()]);
    return work(tx);
  });

/** Checks some equations on one snapshot of the database. */
export const checkEquations = (pool: Pool, equations: readonly Equation[], now?: number): Promise<EquationOutcome[]> =>
  patiently(pool, (tx) => judge(tx, equations), now);

/**
 * Checks every equation on one snapshot of the database, and walks the audit chain. All hold when no outcome has violations.
 * @param anchors heads of the chain that were noted outside of the database: each must still be in it.
 * @param now what nothing may be later than; the database's time when left out.
 */
export const checkIntegrity = (
  { pool, equations }: Pick<Context, 'pool' | 'equations'>,
  { anchors = [], now }: { anchors?: readonly AuditHead[]; now?: number } = {},
): Promise<EquationOutcome[]> =>
  patiently(pool, async (tx) => [...(await judge(tx, wholeOf(equations))), await checkAudit(tx, anchors)], now);

/**
 * The few equations that stand before what leaves, and the audit log from its newest anchor on. Quick.
 * @returns with the log's newest line, which the outcome of the log is about
 */
export const checkGuards = (
  { pool, equations }: Pick<Context, 'pool' | 'equations'>,
  now: number,
  { anchors = [], heads = [] }: { anchors?: readonly AuditHead[]; heads?: readonly AuditHead[] } = {},
): Promise<{ guards: EquationOutcome[]; audit: EquationOutcome; head: AuditHead | null }> =>
  patiently(
    pool,
    async (tx) => ({
      guards: await judge(tx, guardsOf(equations), true),
      audit: await checkAuditEnd(tx, anchors, heads),
      head: await findAuditHead(tx),
    }),
    now,
  );

/** What the check of everything leaves to the guards, so that an operator who accepts what is broken accepts all of it. */
export const checkGuardsAlone = (
  { pool, equations }: Pick<Context, 'pool' | 'equations'>,
  now: number,
): Promise<EquationOutcome[]> =>
  patiently(
    pool,
    (tx) =>
      judge(
        tx,
        equations.filter(({ guard }) => guard === 'only'),
      ),
    now,
  );
