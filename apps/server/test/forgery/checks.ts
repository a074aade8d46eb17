import type { PoolClient } from 'pg';
import { LOWEST_ID } from '../../src/base/ids.ts';
import { EQUATIONS } from '../../src/composition/equations.ts';
import { cutTo, lookAtDays, ofDays, openSpan, type ClosedDay } from '../../src/modules/integrity/closed-day.query.ts';
import { between, cutToKeys, isOfEach } from '../../src/modules/integrity/key-range/key-range.query.ts';
import { checkAudit, type AuditHead } from '../../src/modules/integrity/audit-chain.query.ts';
import { guardsOf, judge, wholeOf } from '../../src/modules/integrity/integrity.query.ts';
import type { EquationOutcome } from '../../src/modules/integrity/outcome.ts';

const WHOLE = wholeOf(EQUATIONS);
/** Keys of a range. */
const TOGETHER = 10;

/** Tells which equations see what the open transaction did. */
export type Check = (owner: PoolClient) => Promise<string[]>;

const broken = (outcomes: readonly EquationOutcome[]): string[] =>
  outcomes.filter(({ violations }) => violations > 0n).map(({ name }) => name);

/** What is asked twice a minute, but for the audit log. */
export const byTheMinute: Check = async (owner) => broken(await judge(owner, guardsOf(EQUATIONS)));

/** The whole check. */
export const everything =
  (anchors: readonly AuditHead[]): Check =>
  async (owner) =>
    broken([...(await judge(owner, WHOLE)), await checkAudit(owner, anchors)]);

/** One equation of the whole check, or the audit log: what is said to see a forgery has to. */
export const only =
  (name: string, anchors: readonly AuditHead[]): Check =>
  async (owner) =>
    broken(
      name === 'audit'
        ? [await checkAudit(owner, anchors)]
        : await judge(
            owner,
            WHOLE.filter((equation) => equation.name === name),
          ),
    );

/** What the rounds ask of transfers, postings and rewards once days are closed: the open ones, and the closed ones together. */
export const byDays =
  (closed: readonly ClosedDay[]): Check =>
  async (owner) => {
    const outcomes = await judge(
      owner,
      ofDays(EQUATIONS).map((equation) => cutTo(equation, openSpan(closed))),
    );
    const [first, ...others] = closed;
    if (first !== undefined) outcomes.push(...(await lookAtDays(owner, EQUATIONS, [first, ...others])));
    return [...new Set(broken(outcomes))];
  };

/** What the rounds ask of accounts or orders, a few at a time: the house's accounts, the first, the next, the last. */
export const byKeys =
  (name: string): Check =>
  async (owner) => {
    const equation = EQUATIONS.filter(isOfEach).find((each) => each.name === name)!;
    const [table, first] = equation.each === 'account' ? ['account', '14400'] : ['miner_order', LOWEST_ID];
    const { rows } = await owner.query<{ id: string }>(
      `SELECT id::text AS id FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM ${table} ${equation.each === 'account' ? 'WHERE id >= 16000' : ''}) k WHERE place % ${TOGETHER} = 1 ORDER BY k.id`,
    );
    const starts = [first, ...rows.map(({ id }) => id)];
    const ranges = starts.map((from, n) => cutToKeys(equation, equation.each, between(from, starts[n + 1] ?? null)));
    return [...new Set(broken(await judge(owner, ranges)))];
  };
