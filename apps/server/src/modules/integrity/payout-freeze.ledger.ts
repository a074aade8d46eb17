import { ADVISORY_LOCK } from '../../db/advisory-locks.ts';
import { defineLedgerFacts } from '../../ledger/table.ts';
import type { LedgerView } from '../../ledger/command.ts';

const GATE = 'payouts';

/**
 * Whether payouts are frozen, for a command that lets something leave: it asks inside its own decision. A freeze waits until what
 * has read an open gate is committed, and whoever comes behind it reads a closed one.
 */
export const payoutGate = defineLedgerFacts<{ readonly id: string; readonly frozen: boolean }>({
  name: 'payoutGate',
  load: async (db) => {
    const [, rows] = await Promise.all([
      db.read('ledger_payout_gate_held', 'SELECT pg_advisory_xact_lock_shared($1)', [ADVISORY_LOCK.payouts]),
      db.read<[boolean]>('ledger_payout_gate', 'SELECT EXISTS (SELECT FROM payout_freeze WHERE lifted_at IS NULL)', []),
    ]);
    return [{ id: GATE, frozen: rows[0]![0] }];
  },
});

/** What `arePayoutsFrozen` reads. */
export const PAYOUT_GATE_KEY = payoutGate.key(GATE);
export const arePayoutsFrozen = (view: LedgerView): boolean => view.get(payoutGate, GATE)?.frozen !== false;
