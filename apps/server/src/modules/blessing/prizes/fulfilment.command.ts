import type { Pool } from 'pg';
import type { Clock } from '../../../ports.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { appendAudit } from '../../../ledger/audit.ts';
import { refuse } from '../../../refusal.ts';
import { lockFulfilment, markHandedOver } from './fulfilment.store.ts';
import { findPayoutFreeze } from '../../integrity/payout-freeze.store.ts';
import { requireOutgoing } from '../../member/outgoing.ledger.ts';
import type { Actor } from '../../../base/actor.ts';

/**
 * Notes that a prize was handed over to its member, by whom and how.
 * @throws err_not_found when there is no such prize to hand over, err_conflict when it was done already; err_recent_reset,
 * err_account_frozen, err_payouts_frozen while it must stay: who has handed it over all the same notes it later.
 */
export const markFulfilled = (
  { pool, clock }: { pool: Pool; clock: Clock },
  { packId, note, actor, reason }: { packId: string; note: string; actor: Actor; reason: string },
): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const { done, ...member } = (await lockFulfilment(tx, packId)) ?? refuse('err_not_found');
    if (done) refuse('err_conflict');
    const at = new Date(clock.now());
    requireOutgoing(member, at);
    if ((await findPayoutFreeze(tx)) !== null) refuse('err_payouts_frozen');
    await markHandedOver(tx, packId, { at, actor, note });
    const entry = { actor, action: 'fulfilment.done', subject: `pack:${packId}`, reason, detail: { note } };
    await appendAudit(tx, at, [entry]);
  });
