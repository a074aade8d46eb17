import { HOUR_MS, MINUTE_MS } from '@minerx/rules/duration';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { queueAlarm } from '../mail/operator-mail.store.ts';
import { type CheckKind, listChecks } from './integrity-check.store.ts';

/** What is older than this did not run when it should have: the whole check rests an hour at most, the guards half a minute. */
const OLD_AFTER_MS: Record<CheckKind, number> = { whole: 3 * HOUR_MS, guard: 10 * MINUTE_MS };
const NAMES: Record<CheckKind, string> = { whole: 'the check of everything', guard: 'the guards of what leaves' };

/** Whether the last check of a kind is so old that it cannot be running any more. */
export const isCheckOld = ({ kind, at }: { kind: CheckKind; at: Date }, now: number): boolean =>
  now - at.getTime() > OLD_AFTER_MS[kind];

/** Nobody would know: that no check found anything looks like books that hold. Operators are told by a mail, and again while it lasts. */
export const tellOldChecks = async ({
  pool,
  clock,
  bus,
  log,
}: Pick<Context, 'pool' | 'clock' | 'bus' | 'log'>): Promise<void> => {
  const now = clock.now();
  const old = (await listChecks(pool)).filter((check) => isCheckOld(check, now));
  if (old.length === 0) return;
  const lines = old.map(({ kind, at }) => `${NAMES[kind]} ended last on the database of ${at.toISOString()}`);
  const mail = {
    subject: 'The books are not checked any more',
    text: `${lines.join('; ')}. Until it runs again nobody knows whether the books hold, and nothing freezes what leaves.\n\nThe log of the worker says why ("job failed", jobs integrity and integrity-guard); npm run operator -- integrity check does the check by hand.`,
  };
  const isMailed = await inTransaction(pool, (tx) => queueAlarm(tx, 'integrity-old', mail, new Date(now)));
  if (!isMailed) return;
  log.error({ event: 'integrity_old' }, lines.join('; '));
  bus.publish('outbox', { topic: 'operator_mail' });
};
