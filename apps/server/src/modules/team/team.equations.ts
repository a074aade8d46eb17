import { CANCELLED } from '@minerx/rules/order-status';
import type { Equation } from '../../ledger/equation.ts';

/** What must hold of teams: the sponsors form a forest, and the kept figures are what members and orders say. */
export const TEAM_EQUATIONS: readonly Equation[] = [
  {
    name: 'team-forest',
    sentence: 'Every sponsor was a member before those whom he brought: nobody is above himself.',
    rows: `SELECT m.id FROM member m LEFT JOIN member s ON s.id = m.sponsor_id
           WHERE m.sponsor_id IS NOT NULL AND (s.id IS NULL OR m.sponsor_id >= m.id)`,
  },
  {
    name: 'team-figures',
    sentence: 'Team figures are the sums over members and orders, less what is not folded up yet.',
    rows: `WITH RECURSIVE pending AS (
            SELECT member_id, sum(joined) AS joined, sum(sales_units) AS sales FROM team_delta GROUP BY 1),
          fact AS (
            SELECT m.id, m.sponsor_id, 1 - coalesce(p.joined, 0) AS joined, coalesce(o.sales, 0) - coalesce(p.sales, 0) AS sales
              FROM member m LEFT JOIN pending p ON p.member_id = m.id
              LEFT JOIN (SELECT member_id, sum(amount_units) AS sales FROM miner_order WHERE status <> ${CANCELLED} GROUP BY 1) o ON o.member_id = m.id),
          up AS (
            SELECT id, sponsor_id, 0 AS steps, joined, sales FROM fact WHERE joined <> 0 OR sales <> 0
            UNION ALL
            SELECT m.id, m.sponsor_id, up.steps + 1, up.joined, up.sales FROM up JOIN member m ON m.id = up.sponsor_id),
          expected AS (
            SELECT id, coalesce(sum(sales) FILTER (WHERE steps = 0), 0) AS capital,
                   coalesce(sum(joined) FILTER (WHERE steps = 1), 0) AS direct_sponsor, coalesce(sum(joined) FILTER (WHERE steps > 0), 0) AS group_sponsor,
                   coalesce(sum(sales) FILTER (WHERE steps = 1), 0) AS direct_sales, coalesce(sum(sales) FILTER (WHERE steps > 0), 0) AS group_sales
              FROM up GROUP BY id)
          SELECT coalesce(e.id, f.member_id) AS id FROM expected e FULL JOIN member_figures f ON f.member_id = e.id
           WHERE (coalesce(e.capital, 0), coalesce(e.direct_sponsor, 0), coalesce(e.group_sponsor, 0), coalesce(e.direct_sales, 0), coalesce(e.group_sales, 0))
              <> (coalesce(f.capital_units, 0), coalesce(f.direct_sponsor, 0), coalesce(f.group_sponsor, 0), coalesce(f.direct_sales, 0), coalesce(f.group_sales, 0))`,
  },
];
