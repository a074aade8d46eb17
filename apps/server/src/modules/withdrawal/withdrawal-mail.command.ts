import { exactUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { walletById } from '@minerx/rules/wallet';
import { CLEARING_HOURS, takenUnits, WITHDRAWAL_USUAL_HOURS, type WithdrawalEvent } from '@minerx/rules/withdrawal';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { queueMoneyMail } from '../member/money-mail.step.ts';
import { noteNotices, tellNotices } from '../notice/notice.step.ts';
import { findWithdrawal } from './withdrawal.query.ts';

/** As it stands in the outbox. */
export interface WithdrawalNews {
  readonly id: string;
  readonly event: WithdrawalEvent;
}

/** Tells a member what became of a withdrawal: by mail, and in a notice where it was not the member's own doing. */
export const sendWithdrawalMail = async (context: Context, { id, event }: WithdrawalNews, at: Date): Promise<void> => {
  const withdrawal = await findWithdrawal(context.pool, id);
  if (withdrawal === null) throw new Error(`There is no withdrawal ${id} to tell of.`);
  const { memberId, walletId, networkId, amountUnits, feeUnits, address, txHash, cause } = withdrawal;
  const { name: coin, precision } = walletById(walletId);
  const data = {
    event,
    amount: exactUnits(amountUnits, precision),
    taken: exactUnits(takenUnits(amountUnits, feeUnits), precision),
    fee: exactUnits(feeUnits, precision),
    coin,
    network: networkLabel(networkId),
    address,
    hash: txHash,
    cause,
    hours: event === 'errored' ? CLEARING_HOURS : WITHDRAWAL_USUAL_HOURS,
    at: at.toISOString(),
  };
  const mail = { template: 'withdrawal_event', data } as const;
  const noted = await inTransaction(context.pool, async (tx) => {
    await queueMoneyMail(context, tx, memberId, mail);
    if (event === 'asked' || event === 'cancelled') return [];
    const kind = `withdrawal_${event}` as const;
    const notice = { memberId, about: id, label: data.network, money: { walletId, units: amountUnits }, at };
    return noteNotices(context, tx, [{ kind, event: `${kind} ${id} ${data.at}`, ...notice }]);
  });
  tellNotices(context, noted);
  context.bus.publish('outbox', { topic: 'mail' });
};
