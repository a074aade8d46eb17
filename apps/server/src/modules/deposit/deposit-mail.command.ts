import { displayUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { walletById } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { mailLanguage, queueMail } from '../mail/mail.store.ts';
import { makeFreezeLink } from '../member/security/freeze-link.store.ts';
import { getMemberToMail } from '../member/member.store.ts';
import { getCredited } from './deposit.store.ts';

const DAY_MS = 86_400_000;

/** Queues the mail about what a transfer has credited from a chain. */
export const sendDepositMail = async (context: Context, { transferId }: { transferId: string }): Promise<void> => {
  await inTransaction(context.pool, async (tx) => {
    const { memberId, walletId, network, units, at } = await getCredited(tx, transferId);
    const member = await getMemberToMail(tx, memberId);
    const { name: coin, precision } = walletById(walletId);
    const now = new Date(context.expiryClock.now());
    await queueMail(
      tx,
      {
        template: 'deposit_credited',
        language: mailLanguage(member.language),
        to: { name: member.fullName, address: member.email },
        data: {
          amount: displayUnits(units, precision),
          coin,
          network: networkLabel(network),
          at: at.toISOString(),
          freezeUrl: await makeFreezeLink(context, tx, memberId, now),
        },
        usefulUntil: at.getTime() + DAY_MS,
      },
      now,
    );
  });
  context.bus.publish('outbox', { topic: 'mail' });
};
