import { HOUR_MS } from '@minerx/rules/duration';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { takeHeld } from '../mail/held-mails.store.ts';
import { queueMoneyMail } from './money-mail.step.ts';

/** Queues the one mail that counts those of an hour that were held back. */
export const sendHeldMails = async (
  context: Context,
  { memberId: id, hour }: { memberId: string; hour: number },
): Promise<void> => {
  const memberId = BigInt(id);
  const until = (hour + 1) * HOUR_MS;
  await inTransaction(context.pool, async (tx) => {
    const held = await takeHeld(tx, { memberId, hour });
    if (Object.keys(held).length === 0) return;
    const [from, to] = [new Date(until - HOUR_MS).toISOString(), new Date(until).toISOString()];
    const data = { from, until: to, held };
    await queueMoneyMail(context, tx, memberId, { template: 'held_mails', data });
  });
  context.bus.publish('outbox', { topic: 'mail' });
};
