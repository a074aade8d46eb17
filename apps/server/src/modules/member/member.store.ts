import type { WireLanguage } from '@minerx/rules/wire-language';
import type { Db, Tx } from '../../db/transaction.ts';
import { resetAtSql } from './outgoing.ledger.ts';

export interface MemberToMail {
  id: bigint;
  fullName: string;
  email: string;
  /** Chosen, or heard at the last sign-in. */
  language: string;
}

/** By the normalised address; mail goes to the stored one. */
export const findMemberToMail = async (
  tx: Tx,
  emailKey: string,
): Promise<(MemberToMail & { languageChosen: boolean }) | null> => {
  const { rows } = await tx.query<MemberToMail & { languageChosen: boolean }>(
    'SELECT id, full_name AS "fullName", email, language, language_chosen AS "languageChosen" FROM member WHERE email_key = $1',
    [emailKey],
  );
  return rows[0] ?? null;
};

export const hasAccount = async (tx: Tx, emailKey: string): Promise<boolean> => {
  const { rows } = await tx.query('SELECT FROM member WHERE email_key = $1', [emailKey]);
  return rows.length > 0;
};

export const findSponsorId = async (db: Db, referralCode: string): Promise<bigint | null> => {
  const { rows } = await db.query<{ id: bigint }>('SELECT id FROM member WHERE referral_code = $1', [referralCode]);
  return rows[0]?.id ?? null;
};

export const findCountryIso = async (db: Db, countryId: number): Promise<string | null> => {
  const { rows } = await db.query<{ iso2: string }>('SELECT iso2 FROM country WHERE id = $1', [countryId]);
  return rows[0]?.iso2 ?? null;
};

/** Taken before the member is written, because the PIN's hash is bound to it. Unused ones are never given again. */
export const nextMemberId = async (db: Db): Promise<bigint> => {
  const { rows } = await db.query<{ id: bigint }>(`SELECT nextval('owner_id') AS id`);
  const first = rows[0];
  if (first === undefined) throw new Error('The sequence gave no number.');
  return first.id;
};

export interface NewMember {
  id: bigint;
  username: string;
  fullName: string;
  email: string;
  emailKey: string;
  mobile: string;
  countryId: number;
  referralCode: string;
  sponsorId: bigint | null;
  language: string;
  passwordHash: string;
  pinHash: string;
  at: Date;
}

/** False when the username, the referral code or the email is taken; nothing was written then. */
export const insertMember = async (tx: Tx, member: NewMember): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `INSERT INTO member (id, username, full_name, email, email_key, mobile, country_id, referral_code, sponsor_id, language, password_hash, pin_hash, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING`,
    [
      member.id,
      member.username,
      member.fullName,
      member.email,
      member.emailKey,
      member.mobile,
      member.countryId,
      member.referralCode,
      member.sponsorId,
      member.language,
      member.passwordHash,
      member.pinHash,
      member.at,
    ],
  );
  return rowCount === 1;
};

export const setPasswordAndPin = async (
  tx: Tx,
  memberId: bigint,
  passwordHash: string,
  pinHash: string,
): Promise<void> => {
  await tx.query('UPDATE member SET password_hash = $2, pin_hash = $3 WHERE id = $1', [
    memberId,
    passwordHash,
    pinHash,
  ]);
};

interface Secrets {
  emailKey: string;
  passwordHash: string;
  pinHash: string;
}

export const findSecrets = async (db: Db, memberId: bigint): Promise<Secrets | null> => {
  const { rows } = await db.query<Secrets>(
    'SELECT email_key AS "emailKey", password_hash AS "passwordHash", pin_hash AS "pinHash" FROM member WHERE id = $1',
    [memberId],
  );
  return rows[0] ?? null;
};

/** False when the password is not the one that was checked any more: somebody changed it in the meantime. */
export const replacePassword = async (tx: Tx, memberId: bigint, before: string, after: string): Promise<boolean> => {
  const { rowCount } = await tx.query('UPDATE member SET password_hash = $3 WHERE id = $1 AND password_hash = $2', [
    memberId,
    before,
    after,
  ]);
  return rowCount === 1;
};

/** False when the PIN is not the one that was checked any more. */
export const replacePin = async (tx: Tx, memberId: bigint, before: string, after: string): Promise<boolean> => {
  const { rowCount } = await tx.query('UPDATE member SET pin_hash = $3 WHERE id = $1 AND pin_hash = $2', [
    memberId,
    before,
    after,
  ]);
  return rowCount === 1;
};

