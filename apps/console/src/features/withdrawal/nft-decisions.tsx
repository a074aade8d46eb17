import type { ResultOf } from '@minerx/contract/call';
import type { operatorNftWithdrawal } from '@minerx/contract/operator/nft';
import { Fact, Facts } from '@minerx/ui/facts';
import { Decision, REASON } from '../../base/decision/decision.tsx';
import type { DecisionField } from '../../base/decision/decision-input.tsx';
import { Code, Panel } from '../../base/record/record.tsx';
import { AskTheChain, causeField, isUndecided, Review, stepSentence } from './leaving.tsx';
import styles from './withdrawal.module.css';

const CAUSE = causeField('collection', 'Something is wrong with the item');
const KEEP: DecisionField = {
  name: 'keep',
  label: 'The item',
  options: [['yes', 'Keep it back until it is released']],
  hint: 'Without a choice the member can ask for it again at once.',
  optional: true,
};

type Shown = ResultOf<typeof operatorNftWithdrawal>;

function sentenceOf({ withdrawal, payout }: Shown): string {
  const sentence = stepSentence(withdrawal, payout);
  if (withdrawal.next === 'approve') return `${sentence} Some categories need two operators.`;
  return withdrawal.next === 'worker' ? `${sentence} Where none runs, send it and note its transaction.` : sentence;
}

/** What an operator can do with it now. */
export function NftDecisions({ record }: { record: Shown }) {
  const { withdrawal } = record;
  const { id, name, address, next } = withdrawal;
  const what = (
    <Facts small quiet ruled>
      <Fact label="Item">{name}</Fact>
      <Fact label="To">
        <Code>{address}</Code>
      </Fact>
    </Facts>
  );
  return (
    <Panel title="Next step" strong={isUndecided(withdrawal) || next === 'reconcile'}>
      <p className={styles.said}>{sentenceOf(record)}</p>
      <div className={styles.actions}>
        {isUndecided(withdrawal) && (
          <Review noun="nft" row={withdrawal} fields={[CAUSE, KEEP, REASON]}>
            {what}
          </Review>
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
        {next === 'reconcile' && <AskTheChain id={id}>{what}</AskTheChain>}
      </div>
    </Panel>
  );
}
