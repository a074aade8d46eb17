import type { Db } from '../../db/transaction.ts';

/** Which of these sessions have not been ended, and when each will end by itself. */
export const listSessionLives = async (db: Db, sessionIds: readonly string[]): Promise<Map<string, Date>> => {
  const { rows } = await db.query<{ id: string; expiresAt: Date }>({
    name: 'session_lives',
    text: 'SELECT id, expires_at AS "expiresAt" FROM session WHERE id = ANY ($1::uuid[]) AND ended_at IS NULL',
    values: [sessionIds],
  });
  return new Map(rows.map(({ id, expiresAt }) => [id, expiresAt]));
};
