import type { Actor } from '../../../base/actor.ts';
import type { Tx } from '../../../db/transaction.ts';
import { resetAtSql } from '../../member/outgoing.ledger.ts';

/** Of a prize `f`: its pick, its card, and whose it is. */
export const OF_WHOM = `JOIN blessing_pick k ON k.pack_id = f.pack_id JOIN blessing_card c ON c.pack_id = k.pack_id AND c.position = k.position
       JOIN blessing_prize z ON z.id = c.prize_id JOIN member m ON m.id = k.member_id`;

interface LockedFulfilment {
  /** By whom and when it was handed over; null while it waits. */
  readonly doneAt: Date | null;
  readonly doneBy: Actor | null;
  readonly note: string | null;
  readonly memberId: bigint;
  readonly email: string;
  readonly prize: string;
  /** Of its member: whether anything may leave the account. */
  readonly frozen: boolean;
  readonly resetAt: Date | null;
}

/** Null: there is none to hand over. */
export const lockFulfilment = async (tx: Tx, packId: string): Promise<LockedFulfilment | null> => {
  const { rows } = await tx.query<LockedFulfilment>(
    `SELECT f.done_at AS "doneAt", f.done_by AS "doneBy", f.note, m.id AS "memberId", m.email, z.name AS prize, m.frozen_at IS NOT NULL AS frozen,
            ${resetAtSql('m.id')} AS "resetAt"
       FROM blessing_fulfilment f ${OF_WHOM} WHERE f.pack_id = $1 FOR UPDATE OF f`,
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

/** It waits again, as if it had never been handed over. */
export const markWaiting = async (tx: Tx, packId: string): Promise<void> => {
  await tx.query('UPDATE blessing_fulfilment SET done_at = NULL, done_by = NULL, note = NULL WHERE pack_id = $1', [
    packId,
  ]);
};
