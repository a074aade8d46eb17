import type { NoticeGroup } from '@minerx/rules/notice';
import type { QuietHours } from '@minerx/rules/quiet-hours';
import type { Db } from '../../db/transaction.ts';

/** How a member wants to be told beside the app. */
export interface NoticeChoice {
  readonly mail: readonly NoticeGroup[];
  /** What comes to the devices; null: all of it. */
  readonly push: readonly NoticeGroup[] | null;
  readonly quiet: QuietHours | null;
}

export interface QuietColumns {
  from: number | null;
  until: number | null;
  timeZone: string | null;
}

/** The quiet hours of `notice_choice c`. */
export const QUIET = 'c.quiet_from AS "from", c.quiet_until AS until, c.time_zone AS "timeZone"';

export const quietOf = ({ from, until, timeZone }: QuietColumns): QuietHours | null =>
  from === null || until === null || timeZone === null ? null : { from, until, timeZone };

/** Null while the member has chosen nothing. */
export const findNoticeChoice = async (db: Db, memberId: bigint): Promise<NoticeChoice | null> => {
  const { rows } = await db.query<QuietColumns & Pick<NoticeChoice, 'mail' | 'push'>>(
    `SELECT c.mail, c.push, ${QUIET} FROM notice_choice c WHERE c.member_id = $1`,
    [memberId],
  );
  if (rows[0] === undefined) return null;
  const { mail, push, ...quiet } = rows[0];
  return { mail, push, quiet: quietOf(quiet) };
};

export const writeNoticeChoice = async (
  db: Db,
  memberId: bigint,
  { mail, push, quiet }: NoticeChoice,
): Promise<void> => {
  await db.query(
    `INSERT INTO notice_choice (member_id, mail, push, quiet_from, quiet_until, time_zone) VALUES ($1, $2, $6, $3, $4, $5)
     ON CONFLICT (member_id) DO UPDATE SET mail = excluded.mail, push = excluded.push, quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, time_zone = excluded.time_zone`,
    [memberId, mail, quiet?.from ?? null, quiet?.until ?? null, quiet?.timeZone ?? null, push],
  );
};

/** Those of these members who want mails of a group, with where to and when; null: of no group that they choose by. */
export const listMailed = async (
  tx: Db,
  memberIds: readonly bigint[],
  group: NoticeGroup | null,
  isMailedAtFirst: boolean,
): Promise<{ memberId: bigint; fullName: string; email: string; language: string; quiet: QuietHours | null }[]> => {
  const { rows } = await tx.query<
    QuietColumns & { memberId: bigint; fullName: string; email: string; language: string }
  >(
    `SELECT m.id AS "memberId", m.full_name AS "fullName", m.email, m.language, ${QUIET}
       FROM member m LEFT JOIN notice_choice c ON c.member_id = m.id
      WHERE m.id = ANY ($1::bigint[]) AND ($2::text IS NULL OR coalesce($2 = ANY (c.mail), $3::boolean))`,
    [memberIds, group, isMailedAtFirst],
  );
  return rows.map(({ memberId, fullName, email, language, ...quiet }) => ({
    memberId,
    fullName,
    email,
    language,
    quiet: quietOf(quiet),
  }));
};
