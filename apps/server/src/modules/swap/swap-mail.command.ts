import { exactUnits } from '@minerx/rules/money';
import { walletById } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { queueMoneyMail } from '../member/money-mail.step.ts';
import { findTakenQuote } from './swap.query.ts';

/** Queues the mail about a swap. */
export const sendSwapMail = async (context: Context, transferId: string): Promise<void> => {
  await inTransaction(context.pool, async (tx) => {
    const quote = await findTakenQuote(tx, transferId);
    if (quote === null) throw new Error(`There is no swap ${transferId} to tell of.`);
    const { memberId, from, to, amountUnits, arrivesUnits, takenAt } = quote;
    const [given, taken] = [walletById(from), walletById(to)];
    const data = {
      amount: exactUnits(amountUnits, given.precision),
      coin: given.name,
      arrived: exactUnits(arrivesUnits, taken.precision),
      other: taken.name,
      at: takenAt.toISOString(),
    };
    await queueMoneyMail(context, tx, memberId, {
      template: 'swap_done',
      data,
    });
  });
  context.bus.publish('outbox', { topic: 'mail' });
};
