import { DAY_MS } from '@minerx/rules/duration';
import { MAILED_AT_FIRST, mailingOf, type NoticeGroup } from '@minerx/rules/notice';
import { undisturbedUntil, type QuietHours } from '@minerx/rules/quiet-hours';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/transaction.ts';
import { takeMailShare } from '../mail/held-mails.store.ts';
import { mailbox, queueMail } from '../mail/mail.store.ts';
import { makeFreezeLink } from '../member/security/freeze-link.step.ts';
import { listMailed } from './notice-choice.store.ts';
import { detailOf, titleOf } from './notice-words.ts';
import type { NewNotice } from './notice.store.ts';

/** When somebody may be told something. */
export const dueOf = (quiet: QuietHours | null, now: number): Date =>
  new Date(quiet === null ? now : undisturbedUntil(quiet, now));

export const listMailedOf = (tx: Db, memberIds: readonly bigint[], group: NoticeGroup | 'always') =>
  group === 'always'
    ? listMailed(tx, memberIds, null, true)
    : listMailed(tx, memberIds, group, MAILED_AT_FIRST.includes(group));

/** When a mail of a group may go to a member; null: the member does not want it. */
export const mailDue = async (
  { expiryClock }: Pick<Context, 'expiryClock'>,
  tx: Tx,
  memberId: bigint,
  group: NoticeGroup,
): Promise<Date | null> => {
  const [mailed] = await listMailedOf(tx, [memberId], group);
  return mailed === undefined ? null : dueOf(mailed.quiet, expiryClock.now());
};

/** Queues the mails about new notices that their members chose to have, or always have, for when they may be disturbed. After the commit: the outbox. */
export const queueNoticeMails = async (
  { env, expiryClock, random, vault }: Pick<Context, 'env' | 'expiryClock' | 'random' | 'vault'>,
  tx: Tx,
  notices: readonly (NewNotice & { readonly id: string })[],
): Promise<void> => {
  const now = expiryClock.now();
  for (const [mailing, of] of Map.groupBy(notices, ({ kind }) => mailingOf(kind))) {
    if (mailing === 'own') continue;
    const ids = of.map(({ memberId }) => memberId);
    const mailed = new Map((await listMailedOf(tx, ids, mailing)).map((member) => [member.memberId, member]));
    for (const notice of of) {
      const member = mailed.get(notice.memberId);
      if (member === undefined || !(await takeMailShare(tx, member.memberId, 'notice', now))) continue;
      const due = dueOf(member.quiet, now);
      const { to, language } = mailbox(member);
      const data = {
        title: titleOf({ kind: notice.kind, count: notice.count ?? 1 }, language),
        detail: detailOf(notice, language),
        url: `${env.publicUrl}/profile/notification/${notice.id}`,
        // What tells of money can be stopped from, like every mail about it.
        freezeUrl: notice.money ? await makeFreezeLink({ random, env }, tx, member.memberId, new Date(now)) : null,
      };
      const mail = {
        template: 'notice',
        to,
        language,
        data,
        usefulUntil: due.getTime() + DAY_MS,
        wanted: {
          memberId: member.memberId.toString(),
          ...(mailing === 'always'
            ? { group: null }
            : { group: mailing, ...(due.getTime() > now && { noticeId: notice.id }) }),
        },
      } as const;
      // Of the moment it is due: what waits for a morning is not late.
      await queueMail(vault, tx, mail, due);
    }
  }
};
