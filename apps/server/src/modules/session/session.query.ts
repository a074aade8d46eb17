import { DAY_MS } from '@minerx/rules/duration';
import type { Db } from '../../db/transaction.ts';

/** Where a member is signed in. */
export interface OpenSession {
  id: string;
  /** Its user agent. */
  device: string;
  address: string;
  createdAt: Date;
  usedAt: Date;
}

/** A session that nobody refreshes for a week is over. */
export const IDLE_MS = 7 * DAY_MS;

/** The sessions open at a moment, the last used first; the sweep ends the others. */
export const listOpenSessions = async (db: Db, memberId: bigint, now: number): Promise<OpenSession[]> => {
  const { rows } = await db.query<OpenSession>({
    name: 'open_sessions',
    text: `SELECT id, device, address, created_at AS "createdAt", last_used_at AS "usedAt" FROM session
            WHERE member_id = $1 AND ended_at IS NULL AND last_used_at > $2 ORDER BY last_used_at DESC, id DESC`,
    values: [memberId, new Date(now - IDLE_MS)],
  });
  return rows;
};

/** Ids of the sessions that ended since a moment. */
export const listEndedSince = async (db: Db, since: Date): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM session WHERE ended_at > $1', [since]);
  return rows.map(({ id }) => id);
};

/** Which of these are over, or gone. */
export const listEndedOf = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>({
    name: 'sessions_over',
    text: `SELECT asked.id FROM unnest($1::uuid[]) AS asked (id)
            WHERE NOT EXISTS (SELECT FROM session s WHERE s.id = asked.id AND s.ended_at IS NULL)`,
    values: [ids],
  });
  return rows.map(({ id }) => id);
};
