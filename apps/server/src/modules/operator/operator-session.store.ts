import type { Db, Tx } from '../../db/transaction.ts';
import type { SignedInOperator } from '../../ports.ts';

interface NewOperatorSession {
  tokenHash: Buffer;
  seal: Buffer;
  operatorId: string;
  device: string;
  address: string;
  at: Date;
}

export const insertOperatorSession = async (tx: Tx, session: NewOperatorSession): Promise<void> => {
  const { tokenHash, seal, operatorId, device, address, at } = session;
  await tx.query(
    `INSERT INTO operator_session (token_hash, operator_id, device, address, created_at, last_used_at, stepped_up_at, seal)
     VALUES ($1, $2, $3, $4, $5, $5, $5, $6)`,
    [tokenHash, operatorId, device, address, at, seal],
  );
};

/** Of an operator who is not disabled; a session that idles or is old is none. */
export const findOperatorSession = async (
  db: Db,
  tokenHash: Buffer,
  { usedAfter, begunAfter }: { usedAfter: Date; begunAfter: Date },
): Promise<(SignedInOperator & { seal: Buffer | null }) | null> => {
  const { rows } = await db.query<SignedInOperator & { seal: Buffer | null }>({
    name: 'operator_session',
    text: `SELECT o.id AS "operatorId", o.email, o.name, o.role, s.token_hash AS "tokenHash", s.last_used_at AS "lastUsedAt",
                  s.stepped_up_at AS "steppedUpAt", s.seal
             FROM operator_session s JOIN operator o ON o.id = s.operator_id
            WHERE s.token_hash = $1 AND s.ended_at IS NULL AND o.disabled_at IS NULL AND s.last_used_at > $2 AND s.created_at > $3`,
    values: [tokenHash, usedAfter, begunAfter],
  });
  return rows[0] ?? null;
};

export const touchOperatorSession = async (db: Db, tokenHash: Buffer, at: Date): Promise<void> => {
  await db.query('UPDATE operator_session SET last_used_at = $2 WHERE token_hash = $1', [tokenHash, at]);
};

export const stepUpOperatorSession = async (db: Db, tokenHash: Buffer, at: Date): Promise<void> => {
  await db.query('UPDATE operator_session SET stepped_up_at = $2 WHERE token_hash = $1', [tokenHash, at]);
};

export const endOperatorSession = async (db: Db, tokenHash: Buffer, at: Date): Promise<void> => {
  await db.query('UPDATE operator_session SET ended_at = $2 WHERE token_hash = $1 AND ended_at IS NULL', [
    tokenHash,
    at,
  ]);
};

/** All but the one in which something was changed. */
export const endOtherOperatorSessions = async (
  tx: Tx,
  { operatorId, tokenHash }: Pick<SignedInOperator, 'operatorId' | 'tokenHash'>,
  at: Date,
): Promise<void> => {
  await tx.query(
    'UPDATE operator_session SET ended_at = $3 WHERE operator_id = $1 AND token_hash <> $2 AND ended_at IS NULL',
    [operatorId, tokenHash, at],
  );
};
