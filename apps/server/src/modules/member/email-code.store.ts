import { CODE_TRIES, mailboxOf } from '@minerx/rules/member';
import { lockName } from '../../db/advisory-locks.ts';
import type { Db, Tx } from '../../db/transaction.ts';

/** What a code is good for; a code for one purpose is worth nothing for another. */
type CodePurpose =
  | 'signup'
  | 'withdrawal_address'
  | 'withdrawal'
  | 'lost_factor'
  | 'present_email'
  | 'new_email'
  | 'deletion';

export interface CodeOwner {
  emailKey: string;
  purpose: CodePurpose;
  /** What the code confirms, in its one spelling; a code for something else is a wrong one. Empty where the purpose says all. */
  confirms: string;
}

/** Requests for one address and purpose go one after the other until the transaction ends. */
export const lockCodes = async (tx: Tx, { emailKey, purpose }: CodeOwner): Promise<void> => {
  await lockName(tx, `code:${purpose}:${mailboxOf(emailKey)}`);
};

/** What `mailboxOf` gives, as the index has it. */
const MAILBOX = `(split_part(split_part(email_key, '@', 1), '+', 1) || '@' || split_part(email_key, '@', 2))`;

/** How many codes were made for a domain, and for all. Counted to the limit and no further. */
export const countCodes = async (
  tx: Tx,
  { emailKey, purpose }: CodeOwner,
  since: Date,
  limit: number,
): Promise<{ ofDomain: number; ofAll: number }> => {
  const { rows } = await tx.query<{ ofDomain: number; ofAll: number }>(
    `SELECT (SELECT count(*)::integer FROM (SELECT FROM email_code WHERE purpose = $1 AND split_part(email_key, '@', 2) = split_part($2, '@', 2) AND created_at > $3 LIMIT $4) d) AS "ofDomain",
            (SELECT count(*)::integer FROM (SELECT FROM email_code WHERE purpose = $1 AND created_at > $3 LIMIT $4) a) AS "ofAll"`,
    [purpose, emailKey, since, limit],
  );
  return rows[0] ?? { ofDomain: 0, ofAll: 0 };
};

/** When the last codes of a mailbox were made, newest first. */
export const listCodeMoments = async (tx: Tx, owner: CodeOwner, since: Date, limit: number): Promise<Date[]> => {
  const { rows } = await tx.query<{ at: Date }>(
    `SELECT created_at AS at FROM email_code WHERE ${MAILBOX} = $1 AND purpose = $2 AND created_at > $3 ORDER BY id DESC LIMIT $4`,
    [mailboxOf(owner.emailKey), owner.purpose, since, limit],
  );
  return rows.map(({ at }) => at);
};

export const insertCode = async (tx: Tx, owner: CodeOwner, hash: Buffer, at: Date, expiresAt: Date): Promise<void> => {
  await tx.query(
    'INSERT INTO email_code (email_key, purpose, code_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)',
    [owner.emailKey, owner.purpose, hash, at, expiresAt],
  );
};

/**
 * Takes one try at the newest code before it is compared; older codes are dead. Null when there is none, or it is over,
 * used, or tried too often. Runs outside of any transaction, so that no rollback gives a try back.
 */
export const takeCodeTry = async (db: Db, owner: CodeOwner, at: Date): Promise<{ id: bigint; hash: Buffer } | null> => {
  const { rows } = await db.query<{ id: bigint; hash: Buffer }>(
    `UPDATE email_code SET tries = tries + 1
      WHERE id = (SELECT max(id) FROM email_code WHERE email_key = $1 AND purpose = $2)
        AND used_at IS NULL AND expires_at > $3 AND tries < $4
     RETURNING id, code_hash AS hash`,
    [owner.emailKey, owner.purpose, at, CODE_TRIES],
  );
  return rows[0] ?? null;
};

/** Uses the code up; of several at once, one gets true. */
export const useCode = async (tx: Tx, id: bigint, at: Date): Promise<boolean> => {
  const { rowCount } = await tx.query('UPDATE email_code SET used_at = $2 WHERE id = $1 AND used_at IS NULL', [id, at]);
  return rowCount === 1;
};

export const forgetCodes = async (db: Db, before: Date): Promise<void> => {
  await db.query('DELETE FROM email_code WHERE created_at < $1', [before]);
};
