import type { Actor } from '../../actor.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';

/** Writes down that an operator had a payout looked up, and what it was before and after. */
export const noteReconciled = (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  id: string,
  { actor, reason, before, after }: { actor: Actor; reason: string; before: string; after: string },
): Promise<void> =>
  inTransaction(pool, async (tx) => {
    await appendAudit(tx, new Date(clock.now()), [
      { actor, action: 'payout.reconcile', subject: `payout:${id}`, reason, detail: { before, after } },
    ]);
  });
