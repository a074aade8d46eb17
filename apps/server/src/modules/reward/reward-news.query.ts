import type { Db } from '../../db/transaction.ts';

/** What each member was credited for a day, and in how many receipts: it grows by what is paid later. */
export const listCreditedMembers = async (
  db: Db,
  day: string,
): Promise<{ memberId: bigint; sat: bigint; receipts: number }[]> => {
  const { rows } = await db.query<{ memberId: bigint; sat: bigint; receipts: number }>(
    `SELECT member_id AS "memberId", sum(sat)::bigint AS sat, count(*)::integer AS receipts FROM reward
      WHERE day = $1 AND sat > 0 GROUP BY member_id ORDER BY member_id`,
    [day],
  );
  return rows;
};
