import type { Db } from '../../db/transaction.ts';

/** What was last used before: it ended when it had not been used for so long. */
export const endIdleSessions = async (db: Db, before: Date, idleMs: number): Promise<void> => {
  await db.query(
    `UPDATE session SET ended_at = last_used_at + $2 * interval '1 millisecond', ended_reason = 'idle' WHERE ended_at IS NULL AND last_used_at < $1`,
    [before, idleMs],
  );
};

/** What began before: it ended when its time was over. */
export const endExpiredSessions = async (db: Db, before: Date): Promise<void> => {
  await db.query(
    `UPDATE session SET ended_at = expires_at, ended_reason = 'expired' WHERE ended_at IS NULL AND created_at < $1`,
    [before],
  );
};

export const forgetTokens = async (db: Db, before: Date): Promise<void> => {
  await db.query(
    `WITH over AS (UPDATE session SET tokens_gone = true WHERE ended_at < $1 AND NOT tokens_gone RETURNING id)
     DELETE FROM refresh_token WHERE session_id = ANY (ARRAY(SELECT id FROM over))`,
    [before],
  );
};

export const forgetSessions = async (db: Db, before: Date): Promise<void> => {
  await db.query('DELETE FROM session WHERE ended_at < $1', [before]);
};

export const forgetLinks = async (db: Db, before: Date): Promise<void> => {
  await db.query('DELETE FROM one_use_link WHERE expires_at < $1', [before]);
};
