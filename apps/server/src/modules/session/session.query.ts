import type { Pool } from 'pg';

/** Where a member is signed in. */
export interface OpenSession {
  id: string;
  /** Its user agent. */
  device: string;
  address: string;
  createdAt: Date;
  usedAt: Date;
}

/** The open sessions that were used since a moment, the last used first; the sweep ends the others. */
export const listOpenSessions = async (pool: Pool, memberId: bigint, usedSince: Date): Promise<OpenSession[]> => {
  const { rows } = await pool.query<OpenSession>({
    name: 'open_sessions',
    text: `SELECT id, device, address, created_at AS "createdAt", last_used_at AS "usedAt" FROM session
            WHERE member_id = $1 AND ended_at IS NULL AND last_used_at > $2 ORDER BY last_used_at DESC, id DESC`,
    values: [memberId, usedSince],
  });
  return rows;
};
