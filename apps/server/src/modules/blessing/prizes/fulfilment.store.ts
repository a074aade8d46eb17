import type { Actor } from '../../../base/actor.ts';
import type { Tx } from '../../../db/transaction.ts';

/** Whose prize it is and whether it was handed over; null: there is none to hand over. */
export const lockFulfilment = async (tx: Tx, packId: string): Promise<{ memberId: bigint; done: boolean } | null> => {
  const { rows } = await tx.query<{ memberId: bigint; done: boolean }>(
    `SELECT k.member_id AS "memberId", f.done_at IS NOT NULL AS done
       FROM blessing_fulfilment f JOIN blessing_pick k ON k.pack_id = f.pack_id WHERE f.pack_id = $1 FOR UPDATE OF f`,
    [packId],
  );
  return rows[0] ?? null;
};

export const markHandedOver = async (
  tx: Tx,
  packId: string,
  { at, actor, note }: { at: Date; actor: Actor; note: string },
): Promise<void> => {
  await tx.query('UPDATE blessing_fulfilment SET done_at = $2, done_by = $3, note = $4 WHERE pack_id = $1', [
    packId,
    at,
    actor,
    note,
  ]);
};
