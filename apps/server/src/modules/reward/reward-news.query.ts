import type { Db } from '../../db/transaction.ts';

interface Credited {
  readonly memberId: bigint;
  readonly isCorrection: boolean;
  readonly sat: bigint;
  readonly receipts: number;
}

/** What each member was credited for a day, apart from it what corrections of it brought, and in how many receipts: both grow by what is paid later. */
export const listCreditedMembers = async (db: Db, day: string): Promise<Credited[]> => {
  const { rows } = await db.query<Credited>(
    `SELECT member_id AS "memberId", part > 0 AS "isCorrection", sum(sat)::bigint AS sat, count(*)::integer AS receipts FROM reward
      WHERE day = $1 AND sat > 0 GROUP BY member_id, part > 0 ORDER BY member_id, part > 0`,
    [day],
  );
  return rows;
};
