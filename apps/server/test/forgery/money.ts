import { member, other, payIn, type Forgery } from './forgery.ts';

const ADJUSTED = 8 * 16 + 1;

/** Of the ledger itself, and of what waits in it. */
const BOOKS: readonly Forgery[] = [
  {
    name: 'the amount of a posting',
    sql: `UPDATE posting SET amount = amount * 10 WHERE (transfer_id, position) = (SELECT transfer_id, position FROM posting WHERE destination >= 16000 LIMIT 1)`,
  },
  {
    name: 'a posting deleted',
    sql: `DELETE FROM posting WHERE transfer_id = (SELECT id FROM transfer WHERE kind = 'purchase' LIMIT 1)`,
  },
  {
    name: 'a transfer deleted',
    sql: `DELETE FROM transfer WHERE id = (SELECT id FROM transfer WHERE kind = 'activation' LIMIT 1)`,
  },
  { name: 'a balance', sql: `UPDATE account SET balance = balance + 100000000 WHERE id = ${member} * 16 + 1` },
  {
    name: 'what an account held once, as histories are reckoned',
    sql: `INSERT INTO balance_mark (transfer_id, account, balance)
          SELECT transfer_id, destination, 100000000000000 FROM posting WHERE destination = ${member} * 16 + 1 LIMIT 1`,
  },
  { name: 'money from nowhere, as a credit', soon: true, sql: payIn('credit', ADJUSTED) },
  { name: 'money from nowhere, as a prize', soon: true, sql: payIn('prize', 6 * 16 + 1) },
  { name: 'money from nowhere, as a refund', sql: payIn('refund', 2 * 16 + 1) },
  { name: 'money from nowhere, as a debit', sql: payIn('debit', ADJUSTED) },
  {
    name: 'money from another member',
    sql: `${payIn('credit', `${other} * 16 + 1`)}; UPDATE account SET balance = balance - 100000000000 WHERE id = ${other} * 16 + 1`,
  },
  {
    name: 'a credit ten times as high',
    sql: `
      UPDATE posting SET amount = amount * 10 WHERE transfer_id = (SELECT id FROM transfer WHERE kind = 'credit' AND member_id = ${member} ORDER BY id LIMIT 1);
      UPDATE account a SET balance = a.balance + p.amount / 10 * 9 FROM posting p
       WHERE p.transfer_id = (SELECT id FROM transfer WHERE kind = 'credit' AND member_id = ${member} ORDER BY id LIMIT 1) AND a.id = p.destination`,
  },
  {
    name: 'the reason of a credit',
    soon: true,
    sql: `UPDATE transfer SET reason = 'a present' WHERE id = (SELECT id FROM transfer WHERE kind = 'credit' AND member_id = ${member} ORDER BY id LIMIT 1)`,
  },
  { name: 'the answers of commands deleted', sql: `DELETE FROM command` },
  {
    name: 'the answer of one command deleted',
    sql: `DELETE FROM command WHERE (actor, name, key) = (SELECT actor, name, key FROM command WHERE name = 'credit_member' LIMIT 1)`,
  },
];

const HOLDS: readonly Forgery[] = [
  {
    name: 'the state of a hold',
    sql: `UPDATE hold SET state = 'returned', closed_at = now() WHERE owner_id = (SELECT hold_owner_id FROM miner_order WHERE status = 6 LIMIT 1)`,
  },
  {
    name: 'a closed hold opened',
    sql: `UPDATE hold SET state = 'open', closed_at = NULL WHERE owner_id = (SELECT owner_id FROM hold WHERE state = 'returned' AND reason = 'staking' LIMIT 1)`,
  },
  {
    name: 'the deadline of a hold',
    sql: `UPDATE hold SET deadline_at = now() WHERE owner_id = (SELECT owner_id FROM hold WHERE state = 'open' LIMIT 1)`,
  },
  {
    name: 'the amount of a stake',
    soon: true,
    sql: `UPDATE staking_order SET amount_units = amount_units * 10 WHERE status = 1`,
  },
  {
    name: 'a stake from nowhere',
    soon: true,
    sql: `
      WITH h AS (INSERT INTO hold (member_id, reason, deadline_at) SELECT ${member}, 'staking', now() + interval '1 minute' RETURNING owner_id)
      INSERT INTO staking_order (id, member_id, type_id, wallet_id, wallet2_id, amount_units, amount2_units, hold_owner_id, created_at, ends_at)
        SELECT '00000000-0000-7000-8000-000000000007', member_id, type_id, wallet_id, wallet2_id, amount_units, amount2_units, (SELECT owner_id FROM h), now(), now() + interval '1 minute'
          FROM staking_order ORDER BY id LIMIT 1`,
  },
  {
    name: 'a stake that ends today',
    soon: true,
    sql: `UPDATE staking_order SET ends_at = created_at + interval '1 minute' WHERE status = 1`,
  },
  {
    name: 'a stake that ends today, with its hold',
    soon: true,
    sql: `
      UPDATE hold SET deadline_at = created_at WHERE owner_id IN (SELECT hold_owner_id FROM staking_order WHERE status = 1);
      UPDATE staking_order SET ends_at = created_at + interval '1 minute' WHERE status = 1`,
  },
];

export const MONEY: readonly Forgery[] = [...BOOKS, ...HOLDS];
