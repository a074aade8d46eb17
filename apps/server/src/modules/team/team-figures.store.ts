import type { StandingRules } from '@minerx/rules/team';
import type { Db, Tx } from '../../db/transaction.ts';

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

/** Adds so many of the oldest deltas to the figures of their members and of everybody above them; gives how many there were. */
export const foldDeltas = async (tx: Tx, atOnce: number, rules: StandingRules): Promise<number> => {
  const { rows } = await tx.query<{ count: number }>({
    name: 'team_fold',
    text: FOLD,
    values: [atOnce, rules.foundationCapitalUnits, rules.foundationDirectSponsors, rules.legacyGroupSalesUnits],
  });
  return rows[0]?.count ?? 0;
};

export const isAnyDelta = async (db: Db): Promise<boolean> => {
  const { rowCount } = await db.query({ name: 'team_waiting', text: 'SELECT FROM team_delta LIMIT 1' });
  return rowCount !== 0;
};

/** Sets Foundation and Legacy of all members by these rules; gives how many changed. */
export const updateStanding = async (tx: Tx, rules: StandingRules): Promise<number> => {
  const { rowCount } = await tx.query(
    `UPDATE /* whole member_figures: once a day, and when the rules change */ member_figures SET foundation = capital_units >= $1 AND direct_sponsor >= $2, legacy = group_sales >= $3
      WHERE foundation <> (capital_units >= $1 AND direct_sponsor >= $2) OR legacy <> (group_sales >= $3)`,
    [rules.foundationCapitalUnits, rules.foundationDirectSponsors, rules.legacyGroupSalesUnits],
  );
  return rowCount ?? 0;
};
