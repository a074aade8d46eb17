import { canMovePayout, PAYOUT_STATUS, type PayoutStatus } from '@minerx/rules/payout';
import type { Command, Json } from '../../ledger/command.ts';
import { no } from '../../ledger/command.ts';
import { payouts } from './payout.ledger.ts';

/** Ends a payout of the house itself, behind which no noun waits; errs any kind. Refuses with err_conflict what has ended already. */
export const movePayout = (
  id: string,
  status: PayoutStatus,
  cause: string | null = null,
): Command<Record<never, never>> => ({
  name: 'move_payout',
  actor: 'job:payout',
  idempotency: null,
  keys: { rows: [payouts.key(id)] },
  decide: (view) => {
    const payout = view.get(payouts, id);
    if (payout === null) return no('err_not_found');
    if (!canMovePayout(payout.status, status)) return no('err_conflict');
    const failed = status === PAYOUT_STATUS.FAILED ? (cause ?? 'refused') : null;
    // Refused before anything was signed: what has a number may be on its way.
    if (failed === 'refused' && payout.status !== PAYOUT_STATUS.WAITING) return no('err_conflict');
    return { ok: true, result: {}, changes: { rows: [payouts.set(id, { status, cause: failed })] } };
  },
});

/** A command together with the end of the payout that it rests on: both take place, or neither. */
export const withPayout = <R extends Json>(
  command: Command<R>,
  id: string,
  status: PayoutStatus,
  cause: string | null = null,
): Command<R> => {
  const move = movePayout(id, status, cause);
  return {
    ...command,
    keys: { ...command.keys, rows: [...(command.keys.rows ?? []), ...(move.keys.rows ?? [])] },
    decide: (view, make) => {
      const moved = move.decide(view, make);
      if (!moved.ok) return moved;
      const decision = command.decide(view, make);
      if (!decision.ok) return decision;
      const rows = [...(decision.changes.rows ?? []), ...(moved.changes.rows ?? [])];
      return { ...decision, changes: { ...decision.changes, rows } };
    },
  };
};
