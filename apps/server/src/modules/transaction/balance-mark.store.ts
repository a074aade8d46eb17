import { LOWEST_ID } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/transaction.ts';
import { FIRST_INDEXED_ACCOUNT } from '../../ledger/account.ts';

/** The movement that the last mark stands at; before every one where there is none. */
export const findLastMark = async (db: Db): Promise<string> => {
  const { rows } = await db.query<{ id: string }>(
    'SELECT transfer_id AS id FROM balance_mark ORDER BY transfer_id DESC LIMIT 1',
  );
  return rows[0]?.id ?? LOWEST_ID;
};

/** The next movement behind an id; null: there is none. */
export const findNextMovement = async (db: Db, behind: string): Promise<string | null> => {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM transfer WHERE id > $1 ORDER BY id LIMIT 1', [
    behind,
  ]);
  return rows[0]?.id ?? null;
};

/** $1 behind this movement, $2 before that one, $3 one of so many; each is the mark before it and what its account moved since. */
const KEEP = `
  WITH picked AS (
    SELECT DISTINCT a.account, p.transfer_id FROM posting p CROSS JOIN LATERAL (VALUES (p.source), (p.destination)) a (account)
     WHERE p.transfer_id > $1 AND p.transfer_id < $2 AND uuid_hash(p.transfer_id) % $3::integer = 0 AND a.account >= ${FIRST_INDEXED_ACCOUNT}),
  segments AS (
    SELECT account, transfer_id, lag(transfer_id) OVER (PARTITION BY account ORDER BY transfer_id) AS previous FROM picked),
  moved AS (
    SELECT s.account, s.transfer_id, coalesce(k.balance, 0) + coalesce(i.units, 0) - coalesce(o.units, 0) AS units
      FROM segments s
      LEFT JOIN LATERAL (SELECT m.transfer_id, m.balance FROM balance_mark m
                          WHERE s.previous IS NULL AND m.account = s.account AND m.transfer_id < s.transfer_id ORDER BY m.transfer_id DESC LIMIT 1) k ON true
     CROSS JOIN LATERAL (SELECT sum(p.amount) AS units FROM posting p
                          WHERE p.destination = s.account AND p.destination >= ${FIRST_INDEXED_ACCOUNT}
                            AND p.transfer_id > coalesce(s.previous, k.transfer_id, '${LOWEST_ID}') AND p.transfer_id <= s.transfer_id) i
     CROSS JOIN LATERAL (SELECT sum(p.amount) AS units FROM posting p
                          WHERE p.source = s.account AND p.source >= ${FIRST_INDEXED_ACCOUNT}
                            AND p.transfer_id > coalesce(s.previous, k.transfer_id, '${LOWEST_ID}') AND p.transfer_id <= s.transfer_id) o)
  INSERT INTO balance_mark (transfer_id, account, balance)
  SELECT transfer_id, account, sum(units) OVER (PARTITION BY account ORDER BY transfer_id) FROM moved
  ON CONFLICT DO NOTHING`;

/** Marks one movement of so many, taken by its id's hash, on each account of a member or a hold that it moved. */
export const keepMarksOf = async (tx: Tx, behind: string, before: string, oneOf: number): Promise<void> => {
  await tx.query(KEEP, [behind, before, oneOf]);
};
