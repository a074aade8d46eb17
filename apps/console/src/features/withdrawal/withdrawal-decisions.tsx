import type { ResultOf } from '@minerx/contract/call';
import type { operatorWithdrawal } from '@minerx/contract/operator/withdrawal';
import { Facts, Fact } from '@minerx/ui/facts';
import type { ReactNode } from 'react';
import { Amount } from '../../base/amount.tsx';
import { Decision, REASON } from '../../base/decision/decision.tsx';
import type { DecisionField } from '../../base/decision/decision-input.tsx';
import { Code, Panel } from '../../base/record/record.tsx';
import { AskTheChain, causeField, isUndecided, Review, stepSentence } from './leaving.tsx';
import styles from './withdrawal.module.css';

const CAUSE = causeField('network', 'The network does not take it');
const HASH: DecisionField = { name: 'hash', label: 'Transaction', hint: 'Its hash, as the network shows it.' };
const PROOF: DecisionField = { ...REASON, label: 'Proof', hint: 'How you know. For the audit log.' };

type Shown = ResultOf<typeof operatorWithdrawal>;

function sentenceOf({ withdrawal, payout, by_hand: byHand }: Shown): string {
  const { next, two_operators: two } = withdrawal;
  if (next === 'approve' && two) return 'Two operators have to approve it. You would be the first.';
  if (next === 'reconcile' && byHand)
    return 'Nobody knows whether it left. Find proof: another operator has to believe it too.';
  return stepSentence(withdrawal, payout);
}

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
        {isUndecided(record.withdrawal) && (
          <Review
            noun="withdrawal"
            row={record.withdrawal}
            seen={{ revision: String(record.withdrawal.revision) }}
            fields={[CAUSE, REASON]}
          >
            {what}
          </Review>
        )}
        {(next === 'send' || next === 'confirm') && <ByHand record={record} what={what} />}
        {(next === 'reconcile' || next === 'held') && <Reconcile record={record} what={what} />}
      </div>
    </Panel>
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
  if (!byHand) return <AskTheChain id={withdrawal.id}>{what}</AskTheChain>;
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
