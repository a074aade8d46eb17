import type { Db, Tx } from '../../db/transaction.ts';

export type Transport = 'cookie' | 'body';

interface NewSession {
  id: string;
  memberId: bigint;
  transport: Transport;
  device: string;
  address: string;
  at: Date;
  expiresAt: Date;
}

export const insertSession = async (tx: Tx, session: NewSession): Promise<void> => {
  await tx.query(
    `INSERT INTO session (id, member_id, transport, device, address, created_at, last_used_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6, $7)`,
    [session.id, session.memberId, session.transport, session.device, session.address, session.at, session.expiresAt],
  );
};

/** Whether the member was ever signed in. */
export const hadSession = async (tx: Tx, memberId: bigint): Promise<boolean> =>
  (await tx.query('SELECT FROM session WHERE member_id = $1 LIMIT 1', [memberId])).rowCount === 1;

/** A refresh token with its session. */
export interface HeldToken {
  sessionId: string;
  memberId: bigint;
  transport: Transport;
  frozen: boolean;
  rotatedAt: Date | null;
  lastUsedAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
  seal: Buffer | null;
}

/** Finds a refresh token and locks its session, so that two refreshes of one session go one after the other. */
export const findTokenForUpdate = async (tx: Tx, hash: Buffer): Promise<HeldToken | null> => {
  const { rows: sessions } = await tx.query<{ id: string }>(
    `SELECT s.id FROM session s WHERE s.id = (SELECT session_id FROM refresh_token WHERE token_hash = $1) FOR UPDATE`,
    [hash],
  );
  // A statement of its own: it must see what the holder of the lock has committed.
  return sessions.length === 0 ? null : findToken(tx, hash);
};

/** Finds a refresh token with its session. */
export const findToken = async (db: Db, hash: Buffer): Promise<HeldToken | null> => {
  const { rows } = await db.query<HeldToken>(
    `SELECT s.id AS "sessionId", s.member_id AS "memberId", s.transport, m.frozen_at IS NOT NULL AS frozen, r.rotated_at AS "rotatedAt",
            s.last_used_at AS "lastUsedAt", s.expires_at AS "expiresAt", s.ended_at AS "endedAt", r.seal
       FROM refresh_token r JOIN session s ON s.id = r.session_id JOIN member m ON m.id = s.member_id
      WHERE r.token_hash = $1`,
    [hash],
  );
  return rows[0] ?? null;
};

/** What the database keeps of a refresh token. */
export interface KeptToken {
  readonly hash: Buffer;
  readonly seal: Buffer;
}

export const insertToken = async (tx: Tx, { hash, seal }: KeptToken, sessionId: string, at: Date): Promise<void> => {
  await tx.query('INSERT INTO refresh_token (token_hash, session_id, issued_at, seal) VALUES ($1, $2, $3, $4)', [
    hash,
    sessionId,
    at,
    seal,
  ]);
};

/** Marks the token as used up and stores its successor. */
export const rotateToken = async (
  tx: Tx,
  sessionId: string,
  hash: Buffer,
  successor: KeptToken,
  at: Date,
): Promise<void> => {
  await tx.query('UPDATE refresh_token SET rotated_at = $2 WHERE token_hash = $1', [hash, at]);
  await insertToken(tx, successor, sessionId, at);
  await tx.query('UPDATE session SET last_used_at = $2 WHERE id = $1', [sessionId, at]);
};

export const isTokenRotated = async (tx: Tx, hash: Buffer): Promise<boolean> => {
  const { rows } = await tx.query<{ rotated: boolean }>(
    'SELECT rotated_at IS NOT NULL AS rotated FROM refresh_token WHERE token_hash = $1',
    [hash],
  );
  return rows[0]?.rotated ?? false;
};

/** Ends one session; true when this call ended it. */
export const endSession = async (tx: Tx, sessionId: string, reason: string, at: Date): Promise<boolean> => {
  const { rowCount } = await tx.query(
    'UPDATE session SET ended_at = $3, ended_reason = $2 WHERE id = $1 AND ended_at IS NULL',
    [sessionId, reason, at],
  );
  return rowCount === 1;
};

/**
 * Ends every session of a member, but one where given; the ids of those that ended. After the commit the caller
 * publishes `session_ended` for each, so that their access tokens and sockets die within a second.
 */
export const endSessionsOfMember = async (
  tx: Tx,
  memberId: bigint,
  reason: string,
  at: Date,
  exceptSessionId: string | null = null,
): Promise<string[]> => {
  const { rows } = await tx.query<{ id: string }>(
    `UPDATE session SET ended_at = $3, ended_reason = $2
      WHERE member_id = $1 AND ended_at IS NULL AND ($4::uuid IS NULL OR id <> $4) RETURNING id`,
    [memberId, reason, at, exceptSessionId],
  );
  return rows.map(({ id }) => id);
};

/** The session that a refresh token belongs to, if it is still open. */
export const findOpenSessionOfToken = async (tx: Tx, hash: Buffer): Promise<string | null> => {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT s.id FROM refresh_token r JOIN session s ON s.id = r.session_id WHERE r.token_hash = $1 AND s.ended_at IS NULL`,
    [hash],
  );
  return rows[0]?.id ?? null;
};

/** Ends one open session of a member; false when it is nobody's, another member's, or over. */
export const endSessionOfMember = async (
  tx: Tx,
  memberId: bigint,
  sessionId: string,
  reason: string,
  at: Date,
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    'UPDATE session SET ended_at = $4, ended_reason = $3 WHERE member_id = $1 AND id::text = $2 AND ended_at IS NULL',
    [memberId, sessionId, reason, at],
  );
  return rowCount === 1;
};
