import { MAILED_AT_FIRST, type NoticeKind } from '@minerx/rules/notice';
import type { WalletId } from '@minerx/rules/wallet';
import { HIGHEST_ID } from '../../base/ids.ts';
import type { Db } from '../../db/transaction.ts';
import { findNoticeChoice, type NoticeChoice } from './notice-choice.store.ts';

export interface NoticeRow {
  id: string;
  kind: NoticeKind;
  about: string | null;
  label: string;
  count: number;
  walletId: WalletId | null;
  units: bigint | null;
  at: Date;
  read: boolean;
}

const NOTICE = `SELECT id, kind, about, label, count, wallet_id AS "walletId", units, at, read_at IS NOT NULL AS read FROM notice`;

/** The member's, newest first, behind one that was seen. */
export const listNotices = async (
  db: Db,
  memberId: bigint,
  { before = HIGHEST_ID, limit }: { before?: string | undefined; limit: number },
): Promise<NoticeRow[]> => {
  const { rows } = await db.query<NoticeRow>({
    name: 'notices_of_member',
    text: `${NOTICE} WHERE member_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`,
    values: [memberId, before, limit],
  });
  return rows;
};

/** Only the member's own; someone else's is as missing as none. */
export const findNotice = async (db: Db, memberId: bigint, id: string): Promise<NoticeRow | null> => {
  const { rows } = await db.query<NoticeRow>({
    name: 'notice_of_member',
    text: `${NOTICE} WHERE id = $1 AND member_id = $2`,
    values: [id, memberId],
  });
  return rows[0] ?? null;
};

/** SQL: how many the member has not read, counted up to a hundred: a badge shows no more. */
export const unreadNoticesSql = (memberId: string): string =>
  `(SELECT count(*)::integer FROM (SELECT FROM notice u WHERE u.member_id = ${memberId} AND u.read_at IS NULL LIMIT 100) unread)`;

/** As the member chose, or as it is while nothing was chosen. */
export const getNoticeChoice = async (db: Db, memberId: bigint): Promise<NoticeChoice> =>
  (await findNoticeChoice(db, memberId)) ?? { mail: MAILED_AT_FIRST, push: null, quiet: null };
