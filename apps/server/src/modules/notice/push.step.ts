import { DAY_MS } from '@minerx/rules/duration';
import { NOTICE_KINDS } from '@minerx/rules/notice';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/transaction.ts';
import { queueMany, type DueWork } from '../../outbox/outbox.ts';
import { dueOf } from './notice-mail.step.ts';
import type { NewNotice } from './notice.store.ts';
import type { QueuedPush } from './push.query.ts';
import { listPushed, PUSH } from './push.store.ts';

/** Queues new notices for the browsers that take them, for when their members may be disturbed. After the commit: the outbox. */
export const queuePushes = async (
  { expiryClock }: Pick<Context, 'expiryClock'>,
  tx: Tx,
  notices: readonly (NewNotice & { readonly id: string })[],
): Promise<void> => {
  const now = expiryClock.now();
  const entries: DueWork[] = [];
  for (const [group, of] of Map.groupBy(notices, ({ kind }) => NOTICE_KINDS[kind].group)) {
    const ids = of.map(({ memberId }) => memberId);
    const browsers = Map.groupBy(await listPushed(tx, ids, group), ({ memberId }) => memberId);
    for (const { id: noticeId, memberId } of of)
      for (const { id: subscriptionId, quiet } of browsers.get(memberId) ?? []) {
        const due = dueOf(quiet, now);
        const payload: QueuedPush = { subscriptionId, noticeId, usefulUntil: due.getTime() + DAY_MS };
        entries.push({ topic: PUSH, payload, notBefore: due, waitsFor: memberId });
      }
  }
  if (entries.length > 0) await queueMany(tx, entries, new Date(now));
};
