import type { Db, Tx } from '../../db/transaction.ts';
import { ADVISORY_LOCK, lockAlone } from '../../db/advisory-locks.ts';
import type { Actor } from '../../base/actor.ts';

/** How many rows break each equation. */
export type Violations = Readonly<Record<string, number>>;
/** What breaks each equation, by name. */
export type Known = Readonly<Record<string, readonly string[]>>;

export interface PayoutFreeze {
  id: bigint;
  frozenAt: Date;
  violations: Violations;
}

/** Null while payouts are open. */
export const findPayoutFreeze = async (db: Db): Promise<PayoutFreeze | null> => {
  const { rows } = await db.query<PayoutFreeze>(
    'SELECT id, frozen_at AS "frozenAt", violations FROM payout_freeze WHERE lifted_at IS NULL',
  );
  return rows[0] ?? null;
};

/** Waits for what is leaving at this moment; from here on nothing does. False when they are frozen already. */
export const insertPayoutFreeze = async (tx: Tx, violations: Violations, at: Date): Promise<boolean> => {
  await lockAlone(tx, ADVISORY_LOCK.payouts);
  const { rowCount } = await tx.query(
    'INSERT INTO payout_freeze (frozen_at, violations) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [at, JSON.stringify(violations)],
  );
  return rowCount === 1;
};

/** False when this freeze is over. */
export const closePayoutFreeze = async (
  tx: Tx,
  { id, known, actor, reason, at }: { id: bigint; known: Known; actor: Actor; reason: string; at: Date },
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    'UPDATE payout_freeze SET lifted_at = $1, lifted_by = $2, reason = $3, known = $4 WHERE id = $5 AND lifted_at IS NULL',
    [at, actor, reason, JSON.stringify(known), id],
  );
  return rowCount === 1;
};
