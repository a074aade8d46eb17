import type { OperatorRole } from '@minerx/contract/operator/role';
import type { Db, Tx } from '../../db/transaction.ts';

export interface OperatorRow {
  id: string;
  email: string;
  name: string;
  role: OperatorRole;
  passwordHash: string;
  /** Sealed. */
  totpSecret: Buffer;
  disabledAt: Date | null;
}

const COLUMNS = `o.id, o.email, o.name, o.role, o.password_hash AS "passwordHash", o.totp_secret AS "totpSecret", o.disabled_at AS "disabledAt"`;

export const findOperatorByEmail = async (db: Db, email: string): Promise<OperatorRow | null> => {
  const { rows } = await db.query<OperatorRow>(`SELECT ${COLUMNS} FROM operator o WHERE o.email = $1`, [
    email.trim().toLowerCase(),
  ]);
  return rows[0] ?? null;
};

/** For whoever opens a session or changes what opens one: neither misses the other, nor an end. */
export const lockOperator = async (tx: Tx, id: string): Promise<OperatorRow | null> => {
  const { rows } = await tx.query<OperatorRow>(`SELECT ${COLUMNS} FROM operator o WHERE o.id = $1 FOR NO KEY UPDATE`, [
    id,
  ]);
  return rows[0] ?? null;
};

type ListedOperator = Pick<OperatorRow, 'email' | 'name' | 'role' | 'disabledAt'> & { lastUsedAt: Date | null };

export const listOperators = async (db: Db): Promise<ListedOperator[]> => {
  const { rows } = await db.query<ListedOperator>(
    `SELECT o.email, o.name, o.role, o.disabled_at AS "disabledAt",
            (SELECT max(s.last_used_at) FROM operator_session s WHERE s.operator_id = o.id) AS "lastUsedAt"
       FROM operator o ORDER BY o.email`,
  );
  return rows;
};

