import type { ResultOf } from '@minerx/contract/call';
import type { operatorWithdrawal } from '@minerx/contract/operator/withdrawal';
import { Facts, Fact } from '@minerx/ui/facts';
import type { ReactNode } from 'react';
import { Amount } from '../../base/amount.tsx';
import { Decision, REASON, type DecisionField } from '../../base/decision/decision.tsx';
import { whoOf } from '../../base/record/audit-trail.tsx';
import { Code, Panel } from '../../base/record/record.tsx';
import styles from './withdrawal.module.css';

const CAUSE: DecisionField = {
  name: 'cause',
  label: 'Cause',
  hint: 'The member is told it, in their language.',
  options: [
    ['address', 'Something is wrong with the address'],
    ['account', 'Something is wrong with the account'],
    ['network', 'The network does not take it'],
    ['other', 'Another cause'],
  ],
};
const HASH: DecisionField = { name: 'hash', label: 'Transaction', hint: 'Its hash, as the network shows it.' };
const PROOF: DecisionField = { ...REASON, label: 'Proof', hint: 'How you know. For the audit log.' };

type Shown = ResultOf<typeof operatorWithdrawal>;

const sentenceOf = ({ withdrawal, by_hand: byHand }: Shown): string => {
  const { next, two_operators: two, first_approver: first } = withdrawal;
  switch (next) {
    case 'approve':
      return two ? 'Two operators have to approve it. You would be the first.' : 'Look at the account, then decide.';
    case 'second':
      return `${whoOf(first ?? '')} has approved it. Somebody else has to approve it too.`;
    case 'account':
      return 'The account is held: nothing leaves it now. You can reject, or wait.';
    case 'send':
      return 'Send it from the wallet of this network, then record its transaction.';
    case 'worker':
      return 'Nothing to do: the worker sends it.';
    case 'blocks':
      return 'Nothing to do: its transaction waits for blocks.';
    case 'confirm':
      return 'Nobody reads this network: another operator looks it up and confirms it.';
    case 'reconcile':
      return byHand
        ? 'Nobody knows whether it left. Find proof before anything is given back.'
        : 'Nobody knows whether it left. Ask the chain: it ends on proof alone.';
    case null:
      return 'It is over.';
  }
};

interface DeciderProps {
  record: Shown;
  /** What is decided over, once more. */
  what: ReactNode;
}

/** What an operator can do with it now, the likeliest first. */
export function WithdrawalDecisions({ record }: { record: Shown }) {
  const { next, address, network, amount, wallet } = record.withdrawal;
  const what = (
    <Facts small quiet ruled>
      <Fact label="Amount">
        <Amount value={amount} wallet={wallet} />
      </Fact>
      <Fact label="Network">{network}</Fact>
      <Fact label="To">
        <Code>{address}</Code>
      </Fact>
    </Facts>
  );
  return (
    <Panel title="Next step" strong={next !== null && next !== 'worker' && next !== 'blocks'}>
      <p className={styles.said}>{sentenceOf(record)}</p>
      <div className={styles.actions}>
        {(next === 'approve' || next === 'second' || next === 'account') && <Review record={record} what={what} />}
        {(next === 'send' || next === 'confirm') && <ByHand record={record} what={what} />}
        {next === 'reconcile' && <Reconcile record={record} what={what} />}
      </div>
    </Panel>
  );
}

function Review({ record: { withdrawal }, what }: DeciderProps) {
  const { id, revision, next } = withdrawal;
  return (
    <>
      {next !== 'account' && (
        <Decision
          action="withdrawal approve"
          label="Approve"
          title="Approve this withdrawal"
          given={{ id, revision: String(revision) }}
        >
          {what}
        </Decision>
      )}
      <Decision
        action="withdrawal reject"
        label="Reject"
        title="Reject this withdrawal"
        variant="secondary"
        danger
        given={{ id }}
        fields={[CAUSE, REASON]}
      >
        {what}
      </Decision>
    </>
  );
}

function ByHand({ record: { withdrawal }, what }: DeciderProps) {
  const given = { id: withdrawal.id };
  if (withdrawal.next === 'confirm')
    return (
      <Decision action="withdrawal confirmed" label="Confirm" title="The network has confirmed it" given={given}>
        {what}
      </Decision>
    );
  return (
    <>
      <Decision
        action="withdrawal sent"
        label="Record what was sent"
        title="Record the transaction"
        given={given}
        fields={[HASH, REASON]}
      >
        {what}
      </Decision>
      <Decision
        action="withdrawal errored"
        label="Nobody knows whether it left"
        title="Outcome unknown"
        variant="secondary"
        given={given}
      >
        {what}
      </Decision>
    </>
  );
}

function Reconcile({ record: { withdrawal, by_hand: byHand }, what }: DeciderProps) {
  const given = { id: withdrawal.id };
  if (!byHand)
    return (
      <Decision action="payout reconcile" label="Ask the chain" title="Ask the chain what happened" given={given}>
        {what}
      </Decision>
    );
  return (
    <>
      <Decision
        action="withdrawal reconcile"
        label="It was sent"
        title="It was sent"
        given={given}
        fields={[HASH, PROOF]}
      >
        {what}
      </Decision>
      <Decision
        action="withdrawal reconcile"
        label="It never left"
        title="It never left, and cannot any more"
        variant="secondary"
        given={given}
        fields={[CAUSE, PROOF]}
      >
        {what}
      </Decision>
    </>
  );
}
