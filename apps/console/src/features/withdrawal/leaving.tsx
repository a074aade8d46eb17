import type { LeavingRow, Payout } from '@minerx/contract/operator/list';
import type { ReactNode } from 'react';
import { Decision } from '../../base/decision/decision.tsx';
import type { DecisionField } from '../../base/decision/decision-input.tsx';
import { whoOf } from '../../base/record/audit-trail.tsx';

/** What coins and items have in common on their way out. */

/** @param own the cause that only this kind has */
export const causeField = (...own: [value: string, label: string]): DecisionField => ({
  name: 'cause',
  label: 'Cause',
  hint: 'The member is told it, in their language.',
  options: [
    ['address', 'Something is wrong with the address'],
    ['account', 'Something is wrong with the account'],
    own,
    ['other', 'Another cause'],
  ],
});

/** What there is to do, where a kind has no words of its own for it. */
export function stepSentence({ next, first_approver: first }: LeavingRow, payout: Payout | null): string {
  switch (next) {
    case 'approve':
      return 'Look at the account; finance or an admin decides.';
    case 'second':
      return `${whoOf(first ?? '')} has approved it. Somebody else has to approve it too.`;
    case 'account':
      return 'The account is held: nothing leaves it now. You can reject, or wait.';
    case 'held':
      return 'The account is held: do not send it now. If it had left before, say so; another operator has to agree.';
    case 'send':
      return 'Send it from the wallet of this network, then record its transaction.';
    case 'worker':
      return payout?.waits_for
        ? `The worker has not sent it. It waits for: ${payout.waits_for}.`
        : 'Nothing to do: the worker sends it.';
    case 'blocks':
      return 'Nothing to do: its transaction waits for blocks.';
    case 'confirm':
      return 'Nobody reads this network: another operator looks it up and confirms it.';
    case 'reconcile':
      return 'Nobody knows whether it left. Ask the chain: it ends on proof alone.';
    case null:
      return 'It is over.';
  }
}

export const isUndecided = ({ next }: LeavingRow): boolean =>
  next === 'approve' || next === 'second' || next === 'account';

interface ReviewProps {
  noun: 'withdrawal' | 'nft';
  row: LeavingRow;
  /** An approval names what was seen. */
  seen?: Readonly<Record<string, string>>;
  fields: readonly DecisionField[];
  children: ReactNode;
}

/** Approve or reject; an account that is held can only be rejected. */
export function Review({ noun, row: { id, next }, seen, fields, children }: ReviewProps) {
  return (
    <>
      {next !== 'account' && (
        <Decision action={`${noun} approve`} label="Approve" title="Approve this withdrawal" given={{ id, ...seen }}>
          {children}
        </Decision>
      )}
      <Decision
        action={`${noun} reject`}
        label="Reject"
        title="Reject this withdrawal"
        variant="secondary"
        danger
        given={{ id }}
        fields={fields}
      >
        {children}
      </Decision>
    </>
  );
}

export function AskTheChain({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Decision action="payout reconcile" label="Ask the chain" title="Ask the chain what happened" given={{ id }}>
      {children}
    </Decision>
  );
}
