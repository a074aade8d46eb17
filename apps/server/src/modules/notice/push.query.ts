import type { NoticeKind } from '@minerx/rules/notice';
import type { Db } from '../../db/transaction.ts';
import type { BrowserAddress } from './push.store.ts';

/** As it stands in the outbox. */
export interface QueuedPush {
  readonly subscriptionId: string;
  readonly noticeId: string;
  /** After this moment (ms) nobody wants to be woken for it. */
  readonly usefulUntil: number;
}

interface Pushed extends BrowserAddress {
  readonly language: string;
  readonly kind: NoticeKind;
  readonly label: string;
  readonly count: number;
  readonly at: Date;
}

/** What goes where; null where it was read meanwhile, or nobody is signed in there any more. */
export const findPushed = async (
  db: Db,
  { subscriptionId, noticeId }: Pick<QueuedPush, 'subscriptionId' | 'noticeId'>,
): Promise<Pushed | null> => {
  const { rows } = await db.query<Pushed>(
    `SELECT p.endpoint, p.p256dh, p.auth, m.language, n.kind, n.label, n.count, n.at
       FROM push_subscription p JOIN session s ON s.id = p.session_id AND s.ended_at IS NULL JOIN member m ON m.id = p.member_id
       JOIN notice n ON n.id = $2 AND n.member_id = p.member_id AND n.read_at IS NULL
      WHERE p.id = $1`,
    [subscriptionId, noticeId],
  );
  return rows[0] ?? null;
};
