import type { OperatorNftWithdrawal } from '@minerx/contract/operator/nft';
import { Fact, Facts } from '@minerx/ui/facts';
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
    ['collection', 'Something is wrong with the item'],
    ['other', 'Another cause'],
  ],
};
const KEEP: DecisionField = {
  name: 'keep',
  label: 'The item',
  options: [['yes', 'Keep it back until it is released']],
  hint: 'Without a choice the member can ask for it again at once.',
  optional: true,
};

const sentenceOf = ({ next, first_approver: first }: OperatorNftWithdrawal): string => {
  switch (next) {
    case 'approve':
      return 'Look at the account, then decide. Some categories need two operators.';
    case 'second':
      return `${whoOf(first ?? '')} has approved it. Somebody else has to approve it too.`;
    case 'account':
      return 'The account is held: nothing leaves it now. You can reject, or wait.';
    case 'worker':
      return 'Nothing to do: the worker sends it. Where none runs, send it and note its transaction.';
    case 'blocks':
      return 'Nothing to do: its transaction waits for blocks.';
    case 'reconcile':
      return 'Nobody knows whether it left. Ask the chain: it ends on proof alone.';
    default:
      return 'It is over.';
  }
};

/** What an operator can do with it now. */
export function NftDecisions({ withdrawal }: { withdrawal: OperatorNftWithdrawal }) {
  const { id, name, address, next } = withdrawal;
  const isUndecided = next === 'approve' || next === 'second' || next === 'account';
  const what = (
    <Facts small quiet ruled>
      <Fact label="Item">{name}</Fact>
      <Fact label="To">
        <Code>{address}</Code>
      </Fact>
    </Facts>
  );
  return (
    <Panel title="Next step" strong={isUndecided || next === 'reconcile'}>
      <p className={styles.said}>{sentenceOf(withdrawal)}</p>
      <div className={styles.actions}>
        {isUndecided && next !== 'account' && (
          <Decision action="nft approve" label="Approve" title="Approve this withdrawal" given={{ id }}>
            {what}
          </Decision>
        )}
        {isUndecided && (
          <Decision
            action="nft reject"
            label="Reject"
            title="Reject this withdrawal"
            variant="secondary"
            danger
            given={{ id }}
            fields={[CAUSE, KEEP, REASON]}
          >
            {what}
          </Decision>
        )}
        {next === 'worker' && (
          <Decision
            action="nft hash"
            label="Note its transaction"
            title="It was sent by hand"
            variant="secondary"
            given={{ id }}
            fields={[{ name: 'hash', label: 'Transaction', hint: '0x and 64 digits' }, REASON]}
          >
            {what}
          </Decision>
        )}
        {next === 'reconcile' && (
          <Decision action="payout reconcile" label="Ask the chain" title="Ask the chain what happened" given={{ id }}>
            {what}
          </Decision>
        )}
      </div>
    </Panel>
  );
}
