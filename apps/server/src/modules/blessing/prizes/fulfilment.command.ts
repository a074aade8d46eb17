import type { Pool } from 'pg';
import type { Clock } from '../../../ports.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { appendAudit } from '../../../ledger/audit.ts';
import { refuse } from '../../../refusal.ts';
import type { Actor } from '../../../base/actor.ts';

/**
 * Notes that a prize was handed over to its member, by whom and how.
 * @throws err_not_found when there is no such prize to hand over, err_conflict when it was done already.
 */
export const markFulfilled = (
  { pool, clock }: { pool: Pool; clock: Clock },
  { packId, note, actor, reason }: { packId: string; note: string; actor: Actor; reason: string },
): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ done: boolean }>(
      'SELECT done_at IS NOT NULL AS done FROM blessing_fulfilment WHERE pack_id = $1 FOR UPDATE',
      [packId],
    );
    const { done } = rows[0] ?? refuse('err_not_found');
    if (done) refuse('err_conflict');
    const at = new Date(clock.now());
    await tx.query('UPDATE blessing_fulfilment SET done_at = $2, done_by = $3, note = $4 WHERE pack_id = $1', [
      packId,
      at,
      actor,
      note,
    ]);
    const entry = { actor, action: 'fulfilment.done', subject: `pack:${packId}`, reason, detail: { note } };
    await appendAudit(tx, at, [entry]);
  });
