import type { Pool } from 'pg';
import type { Tx } from '../../db/transaction.ts';

/** Nobody is signed in yet, so the address stands for the actor. */
export interface SignupKey {
  actor: string;
  key: string;
}

/** The fingerprint of the sign-up that this key has already done. */
export const findSignup = async (db: Pool | Tx, { actor, key }: SignupKey): Promise<Buffer | null> => {
  const { rows } = await db.query<{ fingerprint: Buffer }>(
    `SELECT fingerprint FROM command WHERE actor = $1 AND name = 'member/signup' AND key = $2`,
    [actor, key],
  );
  return rows[0]?.fingerprint ?? null;
};

export const insertSignup = async (tx: Tx, { actor, key }: SignupKey, fingerprint: Buffer, at: Date): Promise<void> => {
  await tx.query(
    `INSERT INTO command (actor, name, key, fingerprint, answer, at) VALUES ($1, 'member/signup', $2, $3, '{}', $4)`,
    [actor, key, fingerprint, at],
  );
};
