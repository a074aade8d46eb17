import { DAY_MS } from '@minerx/rules/duration';
import type { NoticeGroup } from '@minerx/rules/notice';
import type { Context } from '../../context.ts';
import { queueWork } from '../../outbox/outbox.ts';
import { deliverMail, type SealedMail } from '../mail/mail.command.ts';
import { dueOf, listMailedOf } from './notice-mail.step.ts';

/** Sends a mail that waited, unless its member does not want it any more; in hours that are quiet by now it waits on. @throws OutsideFailure */
export const deliverWantedMail = async (
  context: Pick<Context, 'env' | 'expiryClock' | 'outside' | 'vault' | 'pool'>,
  queued: SealedMail,
  ...row: [id: bigint, queuedAt: Date]
): Promise<void> => {
  const { wanted } = queued;
  if (wanted !== undefined) {
    const now = context.expiryClock.now();
    const group = wanted.group === null ? 'always' : (wanted.group as NoticeGroup);
    const [member] = await listMailedOf(context.pool, [BigInt(wanted.memberId)], group);
    if (member === undefined) return;
    const due = dueOf(member.quiet, now);
    if (due.getTime() > now) {
      const payload: SealedMail = { ...queued, usefulUntil: due.getTime() + DAY_MS };
      return queueWork(context.pool, { topic: 'mail', payload }, new Date(now), due);
    }
  }
  await deliverMail(context, queued, ...row);
};
