import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { queueAlarm } from '../mail/operator-mail.store.ts';
import { listLastChecks } from './integrity-check.query.ts';
import { type CheckKind, updateCheck } from './integrity-check.store.ts';

const NAMES: Record<CheckKind, string> = { whole: 'the check of everything', guard: 'the guards of what leaves' };

/** Notes that a check has come to its end, whatever it found. @param at the moment that it looked at */
export const noteCheck = ({ pool }: Pick<Context, 'pool'>, kind: CheckKind, at: Date): Promise<void> =>
  inTransaction(pool, (tx) => updateCheck(tx, kind, at));

/** Nobody would know: that no check found anything looks like books that hold. Operators are told by a mail, and again while it lasts. */
export const tellOldChecks = async ({
  pool,
  clock,
  bus,
  log,
}: Pick<Context, 'pool' | 'clock' | 'bus' | 'log'>): Promise<void> => {
  const now = clock.now();
  const old = (await listLastChecks(pool, now)).filter(({ isOld }) => isOld);
  if (old.length === 0) return;
  const lines = old.map(({ kind, at }) => `${NAMES[kind]} ended last on the database of ${at.toISOString()}`);
  const mail = {
    subject: 'The books are not checked any more',
    text: `${lines.join('; ')}. Until it runs again nobody knows whether the books hold, and nothing freezes what leaves.\n\nThe log of the worker says why ("job failed", jobs integrity, integrity-slow and integrity-guard); npm run operator -- integrity check does the check by hand.`,
  };
  const isMailed = await inTransaction(pool, (tx) => queueAlarm(tx, 'integrity-old', mail, new Date(now)));
  if (!isMailed) return;
  log.error({ event: 'integrity_old' }, lines.join('; '));
  bus.publish('outbox', { topic: 'operator_mail' });
};
