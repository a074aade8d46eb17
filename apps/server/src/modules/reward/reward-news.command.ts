import { WALLET_OF } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { noteNotices, tellNotices } from '../notice/notice.step.ts';
import { listCreditedMembers } from './reward-news.query.ts';
import type { RewardNews } from './reward-news.store.ts';

export type { RewardNews } from './reward-news.store.ts';

/** Members in one transaction. */
const MEMBERS_AT_ONCE = 1000;

/** Tells members what they were credited for a day: all their orders in one notice, another where more was credited later, and one of what corrections brought. */
export const tellRewards = async (context: Context, { day }: RewardNews, at: Date): Promise<void> => {
  const members = await listCreditedMembers(context.pool, day);
  for (let from = 0; from < members.length; from += MEMBERS_AT_ONCE) {
    const notices = members.slice(from, from + MEMBERS_AT_ONCE).map(({ memberId, isCorrection, sat, receipts }) => {
      const kind = isCorrection ? ('reward_correction' as const) : ('reward' as const);
      const money = { walletId: WALLET_OF.reward, units: sat };
      return { memberId, kind, event: `${kind} ${day} ${receipts}`, about: null, label: day, money, at };
    });
    tellNotices(context, await inTransaction(context.pool, (tx) => noteNotices(context, tx, notices)));
  }
};
