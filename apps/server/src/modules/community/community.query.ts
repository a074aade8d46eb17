import type { Db } from '../../db/transaction.ts';
import type { CommunityTerms } from './community.store.ts';

/** The payment methods that a member's community allows, as operators wrote them ("1|2"). */
export const findCommunityPaymentMethods = async (db: Db, memberId: bigint): Promise<string | null> => {
  const { rows } = await db.query<{ paymentMethods: string }>({
    name: 'member_community',
    text: `SELECT c.payment_methods AS "paymentMethods" FROM member m JOIN community c ON c.id = m.community_id WHERE m.id = $1`,
    values: [memberId],
  });
  return rows[0]?.paymentMethods ?? null;
};

/** Communities as operators have set them. */
export const listCommunityTerms = async (db: Db): Promise<(CommunityTerms & { id: number })[]> => {
  const { rows } = await db.query<CommunityTerms & { id: number }>(
    'SELECT id, name, payment_methods AS methods FROM community ORDER BY id',
  );
  return rows;
};

/** Communities with their payment methods and how many members they have. */
export const listCommunities = async (
  db: Db,
): Promise<{ id: number; name: string; methods: string; members: number }[]> => {
  const { rows } = await db.query(
    `SELECT /* whole member: an operator's rare question; a count that is kept would be a row for which all sign-ups wait */
            c.id, c.name, c.payment_methods AS methods, count(m.id)::integer AS members
       FROM community c LEFT JOIN member m ON m.community_id = c.id GROUP BY c.id ORDER BY c.id`,
  );
  return rows;
};
