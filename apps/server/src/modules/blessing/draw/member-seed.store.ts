import type { Db } from '../../../db/transaction.ts';

interface MemberSeed {
  memberId: bigint;
  seed: string;
  /** By the member, and then it stays; else it came with an order, fresh from the browser. */
  chosen: boolean;
  at: Date;
}

/** What a member brings to the draw of the next decks; decks that are dealt stay as they are. */
export const writeMemberSeed = async (db: Db, { memberId, seed, chosen, at }: MemberSeed): Promise<void> => {
  await db.query(
    `INSERT INTO blessing_member_seed AS known (member_id, seed, chosen, set_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (member_id) DO UPDATE SET seed = excluded.seed, chosen = excluded.chosen, set_at = excluded.set_at
      WHERE excluded.chosen OR NOT known.chosen`,
    [memberId, seed, chosen, at],
  );
};
