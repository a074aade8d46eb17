import type { Db } from '../../db/transaction.ts';
import type { AuditEntry } from '../../ledger/audit.ts';

export const countRecoveryCodes = async (db: Db, operatorId: string): Promise<number> => {
  const { rows } = await db.query<{ left: number }>(
    'SELECT count(*)::int AS left FROM operator_recovery_code WHERE operator_id = $1 AND used_at IS NULL',
    [operatorId],
  );
  return rows[0]?.left ?? 0;
};

/** Whether somebody looked at the same since then, as the log's own newest lines of theirs say. */
export const hasLooked = async (
  db: Db,
  { actor, subject, detail }: Pick<AuditEntry, 'actor' | 'subject' | 'detail'>,
  since: Date,
): Promise<boolean> => {
  const { rows } = await db.query(
    `SELECT FROM (SELECT at, action, detail FROM audit WHERE subject = $1 AND actor = $2 ORDER BY id DESC LIMIT 20) l
      WHERE action = 'operator.look' AND at > $3 AND detail = $4::jsonb`,
    [subject, actor, since, JSON.stringify(detail)],
  );
  return rows.length > 0;
};
