import type { Equation } from '../../ledger/equation.ts';

/** What must hold of what histories are reckoned from. */
export const BALANCE_MARK_EQUATIONS: readonly Equation[] = [
  {
    name: 'balance-marks',
    each: 'account',
    sentence: 'Every mark of a balance is the sum of the postings of its account up to its movement.',
    rows: `SELECT account || ' at ' || transfer_id AS id FROM (
             SELECT account, transfer_id, mark, sum(amount) OVER (PARTITION BY account ORDER BY transfer_id) AS units FROM (
               SELECT account, transfer_id, balance AS mark, 0 AS amount FROM balance_mark
               UNION ALL SELECT p.destination, p.transfer_id, NULL, p.amount::numeric FROM posting p WHERE p.destination IN (SELECT account FROM balance_mark)
               UNION ALL SELECT p.source, p.transfer_id, NULL, -p.amount::numeric FROM posting p WHERE p.source IN (SELECT account FROM balance_mark)) m) r
            WHERE mark <> units`,
  },
];
