import type { Actor } from '../../base/actor.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { PAYOUT_ACTOR } from './payout.ledger.ts';

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

/** Writes down which transaction paid, where it is none that our books know as signed: the chain proved that it does the same. */
export const noteProved = ({ pool, clock }: Pick<Context, 'pool' | 'clock'>, id: string, hash: string): Promise<void> =>
  inTransaction(pool, (tx) =>
    appendAudit(tx, new Date(clock.now()), [
      {
        actor: PAYOUT_ACTOR,
        action: 'payout.proved',
        subject: `payout:${id}`,
        reason: 'It has the number and does the same',
        detail: { hash },
      },
    ]),
  );
