import type { Actor } from '../../../base/actor.ts';
import type { Tx } from '../../../db/transaction.ts';

/** Whether a prize was handed over; null: there is none to hand over. */
export const lockFulfilment = async (tx: Tx, packId: string): Promise<{ done: boolean } | null> => {
  const { rows } = await tx.query<{ done: boolean }>(
    'SELECT done_at IS NOT NULL AS done FROM blessing_fulfilment WHERE pack_id = $1 FOR UPDATE',
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
