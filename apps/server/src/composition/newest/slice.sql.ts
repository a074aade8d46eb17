import { transferKinds } from '../../ledger/money.ts';
import type { Equation } from '../../ledger/equation.ts';
import type { AnyTable } from '../../ledger/table.ts';

/*
 * A slice: the newest rows of some nouns, with all that belongs to them, as a WITH under the names of their tables. An equation that is asked
 * behind it sees these rows and no others.
 */

/** As many of a kind as a check can look at twice a minute: what was written in between. */
export const NEWEST = 200;
/** One column of the rows that come last by another. */
export const newest = (table: string, by: string, column: string): string =>
  `(SELECT ${column} FROM ${table} WHERE ${by} IS NOT NULL ORDER BY ${by} DESC LIMIT ${NEWEST})`;

/** The subjects of the newest lines of the audit log of each of some actions. */
export const saidLast = (...actions: readonly string[]): string =>
  actions
    .map((action) => `(SELECT subject FROM public.audit WHERE action = '${action}' ORDER BY id DESC LIMIT ${NEWEST})`)
    .join(' UNION ');

/** Rows of a table, each looked up by an index: the planner knows too little of a slice to see that it is small. */
export const lookUp = (table: string, column: string, slice: string, more = ''): string =>
  `SELECT r.* FROM (SELECT DISTINCT * FROM (${slice}) a) s (id) CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE ${column} = s.id ${more} OFFSET 0) r`;

export const of = (table: string, column: string, slice: string): string =>
  `${table} AS MATERIALIZED (${lookUp(table, column, slice)})`;

/** SQL: the kinds of transfers that tables bring. */
export const kindsOf = (...tables: readonly AnyTable[]): string =>
  [...transferKinds(tables).keys()].map((kind) => `'${kind}'`).join(', ');

/** Equations asked of a slice. @param more statements of the slice's own, each with the ids of what is wrong */
export const asked = (slice: string, equations: readonly Equation[], more: readonly string[] = []): string => {
  const rows = [...equations.map((equation) => equation.rows), ...more];
  return `WITH ${slice} ${rows.map((sql) => `SELECT e.id::text AS id FROM (${sql}) e (id)`).join(' UNION ALL ')}`;
};
