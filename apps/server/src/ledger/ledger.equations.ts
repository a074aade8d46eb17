import { FIRST_KEPT_OWNER } from './account.ts';
import type { Equation } from './equation.ts';

const moved = `
  SELECT account, sum(amount) AS amount
    FROM (SELECT destination AS account, amount::numeric FROM posting WHERE destination IS NOT NULL
          UNION ALL SELECT source, -amount::numeric FROM posting WHERE source IS NOT NULL) p
   GROUP BY account`;

/** SQL: the newest line of the audit log of each subject of a kind, among some actions. */
export const newestLines = (actions: string, of: string): string => `
  SELECT DISTINCT ON (subject) subject, action, at, detail FROM audit
   WHERE action IN (${actions}) AND subject LIKE '${of}:%' ORDER BY subject, id DESC`;

/** What must hold of the ledger, whatever it keeps books of. */
export const LEDGER_EQUATIONS: readonly Equation[] = [
  {
    name: 'balances',
    each: 'account',
    sentence: 'Every kept balance is the sum of its postings.',
    rows: `SELECT coalesce(a.id, m.account) || ' by ' || (coalesce(a.balance, 0) - coalesce(m.amount, 0)) AS id FROM account a FULL JOIN (${moved}) m ON m.account = a.id
           WHERE account_owner(coalesce(a.id, m.account)) >= ${FIRST_KEPT_OWNER} AND (a.id IS NULL OR a.balance <> coalesce(m.amount, 0))`,
  },
  {
    name: 'assets',
    byDay: true,
    sentence: 'Every asset sums to zero over all accounts, the house and the outside world included.',
    rows: `SELECT account_wallet(account) || ' by ' || sum(amount) AS id FROM (${moved}) m GROUP BY account_wallet(account) HAVING sum(amount) <> 0`,
  },
  {
    name: 'never-negative',
    sentence: 'No account of a member or a hold, and nothing that the house has to give, is below zero.',
    rows: `SELECT id || ' at ' || balance AS id FROM account WHERE balance < 0`,
  },
  {
    name: 'transfers',
    byDay: true,
    sentence:
      'Every posting belongs to a transfer, every transfer has postings, and whatever reverses a transfer is the only one that does.',
    rows: `SELECT p.transfer_id AS id FROM posting p WHERE NOT EXISTS (SELECT FROM transfer t WHERE t.id = p.transfer_id)
          UNION ALL SELECT t.id FROM transfer t WHERE NOT EXISTS (SELECT FROM posting p WHERE p.transfer_id = t.id)
          UNION ALL SELECT t.id FROM transfer t WHERE t.reverses IS NOT NULL AND NOT EXISTS (
             SELECT FROM reversal r WHERE r.reverses = t.reverses AND r.id = t.id)`,
  },
  {
    name: 'holds',
    sentence: 'A closed hold is empty.',
    rows: `SELECT h.owner_id::text FROM hold h JOIN account a ON account_owner(a.id) = h.owner_id
           WHERE h.state <> 'open' AND a.balance <> 0`,
  },
  {
    name: 'answers',
    sentence: 'What a keyed command moved has its stored answer: nobody can make it run again.',
    rows: `SELECT t.id FROM transfer t WHERE t.answered IS NOT NULL
             AND NOT EXISTS (SELECT FROM command c WHERE c.actor || ' ' || c.name || ' ' || c.key = t.answered)`,
  },
];
