import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { appendAudit } from '../../../ledger/audit.ts';
import { refuse } from '../../../refusal.ts';
import { lockFulfilment, markHandedOver } from './fulfilment.store.ts';
import { findPayoutFreeze } from '../../integrity/payout-freeze.store.ts';
import { requireOutgoing } from '../../member/outgoing.ledger.ts';
import { noteNotices, tellNotices } from '../../notice/notice.step.ts';
import type { Actor } from '../../../base/actor.ts';

/**
 * Notes that a prize was handed over to its member, by whom and how, and tells the member.
 * @throws err_not_found when there is no such prize to hand over, err_conflict when it was done already; err_recent_reset,
 * err_account_frozen, err_payouts_frozen while it must stay: who has handed it over all the same notes it later.
 */
export const markFulfilled = async (
  context: Pick<Context, 'pool' | 'clock' | 'env' | 'expiryClock' | 'random' | 'vault' | 'bus'>,
  { packId, note, actor, reason }: { packId: string; note: string; actor: Actor; reason: string },
): Promise<void> => {
  const noted = await inTransaction(context.pool, async (tx) => {
    const { done, memberId, prize, ...member } = (await lockFulfilment(tx, packId)) ?? refuse('err_not_found');
    if (done) refuse('err_conflict');
    const at = new Date(context.clock.now());
    requireOutgoing(member, at);
    if ((await findPayoutFreeze(tx)) !== null) refuse('err_payouts_frozen');
    await markHandedOver(tx, packId, { at, actor, note });
    const entry = { actor, action: 'fulfilment.done', subject: `pack:${packId}`, reason, detail: { note } };
    await appendAudit(tx, at, [entry]);
    const told = {
      kind: 'prize_handed_over',
      event: `prize_handed_over ${packId}`,
      about: null,
      label: prize,
    } as const;
    return noteNotices(context, tx, [{ ...told, memberId, at }]);
  });
  tellNotices(context, noted);
};
