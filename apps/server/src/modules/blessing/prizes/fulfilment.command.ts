import { isErasedAddress } from '@minerx/rules/deletion';
import type { Context } from '../../../context.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { appendAudit } from '../../../ledger/audit.ts';
import { refuse } from '../../../refusal.ts';
import { lockFulfilment, markHandedOver, markWaiting } from './fulfilment.store.ts';
import { findPayoutFreeze } from '../../integrity/payout-freeze.store.ts';
import { requireOutgoing } from '../../member/outgoing.ledger.ts';
import { noteNotices, tellNotices } from '../../notice/notice.step.ts';
import type { Actor } from '../../../base/actor.ts';

type Dependencies = Pick<Context, 'pool' | 'clock' | 'env' | 'expiryClock' | 'random' | 'vault' | 'bus'>;

type PrizeKind = 'prize_handed_over' | 'prize_not_handed_over';

/** Tells the member, each time anew: what was taken back may be noted again. */
const notePrize = (
  context: Dependencies,
  tx: Tx,
  kind: PrizeKind,
  { packId, memberId, prize, at }: { packId: string; memberId: bigint; prize: string; at: Date },
) => {
  const event = `${kind} ${packId} ${at.toISOString()}`;
  return noteNotices(context, tx, [{ kind, event, about: packId, label: prize, memberId, at }]);
};

/**
 * Notes that a prize was handed over to its member, by whom and how, and tells the member.
 * @throws err_not_found when there is no such prize to hand over, err_conflict when it was done already, with `by` and `at`; err_recent_reset,
 * err_account_frozen, err_payouts_frozen while it must stay: who has handed it over all the same notes it later.
 */
export const markFulfilled = async (
  context: Dependencies,
  { packId, note, actor, reason }: { packId: string; note: string; actor: Actor; reason: string },
): Promise<void> => {
  const noted = await inTransaction(context.pool, async (tx) => {
    const { doneAt, doneBy, memberId, prize, ...member } =
      (await lockFulfilment(tx, packId)) ?? refuse('err_not_found');
    if (doneAt !== null) refuse('err_conflict', { details: { by: doneBy ?? '', at: doneAt.toISOString() } });
    const at = new Date(context.clock.now());
    requireOutgoing(member, at);
    if ((await findPayoutFreeze(tx)) !== null) refuse('err_payouts_frozen');
    await markHandedOver(tx, packId, { at, actor, note });
    const entry = { actor, action: 'fulfilment.done', subject: `pack:${packId}`, reason, detail: { note } };
    await appendAudit(tx, at, [entry]);
    return notePrize(context, tx, 'prize_handed_over', { packId, memberId, prize, at });
  });
  tellNotices(context, noted);
};

/**
 * Takes back that a prize was handed over, where it was noted by mistake: it waits again, and whoever was told the one is told the other.
 * @param seenAt when it was handed over, as whoever takes it back has seen it
 * @throws err_not_found when there is no such prize to hand over, err_conflict when it waits or was handed over at another time; err_account_frozen when its
 * member has deleted the account: it would wait for ever
 */
export const undoFulfilled = async (
  context: Dependencies,
  { packId, seenAt, actor, reason }: { packId: string; seenAt: Date; actor: Actor; reason: string },
): Promise<void> => {
  const noted = await inTransaction(context.pool, async (tx) => {
    const { doneAt, doneBy, note, memberId, email, prize } =
      (await lockFulfilment(tx, packId)) ?? refuse('err_not_found');
    if (doneAt?.getTime() !== seenAt.getTime()) return refuse('err_conflict');
    if (isErasedAddress(email)) refuse('err_account_frozen');
    const at = new Date(context.clock.now());
    await markWaiting(tx, packId);
    const before = { at: doneAt.toISOString(), by: doneBy, note };
    const detail = { before, after: null };
    await appendAudit(tx, at, [{ actor, action: 'fulfilment.undo', subject: `pack:${packId}`, reason, detail }]);
    return notePrize(context, tx, 'prize_not_handed_over', { packId, memberId, prize, at });
  });
  tellNotices(context, noted);
};