export const insertOperator = async (
  tx: Tx,
  operator: Omit<OperatorRow, 'disabledAt'> & { at: Date; totpStep: number },
): Promise<void> => {
  const { id, email, name, role, passwordHash, totpSecret, totpStep, at } = operator;
  await tx.query(
    `INSERT INTO operator (id, email, name, role, password_hash, totp_secret, totp_step, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, email, name, role, passwordHash, totpSecret, totpStep, at],
  );
};

export const setOperatorRole = async (tx: Tx, id: string, role: OperatorRole): Promise<void> => {
  await tx.query('UPDATE operator SET role = $2 WHERE id = $1', [id, role]);
};

export const setOperatorPassword = async (tx: Tx, id: string, passwordHash: string): Promise<void> => {
  await tx.query('UPDATE operator SET password_hash = $2 WHERE id = $1', [id, passwordHash]);
};

/** With the step of the code that proved it; what an older secret showed meanwhile stays used. */
export const setOperatorTotpSecret = async (
  tx: Tx,
  id: string,
  { totpSecret, step }: { totpSecret: Buffer; step: number },
): Promise<void> => {
  await tx.query('UPDATE operator SET totp_secret = $2, totp_step = greatest(totp_step, $3) WHERE id = $1', [
    id,
    totpSecret,
    step,
  ]);
};

/** Ends the sessions as well. */
export const setOperatorDisabled = async (tx: Tx, id: string, disabledAt: Date | null, at: Date): Promise<void> => {
  await tx.query('UPDATE operator SET disabled_at = $2 WHERE id = $1', [id, disabledAt]);
  await tx.query('UPDATE operator_session SET ended_at = $2 WHERE operator_id = $1 AND ended_at IS NULL', [id, at]);
};

/** Uses a code up: true for one of many at once, and never for a step that counted before. */
export const takeTotpStep = async (db: Db, id: string, step: number): Promise<boolean> => {
  const { rowCount } = await db.query('UPDATE operator SET totp_step = $2 WHERE id = $1 AND totp_step < $2', [
    id,
    step,
  ]);
  return rowCount === 1;
};

export const insertRecoveryCodes = async (tx: Tx, operatorId: string, hashes: readonly Buffer[]): Promise<void> => {
  await tx.query('INSERT INTO operator_recovery_code (operator_id, code_hash) SELECT $1, unnest($2::bytea[])', [
    operatorId,
    hashes,
  ]);
};

/** Those that are left are worth nothing any more. */
export const retireRecoveryCodes = async (tx: Tx, operatorId: string, at: Date): Promise<void> => {
  await tx.query('UPDATE operator_recovery_code SET used_at = $2 WHERE operator_id = $1 AND used_at IS NULL', [
    operatorId,
    at,
  ]);
};

export const takeRecoveryCode = async (db: Db, operatorId: string, hash: Buffer, at: Date): Promise<boolean> => {
  const { rowCount } = await db.query(
    'UPDATE operator_recovery_code SET used_at = $3 WHERE operator_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [operatorId, hash, at],
  );
  return rowCount === 1;
};

export interface Invitation {
  email: string;
  name: string;
  role: OperatorRole;
  /** Sealed. */
  totpSecret: Buffer;
}

export const insertInvitation = async (
  tx: Tx,
  invitation: Invitation & { hash: Buffer; invitedBy: string; at: Date; expiresAt: Date },
): Promise<void> => {
  const { hash, email, name, role, totpSecret, invitedBy, at, expiresAt } = invitation;
  await tx.query(
    `INSERT INTO operator_invitation (token_hash, email, name, role, totp_secret, invited_by, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [hash, email, name, role, totpSecret, invitedBy, at, expiresAt],
  );
};

export const findInvitation = async (db: Db, hash: Buffer, at: Date): Promise<Invitation | null> => {
  const { rows } = await db.query<Invitation>(
    `SELECT email, name, role, totp_secret AS "totpSecret" FROM operator_invitation
      WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2`,
    [hash, at],
  );
  return rows[0] ?? null;
};

/** Of many at once, one gets it. */
export const takeInvitation = async (tx: Tx, hash: Buffer, at: Date): Promise<boolean> => {
  const { rowCount } = await tx.query(
    'UPDATE operator_invitation SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2',
    [hash, at],
  );
  return rowCount === 1;
};

/** Nobody else can use them then. @returns whether there were any */
export const takeInvitationsOf = async (tx: Tx, email: string, at: Date): Promise<boolean> => {
  const { rowCount } = await tx.query(
    'UPDATE operator_invitation SET used_at = $2 WHERE email = $1 AND used_at IS NULL AND expires_at > $2',
    [email, at],
  );
  return (rowCount ?? 0) > 0;
};

/** Those who may come, with the role they are invited for. */
export const listInvited = async (
  db: Db,
  now: Date,
): Promise<{ email: string; role: OperatorRole; expiresAt: Date }[]> => {
  const { rows } = await db.query<{ email: string; role: OperatorRole; expiresAt: Date }>(
    `SELECT email, role, expires_at AS "expiresAt" FROM operator_invitation
      WHERE used_at IS NULL AND expires_at > $1 ORDER BY email, expires_at`,
    [now],
  );
  return rows;
};

/** Those who ever were, the admins who can sign in, and (`agreeing`) those who may agree to what another wants done. */
export const countOperators = async (db: Db): Promise<{ ever: number; admins: number; agreeing: number }> => {
  const { rows } = await db.query<{ ever: number; admins: number; agreeing: number }>(
    `SELECT count(*)::int AS ever, count(*) FILTER (WHERE disabled_at IS NULL AND role = 'admin')::int AS admins,
            count(*) FILTER (WHERE disabled_at IS NULL AND role IN ('admin', 'finance'))::int AS agreeing FROM operator`,
  );
  return rows[0]!;
};

export const isAnyOperator = async (db: Db): Promise<boolean> =>
  ((await db.query('SELECT FROM operator LIMIT 1')).rowCount ?? 0) > 0;
