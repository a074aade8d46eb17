import { displayUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { walletById } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { queueMoneyMail } from '../member/money-mail.step.ts';
import { getCredited } from './deposit.store.ts';

/** Queues the mail about what a transfer has credited from a chain. */
export const sendDepositMail = async (context: Context, transferId: string): Promise<void> => {
  await inTransaction(context.pool, async (tx) => {
    const { memberId, walletId, network, units, at } = await getCredited(tx, transferId);
    const { name: coin, precision } = walletById(walletId);
    const amount = displayUnits(units, precision);
    await queueMoneyMail(context, tx, memberId, {
      template: 'deposit_credited',
      data: { amount, coin, network: networkLabel(network), at: at.toISOString() },
    });
  });
  context.bus.publish('outbox', { topic: 'mail' });
};
