import { MINUTE_MS } from '@minerx/rules/duration';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { endWaitFor } from '../../outbox/outbox.ts';
import { writeNoticeChoice, type NoticeChoice } from './notice-choice.store.ts';
import { findNotice, type NoticeRow } from './notice.query.ts';
import { tellNotices } from './notice.step.ts';
import { markNoticeRead, markNoticesRead } from './notice.store.ts';

type Dependencies = Pick<Context, 'pool' | 'clock' | 'bus'>;

/** Marks an own one as read and gives it; null when there is none. The member's other devices hear of it. */
export const readNotice = async (
  { pool, clock, bus }: Dependencies,
  memberId: bigint,
  id: string,
): Promise<NoticeRow | null> => {
  if (await markNoticeRead(pool, memberId, id, new Date(clock.now()))) tellNotices({ bus }, [{ memberId }]);
  return findNotice(pool, memberId, id);
};

/** Marks the member's as read up to the newest that was seen. */
export const readNotices = async (
  { pool, clock, bus }: Dependencies,
  memberId: bigint,
  newest: string,
): Promise<void> => {
  if (await markNoticesRead(pool, memberId, newest, new Date(clock.now()))) tellNotices({ bus }, [{ memberId }]);
};

/** A field saves every time on the way to the one that is meant; none of them rings what waits for a morning. */
const SETTLED_MS = MINUTE_MS;

/** What is noted from now on follows it, and what waits for quiet hours is asked again once the choice has stood for a minute. */
export const chooseNotices = async (
  { pool, expiryClock }: Pick<Context, 'pool' | 'expiryClock'>,
  memberId: bigint,
  choice: NoticeChoice,
): Promise<void> => {
  await inTransaction(pool, async (tx) => {
    await writeNoticeChoice(tx, memberId, choice);
    const now = expiryClock.now();
    await endWaitFor(tx, memberId, new Date(now), new Date(now + SETTLED_MS));
  });
};
