import { ADVISORY_LOCK, SHARED_LOCK } from '../../db/advisory-locks.ts';
import { defineLedgerFacts } from '../../ledger/table.ts';

const GATE = 'payouts';

/** How `err_payouts_frozen` is told to operators. */
export const PAYOUTS_FROZEN = 'Payouts are frozen: Health, or integrity check, says why.';

/**
 * Whether payouts are frozen, asked inside every decision that gives something away. A freeze waits until what has read an open gate is
 * committed, and whoever comes behind it reads a closed one.
 */
export const payoutGate = defineLedgerFacts<{ readonly id: string; readonly frozen: boolean }>({
  name: 'payoutGate',
  gate: { id: GATE, refusal: (row) => (row?.frozen === false ? null : 'err_payouts_frozen') },
  load: async (db) => {
    const [, rows] = await Promise.all([
      db.read('ledger_payout_gate_held', SHARED_LOCK, [ADVISORY_LOCK.payouts]),
      db.read<[boolean]>('ledger_payout_gate', 'SELECT EXISTS (SELECT FROM payout_freeze WHERE lifted_at IS NULL)', []),
    ]);
    return [{ id: GATE, frozen: rows[0]![0] }];
  },
});
