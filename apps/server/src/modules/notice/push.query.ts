import type { NoticeGroup, NoticeKind } from '@minerx/rules/notice';
import type { QuietHours } from '@minerx/rules/quiet-hours';
import type { Db } from '../../db/transaction.ts';
import { QUIET, quietOf, type QuietColumns } from './notice-choice.store.ts';
import type { BrowserAddress } from './push.store.ts';

/** As it stands in the outbox. */
export interface QueuedPush {
  readonly subscriptionId: string;
  readonly noticeId: string;
  /** After this moment (ms) nobody wants to be woken for it. */
  readonly usefulUntil: number;
}

interface Pushed extends BrowserAddress {
  readonly memberId: bigint;
  readonly language: string;
  readonly kind: NoticeKind;
  readonly label: string;
  readonly count: number;
  readonly at: Date;
  /** The groups that the member chose; null: all. */
  readonly push: readonly NoticeGroup[] | null;
  readonly quiet: QuietHours | null;
}

/** What goes where; null where it was read meanwhile, or nobody is signed in there any more. */
export const findPushed = async (
  db: Db,
  { subscriptionId, noticeId }: Pick<QueuedPush, 'subscriptionId' | 'noticeId'>,
): Promise<Pushed | null> => {
  const { rows } = await db.query<Omit<Pushed, 'quiet'> & QuietColumns>(
    `SELECT p.endpoint, p.p256dh, p.auth, p.member_id AS "memberId", m.language, n.kind, n.label, n.count, n.at, c.push, ${QUIET}
       FROM push_subscription p JOIN session s ON s.id = p.session_id AND s.ended_at IS NULL JOIN member m ON m.id = p.member_id LEFT JOIN notice_choice c ON c.member_id = p.member_id
       JOIN notice n ON n.id = $2 AND n.member_id = p.member_id AND n.read_at IS NULL
      WHERE p.id = $1`,
    [subscriptionId, noticeId],
  );
  if (rows[0] === undefined) return null;
  const { from, until, timeZone, ...pushed } = rows[0];
  return { ...pushed, quiet: quietOf({ from, until, timeZone }) };
};
