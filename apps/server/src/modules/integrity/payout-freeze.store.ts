import type { Pool } from 'pg';
import type { Tx } from '../../db/transaction.ts';
import { auditHash, GENESIS } from '../../ledger/audit.ts';
import { AUDIT_COLUMNS, type AuditLine } from './audit-chain.query.ts';

/** How many rows break each equation. */
export type Violations = Readonly<Record<string, number>>;

export interface PayoutFreeze {
  frozenAt: Date;
  violations: Violations;
}

type Db = Pick<Pool | Tx, 'query'>;

/** Null while payouts are open. */
export const findPayoutFreeze = async (db: Db): Promise<PayoutFreeze | null> => {
  const { rows } = await db.query<PayoutFreeze>(
    'SELECT frozen_at AS "frozenAt", violations FROM payout_freeze WHERE lifted_at IS NULL',
  );
  return rows[0] ?? null;
};

/** Held together by whatever lets something leave until it is committed, and alone by a freeze. No other lock of ours has this number. */
export const PAYOUT_GATE = 7_240_111;

/** Waits for what is leaving at this moment; from here on nothing does. False when they are frozen already. */
export const insertPayoutFreeze = async (tx: Tx, violations: Violations, at: Date): Promise<boolean> => {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [PAYOUT_GATE]);
  const { rowCount } = await tx.query(
    'INSERT INTO payout_freeze (frozen_at, violations) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [at, JSON.stringify(violations)],
  );
  return rowCount === 1;
};

/** False when they are not frozen. */
export const closePayoutFreeze = async (
  tx: Tx,
  { known, actor, reason, at }: { known: Violations; actor: string; reason: string; at: Date },
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    'UPDATE payout_freeze SET lifted_at = $1, lifted_by = $2, reason = $3, known = $4 WHERE lifted_at IS NULL',
    [at, actor, reason, JSON.stringify(known)],
  );
  return rowCount === 1;
};

/** A line of the audit log by which payouts were opened. */
export type Opening = AuditLine & { detail: { known: Violations } };

/** Lines by which payouts were opened after line `after`, that follow from the line before them: others were not written by us. */
export const listOpenings = async (db: Db, after: bigint): Promise<Opening[]> => {
  const { rows } = await db.query<Opening>(
    `SELECT ${AUDIT_COLUMNS} FROM audit a WHERE action = 'payouts.open' AND id > $1
        AND previous_hash = coalesce((SELECT b.hash FROM audit b WHERE b.id = a.id - 1), $2) ORDER BY id`,
    [after, GENESIS],
  );
  return rows.filter((line) => auditHash(line.previousHash, line.at, line).equals(line.hash));
};

/** What an operator knew of when payouts were opened last: by the audit log, which is anchored, not by the row. */
export const findKnownViolations = async (db: Db): Promise<Violations> =>
  (await listOpenings(db, 0n)).at(-1)?.detail.known ?? {};
