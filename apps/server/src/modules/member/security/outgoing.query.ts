import type { Db } from '../../../db/transaction.ts';

/** Whether the account may let anything out, by the same facts that the commands ask. */
export const getOutgoing = async (db: Db, memberId: bigint): Promise<{ frozen: boolean; resetAt: Date | null }> => {
  const { rows } = await db.query<{ frozen: boolean; resetAt: Date | null }>({
    name: 'outgoing_of_member',
    text: `SELECT m.frozen_at IS NOT NULL AS frozen,
                  (SELECT max(f.at) FROM factor_change f WHERE f.member_id = m.id AND f.holds) AS "resetAt"
             FROM member m WHERE m.id = $1`,
    values: [memberId],
  });
  return rows[0] ?? { frozen: true, resetAt: null };
};
