import type { PoolClient } from 'pg';
import { checkAudit, type AuditHead } from '../../src/modules/integrity/audit-chain.query.ts';
import type { Equation } from '../../src/ledger/equation.ts';
import { GUARDS, judge, WHOLE } from '../../src/modules/integrity/integrity.query.ts';
import type { EquationOutcome } from '../../src/modules/integrity/outcome.ts';

/** Tells which equations see what the open transaction did. */
export type Check = (owner: PoolClient) => Promise<string[]>;

const broken = (outcomes: readonly EquationOutcome[]): string[] =>
  outcomes.filter(({ violations }) => violations > 0n).map(({ name }) => name);

/** What is asked twice a minute, but for the audit log. */
export const byTheMinute: Check = async (owner) => broken(await judge(owner, GUARDS));

/** The whole check. */
export const everything =
  (anchors: readonly AuditHead[]): Check =>
  async (owner) =>
    broken([...(await judge(owner, WHOLE)), await checkAudit(owner, anchors)]);

/**
 * The same check as far as it takes to find a forgery: an equation that reads no table which the transaction wrote says what it
 * said before, and the first that is broken is enough. The cheapest go first, by the database's own reckoning.
 */
export const firstThatSees = async (owner: PoolClient, anchors: readonly AuditHead[]): Promise<Check> => {
  const planned = await Promise.all(WHOLE.map((equation) => plan(owner, equation)));
  planned.sort((a, b) => a.cost - b.cost);
  return async () => {
    const written = await listWritten(owner);
    for (const { equation, reads } of planned) {
      if (!written.some((table) => reads.has(table))) continue;
      const seenBy = broken(await judge(owner, [equation]));
      if (seenBy.length > 0) return seenBy;
    }
    return written.includes('audit') ? broken([await checkAudit(owner, anchors)]) : [];
  };
};

type PlanNode = { 'Relation Name'?: string; 'Total Cost': number; Plans?: PlanNode[] };

const tablesOf = (node: PlanNode): string[] => [
  ...(node['Relation Name'] === undefined ? [] : [node['Relation Name']]),
  ...(node.Plans ?? []).flatMap(tablesOf),
];

const plan = async (owner: PoolClient, equation: Equation) => {
  const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`EXPLAIN (FORMAT JSON) ${equation.rows}`);
  const root = rows[0]!['QUERY PLAN'][0].Plan;
  return { equation, cost: root['Total Cost'], reads: new Set(tablesOf(root)) };
};

/** Tables (of a partitioned one: its parts) that the open transaction wrote: it holds a writer's lock on them. */
const listWritten = async (owner: PoolClient): Promise<string[]> => {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
      WHERE l.pid = pg_backend_pid() AND l.mode = 'RowExclusiveLock'`,
  );
  return rows.map(({ name }) => name);
};
