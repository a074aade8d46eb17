import { standingRulesFrom, type StandingRules } from '@minerx/rules/team';
import type { Pool } from 'pg';
import { ADVISORY_LOCK, tryLockAlone } from '../../db/advisory-locks.ts';
import { allowTime } from '../../db/shared-pool.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { settingSql } from '../setting/setting.query.ts';

/** Deltas of one transaction. A hundred purchases of one evening share most of their ancestors, so more at once cost less each. */
const FOLD_AT_ONCE = 1000;

/** $1 how many deltas; $2 and $3 the Foundation rule; $4 the Legacy rule. */
const FOLD = `
  WITH RECURSIVE claimed AS (
    DELETE FROM team_delta WHERE id = ANY(ARRAY(SELECT id FROM team_delta ORDER BY id LIMIT $1))
    RETURNING member_id, joined, sales_units),
  event AS (
    SELECT member_id, sum(joined)::integer AS joined, sum(sales_units)::bigint AS sales FROM claimed GROUP BY member_id),
  up AS (
    SELECT member_id, 0 AS steps, joined, sales FROM event
    UNION ALL
    SELECT m.sponsor_id, up.steps + 1, up.joined, up.sales FROM up JOIN member m ON m.id = up.member_id WHERE m.sponsor_id IS NOT NULL),
  change AS (
    SELECT member_id,
           coalesce(sum(sales) FILTER (WHERE steps = 0), 0)::bigint AS capital,
           coalesce(sum(joined) FILTER (WHERE steps = 1), 0)::integer AS direct_sponsor,
           coalesce(sum(joined) FILTER (WHERE steps > 0), 0)::integer AS group_sponsor,
           coalesce(sum(sales) FILTER (WHERE steps = 1), 0)::bigint AS direct_sales,
           coalesce(sum(sales) FILTER (WHERE steps > 0), 0)::bigint AS group_sales
      FROM up GROUP BY member_id),
  written AS (
    INSERT INTO member_figures AS f
      (member_id, sponsor_id, capital_units, direct_sponsor, group_sponsor, direct_sales, group_sales, foundation, legacy)
    SELECT c.member_id, m.sponsor_id, c.capital, c.direct_sponsor, c.group_sponsor, c.direct_sales, c.group_sales,
           c.capital >= $2 AND c.direct_sponsor >= $3, c.group_sales >= $4
      FROM change c JOIN member m ON m.id = c.member_id ORDER BY c.member_id
    ON CONFLICT (member_id) DO UPDATE SET
      capital_units = f.capital_units + excluded.capital_units,
      direct_sponsor = f.direct_sponsor + excluded.direct_sponsor,
      group_sponsor = f.group_sponsor + excluded.group_sponsor,
      direct_sales = f.direct_sales + excluded.direct_sales,
      group_sales = f.group_sales + excluded.group_sales,
      foundation = f.capital_units + excluded.capital_units >= $2 AND f.direct_sponsor + excluded.direct_sponsor >= $3,
      legacy = f.group_sales + excluded.group_sales >= $4)
  SELECT count(*)::integer AS count FROM claimed`;

/**
 * Adds the oldest deltas to the figures of their members and of everybody above them; gives how many. Zero also while
 * another process folds. Deltas are claimed by deleting them, in the same transaction: none is folded twice, and one whose
 * transaction commits late is found late, never skipped.
 */
export const foldTeamDeltas = (pool: Pool, atOnce: number = FOLD_AT_ONCE): Promise<number> =>
  inTransaction(pool, async (tx) => {
    if (!(await tryLockAlone(tx, ADVISORY_LOCK.teamFigures))) return 0;
    const rules = await readStandingRules(tx);
    const { rows } = await tx.query<{ count: number }>({
      name: 'team_fold',
      text: FOLD,
      values: [atOnce, rules.foundationCapitalUnits, rules.foundationDirectSponsors, rules.legacyGroupSalesUnits],
    });
    return rows[0]?.count ?? 0;
  });

/** Folds until nothing is left; gives how many deltas there were. */
export const foldAllTeamDeltas = async (pool: Pool, atOnce: number = FOLD_AT_ONCE): Promise<number> => {
  // Asked twice a second for ever: a quiet team costs one look and no transaction.
  const waiting = await pool.query({ name: 'team_waiting', text: 'SELECT FROM team_delta LIMIT 1' });
  if (waiting.rowCount === 0) return 0;
  for (let total = 0; ;) {
    const folded = await foldTeamDeltas(pool, atOnce);
    total += folded;
    if (folded < atOnce) return total;
  }
};

/** Sets Foundation and Legacy of all members anew, as after a change of the rules; gives how many changed. */
export const recomputeStanding = (pool: Pool): Promise<number> =>
  inTransaction(pool, async (tx) => {
    await allowTime(tx, PATIENCE_MS);
    if (!(await tryLockAlone(tx, ADVISORY_LOCK.teamFigures))) return 0;
    const rules = await readStandingRules(tx);
    const { rowCount } = await tx.query(
      `UPDATE /* whole member_figures: once a day, and when the rules change */ member_figures SET foundation = capital_units >= $1 AND direct_sponsor >= $2, legacy = group_sales >= $3
        WHERE foundation <> (capital_units >= $1 AND direct_sponsor >= $2) OR legacy <> (group_sales >= $3)`,
      [rules.foundationCapitalUnits, rules.foundationDirectSponsors, rules.legacyGroupSalesUnits],
    );
    return rowCount ?? 0;
  });

/** It reads every member's figures once a day; the limit of ordinary statements is not meant for it. */
const PATIENCE_MS = 300_000;

const readStandingRules = async (tx: Tx): Promise<StandingRules> => {
  const { rows } = await tx.query<{ foundation: unknown; legacy: unknown }>(
    `SELECT ${settingSql('foundation_rule')} AS foundation,
            ${settingSql('legacy_rule')} AS legacy`,
  );
  return standingRulesFrom(rows[0]?.foundation, rows[0]?.legacy);
};
