import { DAY_MS } from '@minerx/rules/duration';
import type { NoticeGroup } from '@minerx/rules/notice';
import type { Context } from '../../context.ts';
import { queueWork } from '../../outbox/outbox.ts';
import { mailWork, type SealedMail } from '../mail/mail.store.ts';
import { dueOf, listMailedOf } from './notice-mail.step.ts';
import { findNotice } from './notice.query.ts';

/** Whether a mail whose turn has come goes now: not where its member does not want it any more, or has read meanwhile what it tells; in hours that are quiet by now it is queued for when they are over. */
export const mayGoNow = async (
  { pool, expiryClock }: Pick<Context, 'pool' | 'expiryClock'>,
  queued: SealedMail,
): Promise<boolean> => {
  const { wanted } = queued;
  if (wanted === undefined) return true;
  const now = expiryClock.now();
  const group = wanted.group === null ? 'always' : (wanted.group as NoticeGroup);
  const [member] = await listMailedOf(pool, [BigInt(wanted.memberId)], group);
  if (member === undefined) return false;
  if (wanted.noticeId !== undefined && (await findNotice(pool, member.memberId, wanted.noticeId))?.read) return false;
  const due = dueOf(member.quiet, now);
  if (due.getTime() <= now) return true;
  const isNews = queued.usefulUntil !== undefined;
  const payload: SealedMail = { ...queued, ...(isNews && { usefulUntil: due.getTime() + DAY_MS }) };
  // Of the moment it is due, as at first: what waits for a morning is not late.
  await queueWork(pool, mailWork(payload), due);
  return false;
};
