import { exactUnits } from '@minerx/rules/money';
import { walletById } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isPastOfDemo, queueMoneyMail } from '../member/money-mail.step.ts';
import { getMoved } from './moved.query.ts';

/** Queues the mail about transfers of one kind that were made together. */
export const sendMovedMail = async (
  context: Context,
  { transferIds }: { transferIds: readonly string[] },
): Promise<void> => {
  const { kind, memberId, at, changes } = await getMoved(context.pool, transferIds);
  if (isPastOfDemo(context, at)) return;
  const amounts = changes.map(({ walletId, units }) => {
    const { name, precision } = walletById(walletId);
    return { amount: exactUnits(units, precision), coin: name };
  });
  const data = { count: transferIds.length, amounts, at: at.toISOString() };
  await inTransaction(context.pool, (tx) =>
    queueMoneyMail(
      context,
      tx,
      memberId,
      kind === 'credit' || kind === 'debit'
        ? { template: 'adjusted', data: { ...data, kind } }
        : { template: 'moved', data: { ...data, kind } },
    ),
  );
  context.bus.publish('outbox', { topic: 'mail' });
};
