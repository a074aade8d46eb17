import { NOTICES_AN_HOUR, type NoticeKind } from '@minerx/rules/notice';
import type { WalletId } from '@minerx/rules/wallet';
import type { Db, Tx } from '../../db/transaction.ts';

/** What a member is to be told. */
export interface NewNotice {
  readonly memberId: bigint;
  readonly kind: NoticeKind;
  /** What happened: the same words each time its job runs, and no others'. */
  readonly event: string;
  /** Id of what it opens; null: a list. */
  readonly about: string | null;
  /** What it happened to, as the member knows it. */
  readonly label: string;
  /** Of how many it tells. */
  readonly count?: number;
  readonly money?: { readonly walletId: WalletId; readonly units: bigint };
  readonly at: Date;
}

/** Those of them that were not noted before; gives them, and whether they are new: what happened before `lateBefore` counts as read. */
export const insertNotices = async (
  tx: Tx,
  notices: readonly (NewNotice & { readonly id: string })[],
  lateBefore: Date,
): Promise<{ id: string; memberId: bigint; isNew: boolean }[]> => {
  const { rows } = await tx.query<{ id: string; memberId: bigint; isNew: boolean }>(
    `INSERT INTO notice (id, member_id, kind, event, about, label, count, wallet_id, units, at, read_at)
     SELECT n.id, n.member_id, n.kind, n.event, n.about, n.label, n.count, n.wallet_id, n.units, n.at, CASE WHEN n.at < $11 THEN n.at END
       FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::integer[], $8::smallint[], $9::bigint[], $10::timestamptz[])
         AS n(id, member_id, kind, event, about, label, count, wallet_id, units, at)
     ON CONFLICT (member_id, event) DO NOTHING RETURNING id, member_id AS "memberId", read_at IS NULL AS "isNew"`,
    [
      notices.map(({ id }) => id),
      notices.map(({ memberId }) => memberId),
      notices.map(({ kind }) => kind),
      notices.map(({ event }) => event),
      notices.map(({ about }) => about),
      notices.map(({ label }) => label),
      notices.map(({ count = 1 }) => count),
      notices.map(({ money }) => money?.walletId ?? null),
      notices.map(({ money }) => money?.units ?? null),
      notices.map(({ at }) => at.toISOString()),
      lateBefore,
    ],
  );
  return rows;
};

/** Those of some new notices that are not one too many of their kind in their hour: all stand in the list, these are also sent. */
export const listSent = async (tx: Tx, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT n.id FROM notice n
      WHERE n.id = ANY ($1::uuid[])
        AND (SELECT count(*) FROM notice o WHERE o.member_id = n.member_id AND o.kind = n.kind AND o.at > n.at - interval '1 hour' AND (o.at, o.id) < (n.at, n.id)) < ${NOTICES_AN_HOUR}`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
};

/** Of the member's own alone; again changes nothing. Whether one is read now that was not. */
export const markNoticeRead = async (db: Db, memberId: bigint, id: string, at: Date): Promise<boolean> => {
  const { rowCount } = await db.query(
    'UPDATE notice SET read_at = $3 WHERE id = $2 AND member_id = $1 AND read_at IS NULL',
    [memberId, id, at],
  );
  return rowCount !== 0;
};

/** All of the member's up to this one; whether any is read now that was not. */
export const markNoticesRead = async (db: Db, memberId: bigint, newest: string, at: Date): Promise<boolean> => {
  const { rowCount } = await db.query(
    'UPDATE notice SET read_at = $3 WHERE member_id = $1 AND id <= $2 AND read_at IS NULL',
    [memberId, newest, at],
  );
  return rowCount !== 0;
};

/** What the member has looked at where it happened; whether any is read now that was not. */
export const markNoticesAboutRead = async (db: Db, memberId: bigint, about: string, at: Date): Promise<boolean> => {
  const { rowCount } = await db.query(
    'UPDATE notice SET read_at = $3 WHERE member_id = $1 AND about = $2 AND read_at IS NULL',
    [memberId, about, at],
  );
  return rowCount !== 0;
};

export const forgetNotices = async (db: Db, before: Date): Promise<void> => {
  await db.query('DELETE FROM notice WHERE at < $1', [before]);
};
