import { exactUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { walletById } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { queueMoneyMail } from '../member/money-mail.step.ts';
import { mailDue } from '../notice/notice-mail.step.ts';
import { noteNotices, tellNotices } from '../notice/notice.step.ts';
import { getCredited } from './deposit.store.ts';

/** Tells a member what a transfer has credited from a chain: a notice, and a mail where the member wants it. */
export const sendDepositMail = async (context: Context, transferId: string): Promise<void> => {
  const noted = await inTransaction(context.pool, async (tx) => {
    const { id, memberId, walletId, network, units, at } = await getCredited(tx, transferId);
    const { name: coin, precision } = walletById(walletId);
    const amount = exactUnits(units, precision);
    const event = `deposit ${transferId}`;
    const notice = { memberId, event, about: id, label: networkLabel(network), money: { walletId, units }, at };
    const noted = await noteNotices(context, tx, [{ kind: 'deposit', ...notice }]);
    const due = await mailDue(context, tx, memberId, 'deposits');
    if (due === null) return noted;
    const data = { amount, coin, network: networkLabel(network), at: at.toISOString() };
    const wanted = { memberId: memberId.toString(), group: 'deposits' };
    await queueMoneyMail(context, tx, memberId, { template: 'deposit_credited', data, wanted }, due);
    return noted;
  });
  tellNotices(context, noted);
  context.bus.publish('outbox', { topic: 'mail' });
};
