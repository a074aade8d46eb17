import type { Db, Tx } from '../../db/transaction.ts';
import { hashOf } from '../../security/opaque-token.ts';
import { isSealed, tokenSeal } from '../../security/secret-hash.ts';

export interface MemberToSignIn {
  id: bigint;
  passwordHash: string;
  frozen: boolean;
}

/** By the normalised address. */
export const findMemberToSignIn = async (db: Db, emailKey: string): Promise<MemberToSignIn | null> => {
  const { rows } = await db.query<MemberToSignIn>({
    name: 'member_to_sign_in',
    text: 'SELECT id, password_hash AS "passwordHash", frozen_at IS NOT NULL AS frozen FROM member WHERE email_key = $1',
    values: [emailKey],
  });
  return rows[0] ?? null;
};

interface MemberToTell {
  fullName: string;
  email: string;
  language: string;
  createdAt: Date;
  frozen: boolean;
  /** Changes with every reset, so a password checked before one is not good after it. */
  passwordHash: string;
}

export const getMemberToTell = async (tx: Tx, memberId: bigint): Promise<MemberToTell> => {
  const { rows } = await tx.query<MemberToTell>(
    `SELECT full_name AS "fullName", email, language, created_at AS "createdAt", frozen_at IS NOT NULL AS frozen, password_hash AS "passwordHash"
       FROM member WHERE id = $1 FOR SHARE`,
    [memberId],
  );
  const found = rows[0];
  if (found === undefined) throw new Error('A member who signs in does not exist.');
  return found;
};

/** `freeze`: of a mail about a change, by which its receiver freezes the account. */
type LinkPurpose = 'reset' | 'redirect' | 'freeze';

interface NewLink {
  token: string;
  purpose: LinkPurpose;
  memberId: bigint;
  at: Date;
  expiresAt: Date;
}

/** What an SQL statement finds of a link. */
interface FoundLink {
  memberId: bigint;
  seal: Buffer | null;
}

const sealOf = (pepper: string, token: string, purpose: LinkPurpose, memberId: bigint): Buffer =>
  tokenSeal(pepper, 'link', token, purpose, memberId.toString());

/** Of mails from before there were seals some that freeze are still about, and who freezes takes nothing. */
const isOurs = (pepper: string, token: string, purpose: LinkPurpose, { memberId, seal }: FoundLink): boolean =>
  seal === null ? purpose === 'freeze' : isSealed(seal, sealOf(pepper, token, purpose, memberId));

export const insertLink = async (tx: Tx, pepper: string, link: NewLink): Promise<void> => {
  const { token, purpose, memberId, at, expiresAt } = link;
  await tx.query(
    'INSERT INTO one_use_link (token_hash, purpose, member_id, created_at, expires_at, seal) VALUES ($1, $2, $3, $4, $5, $6)',
    [hashOf(token), purpose, memberId, at, expiresAt, sealOf(pepper, token, purpose, memberId)],
  );
};

/** Uses a link up; null when it is unknown, used, over, for something else or not made by us. Of many at once, one gets it. */
export const takeLink = async (
  tx: Tx,
  pepper: string,
  token: string,
  purpose: LinkPurpose,
  at: Date,
): Promise<bigint | null> => {
  const { rows } = await tx.query<FoundLink>(
    `UPDATE one_use_link SET used_at = $3 WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3
     RETURNING member_id AS "memberId", seal`,
    [hashOf(token), purpose, at],
  );
  const found = rows[0];
  return found !== undefined && isOurs(pepper, token, purpose, found) ? found.memberId : null;
};

/** Whether a link that freezes has been used, and its account is frozen. */
export const findFrozenByLink = async (tx: Tx, token: string): Promise<boolean> => {
  const { rows } = await tx.query(
    `SELECT FROM one_use_link l JOIN member m ON m.id = l.member_id
      WHERE l.token_hash = $1 AND l.purpose = 'freeze' AND l.used_at IS NOT NULL AND m.frozen_at IS NOT NULL`,
    [hashOf(token)],
  );
  return rows.length > 0;
};

/** The member of a link that could be taken now. */
export const findLink = async (
  db: Db,
  pepper: string,
  token: string,
  purpose: LinkPurpose,
  at: Date,
): Promise<bigint | null> => {
  const { rows } = await db.query<FoundLink>(
    'SELECT member_id AS "memberId", seal FROM one_use_link WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3',
    [hashOf(token), purpose, at],
  );
  const found = rows[0];
  return found !== undefined && isOurs(pepper, token, purpose, found) ? found.memberId : null;
};

/**
 * Once a member has another password, older links in the mailbox and sign-in links are worth nothing. Those that freeze
 * stay good: whoever took the account over must not take them from its owner.
 */
export const takeOtherLinks = async (tx: Tx, memberId: bigint, at: Date): Promise<void> => {
  await tx.query(
    `UPDATE one_use_link SET used_at = $2 WHERE member_id = $1 AND used_at IS NULL AND purpose <> 'freeze'`,
    [memberId, at],
  );
};

/** When the member's last links were made, newest first. Locks the member, so that requests go one after the other. */
export const listLinkMoments = async (tx: Tx, memberId: bigint, purpose: LinkPurpose, since: Date): Promise<Date[]> => {
  await tx.query('SELECT FROM member WHERE id = $1 FOR NO KEY UPDATE', [memberId]);
  const { rows } = await tx.query<{ at: Date }>(
    'SELECT created_at AS at FROM one_use_link WHERE member_id = $1 AND purpose = $2 AND created_at > $3 ORDER BY created_at DESC',
    [memberId, purpose, since],
  );
  return rows.map(({ at }) => at);
};
