import { canMovePayout, PAYOUT_STATUS, type PayoutStatus } from '@minerx/rules/payout';
import type { Actor } from '../../base/actor.ts';
import { TOLD } from '../../ledger/money.ts';
import { defineLedgerTable } from '../../ledger/table.ts';
import { list } from '../../ledger/statement.ts';

/** The worker that sends. */
export const PAYOUT_ACTOR: Actor = 'job:payout';

interface LedgerPayout {
  readonly id: string;
  readonly status: PayoutStatus;
  /** Why it failed; null while it has not. */
  readonly cause: string | null;
  /** Of the transaction that stands in a block, else of the newest. */
  readonly txHash: string | null;
  /** Why it does not move on. */
  readonly waitsFor: string | null;
}

/**
 * Whoever gives back or books out what a payout pays names it: it cannot be sent and given back, since the sender takes its number
 * under the same lock.
 */
export const payouts = defineLedgerTable<LedgerPayout, 'status' | 'cause'>({
  name: 'payouts',
  money: {
    kinds: {
      sweep: { ways: ['HOT DEPOSIT', 'COLD DEPOSIT'], whenFrozen: 'goes on', mail: TOLD.ofTheHouse },
    },
  },
  load: async (db, { ids }) => {
    const rows = await db.lock<[string, PayoutStatus, string | null, string | null, string | null]>(
      'ledger_payout',
      'SELECT id, status, cause, tx_hash, waits_for FROM payout WHERE id = ANY($1::uuid[]) ORDER BY id',
      [list(ids)],
    );
    return rows.map(([id, status, cause, txHash, waitsFor]) => ({ id, status, cause, txHash, waitsFor }));
  },
  allows: (before, after) => canMovePayout(before.status, after.status),
  update: (db, rows) =>
    db.send(
      'ledger_payout_after',
      `UPDATE payout p SET status = c.status, cause = c.cause, waits_for = NULL,
         settled_at = CASE WHEN c.status IN (${PAYOUT_STATUS.CONFIRMED}, ${PAYOUT_STATUS.FAILED}) THEN $4::timestamptz END
         FROM unnest($1::uuid[], $2::smallint[], $3::text[]) AS c(id, status, cause) WHERE p.id = c.id`,
      [
        rows.map(({ id }) => id),
        rows.map(({ status }) => status),
        rows.map(({ cause }) => cause),
        db.now.toISOString(),
      ],
    ),
});
