import type { NoticeGroup } from '@minerx/rules/notice';
import type { QuietHours } from '@minerx/rules/quiet-hours';
import type { Db, Tx } from '../../db/transaction.ts';
import { QUIET, quietOf, type QuietColumns } from './notice-choice.store.ts';

/** The topic of the outbox for messages to browsers. */
export const PUSH = 'push';

/** As the browser gave it. */
export interface BrowserAddress {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

interface NewSubscription extends BrowserAddress {
  readonly id: string;
  readonly memberId: bigint;
  readonly sessionId: string;
  readonly at: Date;
}

/** Browsers of one member; the oldest give way. */
const MOST_SUBSCRIPTIONS = 10;

/** The browser's of now: whoever was signed in there before is told nothing there any more. */
export const writeSubscription = async (tx: Tx, subscription: NewSubscription): Promise<void> => {
  const { id, memberId, sessionId, endpoint, p256dh, auth, at } = subscription;
  await tx.query(
    `INSERT INTO push_subscription (id, member_id, session_id, endpoint, p256dh, auth, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (endpoint) DO UPDATE SET member_id = excluded.member_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
       auth = excluded.auth, created_at = excluded.created_at`,
    [id, memberId, sessionId, endpoint, p256dh, auth, at],
  );
  await tx.query(
    `DELETE FROM push_subscription WHERE id IN (
       SELECT id FROM push_subscription WHERE member_id = $1 ORDER BY created_at DESC, id DESC OFFSET ${MOST_SUBSCRIPTIONS})`,
    [memberId],
  );
};

/** Of the member's own alone. */
export const dropSubscription = async (db: Db, memberId: bigint, endpoint: string): Promise<void> => {
  await db.query('DELETE FROM push_subscription WHERE member_id = $1 AND endpoint = $2', [memberId, endpoint]);
};

/** The browser takes no messages there any more. */
export const forgetSubscription = async (db: Db, id: string): Promise<void> => {
  await db.query('DELETE FROM push_subscription WHERE id = $1', [id]);
};

/** The browsers of these members that take messages of a group, with when. */
export const listPushed = async (
  tx: Tx,
  memberIds: readonly bigint[],
  group: NoticeGroup,
): Promise<{ id: string; memberId: bigint; quiet: QuietHours | null }[]> => {
  const { rows } = await tx.query<QuietColumns & { id: string; memberId: bigint }>(
    `SELECT p.id, p.member_id AS "memberId", ${QUIET}
       FROM push_subscription p JOIN session s ON s.id = p.session_id AND s.ended_at IS NULL LEFT JOIN notice_choice c ON c.member_id = p.member_id
      WHERE p.member_id = ANY ($1::bigint[]) AND (c.push IS NULL OR $2 = ANY (c.push))`,
    [memberIds, group],
  );
  return rows.map(({ id, memberId, ...quiet }) => ({ id, memberId, quiet: quietOf(quiet) }));
};
