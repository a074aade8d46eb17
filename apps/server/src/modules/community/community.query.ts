import type { Pool } from 'pg';

/** The payment methods that a member's community allows, as operators wrote them ("1|2"). */
export const findCommunityPaymentMethods = async (pool: Pool, memberId: bigint): Promise<string | null> => {
  const { rows } = await pool.query<{ paymentMethods: string }>({
    name: 'member_community',
    text: `SELECT c.payment_methods AS "paymentMethods" FROM member m JOIN community c ON c.id = m.community_id WHERE m.id = $1`,
    values: [memberId],
  });
  return rows[0]?.paymentMethods ?? null;
};
