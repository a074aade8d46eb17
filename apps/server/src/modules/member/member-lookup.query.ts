import { LIST_ROWS, type FactorChangeKind } from '@minerx/contract/operator/list';
import { normaliseEmail } from '@minerx/rules/member';
import { HIGHEST_NUMBER } from '../../base/ids.ts';
import type { Db } from '../../db/transaction.ts';
import { resetAtSql } from './outgoing.ledger.ts';

/** A member as operators see it. */
export interface FoundMember {
  id: bigint;
  username: string;
  fullName: string;
  email: string;
  mobile: string;
  country: string;
  community: string;
  referralCode: string;
  sponsor: string | null;
  sponsorId: bigint | null;
  language: string;
  createdAt: Date;
  frozenAt: Date | null;
  /** The last change of password or PIN, and the last reset of both; null when there was none. */
  factorKind: FactorChangeKind | null;
  factorAt: Date | null;
  resetAt: Date | null;
}

const MEMBER = `
  SELECT m.id, m.username, m.full_name AS "fullName", m.email, m.mobile, c.name AS country, g.name AS community,
         m.referral_code AS "referralCode", s.username AS sponsor, m.sponsor_id AS "sponsorId", m.language, m.created_at AS "createdAt",
         m.frozen_at AS "frozenAt", f.kind AS "factorKind", f.at AS "factorAt",
         ${resetAtSql('m.id')} AS "resetAt"
    FROM member m JOIN country c ON c.id = m.country_id JOIN community g ON g.id = m.community_id
    LEFT JOIN member s ON s.id = m.sponsor_id
    LEFT JOIN LATERAL (SELECT kind, at FROM factor_change c WHERE c.member_id = m.id ORDER BY c.at DESC, c.id DESC LIMIT 1) f ON true`;

export const findMemberByEmail = async (db: Db, email: string): Promise<FoundMember | null> => {
  const { rows } = await db.query<FoundMember>(`${MEMBER} WHERE m.email_key = $1`, [normaliseEmail(email)]);
  return rows[0] ?? null;
};

export const findMemberById = async (db: Db, id: bigint): Promise<FoundMember | null> => {
  const { rows } = await db.query<FoundMember>(`${MEMBER} WHERE m.id = $1`, [id]);
  return rows[0] ?? null;
};

export interface ListedMember {
  id: bigint;
  username: string;
  email: string;
  fullName: string;
  country: string;
  createdAt: Date;
  frozen: boolean;
}

const LISTED = `
  SELECT m.id, m.username, m.email, m.full_name AS "fullName", c.name AS country, m.created_at AS "createdAt", m.frozen_at IS NOT NULL AS frozen
    FROM member m JOIN country c ON c.id = m.country_id`;

/** All members, newest first: a page, and one row more where another follows. */
export const listMembers = async (db: Db, after = HIGHEST_NUMBER): Promise<ListedMember[]> => {
  const { rows } = await db.query<ListedMember>(`${LISTED} WHERE m.id < $1 ORDER BY m.id DESC LIMIT ${LIST_ROWS + 1}`, [
    after,
  ]);
  return rows;
};

const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A mobile number as somebody types it: with or without its plus, in groups. Null: it is none. */
const mobileOf = (text: string): string | null => {
  const digits = text.replace(/[\s().-]/g, '').replace(/^\+/, '');
  return /^\d{6,15}$/.test(digits) ? `+${digits}` : null;
};

/**
 * Members whose email, username, name or mobile number begins so, or whose number or referral code it is: what is meant exactly first, then
 * the newest. A page and one row more where more are found, of which these are the first by the alphabet.
 */
export const searchMembers = async (db: Db, text: string): Promise<ListedMember[]> => {
  const most = LIST_ROWS + 1;
  const mobile = mobileOf(text);
  // Each way of finding has an index of its own, read in its order: the newest of many would be looked for among all of them.
  const { rows } = await db.query<ListedMember>(
    `WITH exact AS (
       SELECT id FROM member WHERE email_key = $2 OR username = $2 OR referral_code = $3 OR id = $4),
     begins AS (
       (SELECT id FROM member WHERE email_key LIKE $1 ORDER BY email_key USING ~<~ LIMIT ${most})
       UNION (SELECT id FROM member WHERE username LIKE $1 ORDER BY username USING ~<~ LIMIT ${most})
       UNION (SELECT id FROM member WHERE lower(full_name) LIKE $1 ORDER BY lower(full_name) USING ~<~ LIMIT ${most})
       UNION (SELECT id FROM member WHERE mobile LIKE $5 ORDER BY mobile USING ~<~ LIMIT ${most}))
     ${LISTED} WHERE m.id IN (SELECT id FROM exact UNION SELECT id FROM begins)
      ORDER BY m.id IN (SELECT id FROM exact) DESC, m.id DESC LIMIT ${most}`,
    [
      `${literally(text.toLowerCase())}%`,
      normaliseEmail(text),
      text.toUpperCase(),
      /^\d{1,15}$/.test(text) ? BigInt(text) : null,
      mobile === null ? null : `${mobile}%`,
    ],
  );
  return rows;
};

export interface Holdings {
  balances: { walletId: number; balance: bigint }[];
  orders: { status: number; count: number }[];
  openSessions: number;
}

export const findHoldings = async (db: Db, memberId: bigint): Promise<Holdings> => {
  const [balances, orders, sessions] = await Promise.all([
    db.query<Holdings['balances'][number]>(
      `SELECT w.id::integer AS "walletId", a.balance FROM wallet_type w JOIN account a ON a.id = account_of($1::bigint, w.id) ORDER BY w.id`,
      [memberId],
    ),
    db.query<Holdings['orders'][number]>(
      'SELECT status, count(*)::integer AS count FROM miner_order WHERE member_id = $1 GROUP BY status ORDER BY status',
      [memberId],
    ),
    db.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM session WHERE member_id = $1 AND ended_at IS NULL',
      [memberId],
    ),
  ]);
  return { balances: balances.rows, orders: orders.rows, openSessions: sessions.rows[0]?.count ?? 0 };
};

interface FoundAccount {
  email: string;
  username: string;
  fullName: string;
  createdAt: Date;
  frozen: boolean;
  resetAt: Date | null;
  /** Of password and PIN, newest first; in JSON. */
  changes: { kind: FactorChangeKind; at: string }[];
}

/** An account that something is to leave, with what its owner changed since then. */
export const findAccount = async (db: Db, memberId: bigint, since: Date): Promise<FoundAccount | null> => {
  const { rows } = await db.query<FoundAccount>(
    `SELECT m.email, m.username, m.full_name AS "fullName", m.created_at AS "createdAt", m.frozen_at IS NOT NULL AS frozen,
            ${resetAtSql('m.id')} AS "resetAt",
            (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', c.kind, 'at', c.at) ORDER BY c.at DESC), '[]') FROM factor_change c
              WHERE c.member_id = m.id AND c.at >= $2) AS changes
       FROM member m WHERE m.id = $1`,
    [memberId, since],
  );
  return rows[0] ?? null;
};
