import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { endWaitFor } from '../../outbox/outbox.ts';
import { writeNoticeChoice, type NoticeChoice } from './notice-choice.store.ts';
import { findNotice, type NoticeRow } from './notice.query.ts';
import { tellNotices } from './notice.step.ts';
import { markNoticeRead, markNoticesRead } from './notice.store.ts';
import { PUSH } from './push.store.ts';

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

/** What is noted from now on follows it, and what waits for quiet hours is asked again at once. */
export const chooseNotices = async (
  { pool, expiryClock, bus }: Pick<Context, 'pool' | 'expiryClock' | 'bus'>,
  memberId: bigint,
  choice: NoticeChoice,
): Promise<void> => {
  await inTransaction(pool, async (tx) => {
    await writeNoticeChoice(tx, memberId, choice);
    await endWaitFor(tx, memberId, new Date(expiryClock.now()));
  });
  for (const topic of ['mail', PUSH]) bus.publish('outbox', { topic });
};
