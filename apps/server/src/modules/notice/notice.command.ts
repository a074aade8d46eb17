import type { Context } from '../../context.ts';
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

/** What is noted from now on follows it; what waits already goes as it was. */
export const chooseNotices = (
  { pool }: Pick<Dependencies, 'pool'>,
  memberId: bigint,
  choice: NoticeChoice,
): Promise<void> => writeNoticeChoice(pool, memberId, choice);
