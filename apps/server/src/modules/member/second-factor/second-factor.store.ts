import type { Db, Tx } from '../../../db/transaction.ts';
import { isSealed, keyedDigest, tokenSeal } from '../../../security/secret-hash.ts';
import { tidyRecoveryCode } from '../../../security/recovery-code.ts';

export interface SecondFactor {
  id: bigint;
  /** Sealed. */
  secret: Buffer;
  createdAt: Date;
}

/** What a secret is sealed under: of another member it does not open. */
export const factorLabel = (memberId: bigint): string => `member totp of ${memberId}`;

/** Whoever writes the table past the product ends nobody's factor. */
const endSeal = (pepper: string, id: bigint, memberId: bigint): Buffer =>
  tokenSeal(pepper, 'factor end', id.toString(), memberId.toString());

/** The member's authenticator app; null when there is none, or the last one was ended by us. */
export const findSecondFactor = async (db: Db, pepper: string, memberId: bigint): Promise<SecondFactor | null> => {
  const { rows } = await db.query<SecondFactor & { endSeal: Buffer | null }>({
    name: 'second_factor',
    text: `SELECT id, secret, created_at AS "createdAt", end_seal AS "endSeal"
             FROM member_factor WHERE member_id = $1 ORDER BY id DESC LIMIT 1`,
    values: [memberId],
  });
  const newest = rows[0];
  return newest === undefined || isSealed(newest.endSeal, endSeal(pepper, newest.id, memberId)) ? null : newest;
};

/** False when there is one already. */
export const insertSecondFactor = async (
  tx: Tx,
  { memberId, secret, step, at }: { memberId: bigint; secret: Buffer; step: number; at: Date },
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    'INSERT INTO member_factor (member_id, secret, step, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [memberId, secret, step, at],
  );
  return rowCount === 1;
};

/** Of several at once, one gets true. */
export const endSecondFactor = async (
  tx: Tx,
  pepper: string,
  { id, memberId, at }: { id: bigint; memberId: bigint; at: Date },
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    'UPDATE member_factor SET ended_at = $2, end_seal = $3 WHERE id = $1 AND end_seal IS DISTINCT FROM $3',
    [id, at, endSeal(pepper, id, memberId)],
  );
  return rowCount === 1;
};

/**
 * Uses a code up: true for one of many at once, and never for a step that counted before, but for the very thing that it was shown
 * for, which may have to be asked for again.
 */
export const takeFactorStep = async (db: Db, id: bigint, step: number, shownFor: Buffer | null): Promise<boolean> => {
  const { rowCount } = await db.query(
    `UPDATE member_factor SET step = $2, step_for = $3
      WHERE id = $1 AND (step < $2 OR (step = $2 AND step_for = $3))`,
    [id, step, shownFor],
  );
  return rowCount === 1;
};

const recoveryHash = (pepper: string, memberId: bigint, code: string): Buffer =>
  keyedDigest(pepper, 'recovery', memberId.toString(), tidyRecoveryCode(code));

/** The older ones are worth nothing from here on. */
export const replaceRecoveryCodes = async (
  tx: Tx,
  pepper: string,
  { memberId, codes, at }: { memberId: bigint; codes: readonly string[]; at: Date },
): Promise<void> => {
  await retireRecoveryCodes(tx, memberId, at);
  await tx.query('INSERT INTO member_recovery_code (member_id, code_hash) SELECT $1, unnest($2::bytea[])', [
    memberId,
    codes.map((code) => recoveryHash(pepper, memberId, code)),
  ]);
};

export const retireRecoveryCodes = async (tx: Tx, memberId: bigint, at: Date): Promise<void> => {
  await tx.query('UPDATE member_recovery_code SET used_at = $2 WHERE member_id = $1 AND used_at IS NULL', [
    memberId,
    at,
  ]);
};

/** Uses a recovery code up. `again`: it was used before for this very thing. */
export const takeRecoveryCode = async (
  tx: Tx,
  pepper: string,
  { memberId, code, at, shownFor }: { memberId: bigint; code: string; at: Date; shownFor: Buffer | null },
): Promise<'taken' | 'again' | 'wrong'> => {
  const hash = recoveryHash(pepper, memberId, code);
  const taken = await tx.query(
    'UPDATE member_recovery_code SET used_at = $3, used_for = $4 WHERE member_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [memberId, hash, at, shownFor],
  );
  if (taken.rowCount === 1) return 'taken';
  const before = await tx.query(
    'SELECT FROM member_recovery_code WHERE member_id = $1 AND code_hash = $2 AND used_for = $3',
    [memberId, hash, shownFor],
  );
  return before.rowCount === 1 ? 'again' : 'wrong';
};

export const countRecoveryCodes = async (db: Db, memberId: bigint): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM member_recovery_code WHERE member_id = $1 AND used_at IS NULL',
    [memberId],
  );
  return rows[0]!.count;
};
