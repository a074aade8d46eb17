import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { queueAlarm } from '../../mail/operator-mail.store.ts';
import { listWaitingDays, tellWaitingDay } from './waiting-days.query.ts';

/** Members wait for their rewards: operators are told which days nothing but their word will settle, by a mail a day while any is left. */
export const tellWaitingDays = async ({
  pool,
  clock,
  bus,
  log,
}: Pick<Context, 'pool' | 'clock' | 'bus' | 'log'>): Promise<void> => {
  const days = await listWaitingDays(pool, clock.now());
  if (days.length === 0) return;
  const lines: string[] = [];
  for (const day of days) lines.push(await tellWaitingDay(pool, day));
  const mail = {
    subject: days.length === 1 ? `${days[0]} waits to be settled` : `${days.length} days wait to be settled`,
    text: [
      ...lines,
      'Nobody is paid for these days (UTC) until an operator decides. Each command is typed after npm run operator -- or done in the console; settlement show --day … tells what is known of a day. This is mailed once a day.',
    ].join('\n\n'),
  };
  const isMailed = await inTransaction(pool, (tx) => queueAlarm(tx, 'settlement-waits', mail, new Date(clock.now())));
  if (!isMailed) return;
  for (const line of lines) log.error({ event: 'settlement_waits' }, line);
  bus.publish('outbox', { topic: 'operator_mail' });
};
