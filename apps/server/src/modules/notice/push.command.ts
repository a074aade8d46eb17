import { DAY_MS, HOUR_MS } from '@minerx/rules/duration';
import { NOTICE_KINDS } from '@minerx/rules/notice';
import { uuidV7 } from '../../base/ids.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { queueWork } from '../../outbox/outbox.ts';
import type { SessionMember } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import { mailLanguage } from '../mail/mail.store.ts';
import { dueOf } from './notice-mail.step.ts';
import { detailOf, titleOf } from './notice-words.ts';
import { findPushed, type QueuedPush } from './push.query.ts';
import { dropSubscription, forgetSubscription, PUSH, writeSubscription, type BrowserAddress } from './push.store.ts';

/**
 * Has messages sent to a browser for as long as its session lives. Again with the same browser: it is this member's now.
 * @throws err_format where the address is not one of a push service, or nobody has made keys for any
 */
export const subscribePush = async (
  { pool, clock, random, outside }: Pick<Context, 'pool' | 'clock' | 'random' | 'outside'>,
  { memberId, sessionId }: SessionMember,
  target: BrowserAddress,
): Promise<void> => {
  if (outside.push?.accepts(target.endpoint) !== true) refuse('err_validation', { fields: { endpoint: 'err_format' } });
  const subscription = { ...target, id: uuidV7(clock, random), memberId, sessionId, at: new Date(clock.now()) };
  await inTransaction(pool, (tx) => writeSubscription(tx, subscription));
};

/** Of the member's own alone; one that is not there is gone already. */
export const unsubscribePush = ({ pool }: Pick<Context, 'pool'>, memberId: bigint, endpoint: string): Promise<void> =>
  dropSubscription(pool, memberId, endpoint);

/** A push service keeps it no longer for a device that is away: nobody calls it back once its session has ended. */
const MOST_KEPT_MS = HOUR_MS;

/** Sends what a browser is to show, unless it was read or is not wanted meanwhile, not in hours that are quiet by now, and forgets a browser that takes nothing any more. @throws OutsideFailure */
export const deliverPush = async (
  { pool, expiryClock, outside, log }: Pick<Context, 'pool' | 'expiryClock' | 'outside' | 'log'>,
  queued: QueuedPush,
): Promise<void> => {
  const now = expiryClock.now();
  const left = queued.usefulUntil - now;
  const pushed = await findPushed(pool, queued);
  if (outside.push === null || pushed === null || left <= 0) return;
  const { endpoint, p256dh, auth, memberId, kind, push, quiet, ...notice } = pushed;
  if (push !== null && !push.includes(NOTICE_KINDS[kind].group)) return;
  const due = dueOf(quiet, now);
  if (due.getTime() > now)
    return queueWork(
      pool,
      {
        topic: PUSH,
        payload: { ...queued, usefulUntil: due.getTime() + DAY_MS } satisfies QueuedPush,
        waitsFor: memberId,
      },
      new Date(now),
      due,
    );
  const language = mailLanguage(pushed.language);
  const text = JSON.stringify({
    title: titleOf({ ...notice, kind }, language),
    // Without the amount: a locked device shows it to everybody.
    body: detailOf({ kind, label: notice.label }, language),
    // What comes later of its kind takes its place.
    tag: kind,
    path: `/profile/notification/${queued.noticeId}`,
  });
  const ttlS = Math.ceil(Math.min(left, MOST_KEPT_MS) / 1000);
  const outcome = await outside.push.send({ endpoint, p256dh, auth }, { text, ttlS });
  if (outcome === 'refused') log.warn({ host: new URL(endpoint).host }, 'a push service refused a message');
  if (outcome === 'gone') await forgetSubscription(pool, queued.subscriptionId);
};