export const getMemberToMail = async (tx: Tx, memberId: bigint): Promise<MemberToMail & { emailKey: string }> => {
  const { rows } = await tx.query<MemberToMail & { emailKey: string }>(
    'SELECT id, full_name AS "fullName", email, email_key AS "emailKey", language FROM member WHERE id = $1',
    [memberId],
  );
  const found = rows[0];
  if (found === undefined) throw new Error('A member who is written to does not exist.');
  return found;
};

export interface ActingMember extends MemberToMail {
  emailKey: string;
  frozen: boolean;
  /** When password and PIN were last set by a mailed link; null when never. */
  resetAt: Date | null;
}

/** Locked until the transaction ends, so that a freezing waits for what is being done, or the other way round. */
export const lockMemberToMail = async (tx: Tx, memberId: bigint): Promise<ActingMember> => {
  await tx.query('SELECT FROM member WHERE id = $1 FOR NO KEY UPDATE', [memberId]);
  // A statement of its own: it must see what the holder of the lock has committed, a reset among it.
  const { rows } = await tx.query<ActingMember>(
    `SELECT id, full_name AS "fullName", email, email_key AS "emailKey", language, frozen_at IS NOT NULL AS frozen,
            ${resetAtSql('m.id')} AS "resetAt"
       FROM member m WHERE id = $1`,
    [memberId],
  );
  const found = rows[0];
  if (found === undefined) throw new Error('A member who acts does not exist.');
  return found;
};

/** False when the address is another member's. */
export const replaceEmail = async (tx: Tx, memberId: bigint, email: string, emailKey: string): Promise<boolean> => {
  const { rowCount } = await tx.query(
    'UPDATE member SET email = $2, email_key = $3 WHERE id = $1 AND NOT EXISTS (SELECT FROM member WHERE email_key = $3)',
    [memberId, email, emailKey],
  );
  return rowCount === 1;
};

/** Takes out of every table what no law asks for; the hashes of pictures that nobody refers to any more. */
export const eraseMember = async (
  tx: Tx,
  memberId: bigint,
  { passwordHash, pinHash }: { passwordHash: string; pinHash: string },
): Promise<string[]> => {
  const { rows } = await tx.query<{ hash: string | null }>('SELECT erase_member($1, $2, $3) AS hash', [
    memberId,
    passwordHash,
    pinHash,
  ]);
  return rows.flatMap(({ hash }) => hash ?? []);
};

/** Gives the id that was there before. */
export const setBtapayId = async (tx: Tx, memberId: bigint, btapayId: string): Promise<string | null> => {
  const { rows } = await tx.query<{ before: string | null }>(
    `UPDATE member m SET btapay_id = $2 FROM (SELECT id, btapay_id AS before FROM member WHERE id = $1) o
      WHERE m.id = o.id RETURNING o.before`,
    [memberId, btapayId],
  );
  return rows[0]?.before ?? null;
};

/** The member's choice; `hearLanguage` does not change it any more. */
export const keepLanguage = async (db: Db, memberId: bigint, language: WireLanguage): Promise<void> => {
  await db.query('UPDATE member SET language = $2, language_chosen = true WHERE id = $1', [memberId, language]);
};

/** Mails follow what a sign-in asked for, while the member has chosen none. */
export const hearLanguage = async (db: Db, memberId: bigint, language: WireLanguage): Promise<void> => {
  await db.query('UPDATE member SET language = $2 WHERE id = $1 AND NOT language_chosen AND language <> $2', [
    memberId,
    language,
  ]);
};

/** Null while the member has chosen none. */
export const findChosenLanguage = async (db: Db, memberId: bigint): Promise<string | null> => {
  const { rows } = await db.query<{ language: string }>({
    name: 'chosen_language',
    text: 'SELECT language FROM member WHERE id = $1 AND language_chosen',
    values: [memberId],
  });
  return rows[0]?.language ?? null;
};

/** Puts the member with this email into a community. False: there is none. */
export const moveToCommunity = async (tx: Tx, emailKey: string, communityId: number): Promise<boolean> => {
  const { rowCount } = await tx.query('UPDATE member SET community_id = $1 WHERE email_key = $2', [
    communityId,
    emailKey,
  ]);
  return rowCount === 1;
};

/** Gives the member with this email a rank. False: there is none. */
export const giveRank = async (tx: Tx, emailKey: string, rankId: number): Promise<boolean> => {
  const { rowCount } = await tx.query('UPDATE member SET rank_id = $1 WHERE email_key = $2', [rankId, emailKey]);
  return rowCount === 1;
};

export const findPinHash = async (db: Db, memberId: bigint): Promise<string | null> => {
  const { rows } = await db.query<{ hash: string }>({
    name: 'pin_hash',
    text: 'SELECT pin_hash AS hash FROM member WHERE id = $1',
    values: [memberId],
  });
  return rows[0]?.hash ?? null;
};
