import { canMovePayout, PAYOUT_STATUS, type PayoutStatus } from '@minerx/rules/payout';
import type { Actor } from '../../base/actor.ts';
import type { Command, Json } from '../../ledger/command.ts';
import { no } from '../../ledger/command.ts';
import { payouts } from './payout.ledger.ts';

/** The cause where operators gave back what waited. */
const RETURNED = 'returned';

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
    // Before anything was signed: what has a number may be on its way.
    if ((failed === 'refused' || failed === RETURNED) && payout.status !== PAYOUT_STATUS.WAITING)
      return no('err_conflict');
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

/**
 * Gives up what waits for a number that it will never get, on the word of operators.
 * @param command gives a member back what the payout was to pay; null: it is the house's own, and stays where it is
 * @throws err_conflict when it has a number by now: then only proof ends it
 */
export const returnPayout = (
  command: Command<Record<never, never>> | null,
  id: string,
  { actor, reason }: { readonly actor: Actor; readonly reason: string },
): Command<Record<never, never>> => {
  const { FAILED } = PAYOUT_STATUS;
  const ended = command === null ? movePayout(id, FAILED, RETURNED) : withPayout(command, id, FAILED, RETURNED);
  return {
    ...ended,
    decide: (view, make) => {
      const payout = view.get(payouts, id);
      const waitsFor = payout?.waitsFor ?? null;
      // Approved where nothing sends: it never became a payout, and under these locks it does not become one with a number.
      const decision = ((payout === null ? command : null) ?? ended).decide(view, make);
      if (!decision.ok) return decision;
      const line = { actor, action: 'payout.return', subject: `payout:${id}`, reason, detail: { waitsFor } };
      return { ...decision, changes: { ...decision.changes, audit: [...(decision.changes.audit ?? []), line] } };
    },
  };
};
