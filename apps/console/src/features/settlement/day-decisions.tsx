import type { OperatorDay } from '@minerx/contract/operator/settlement';
import page from '../../base/page.module.css';
import { Decision, REASON } from '../../base/decision/decision.tsx';
import { Panel } from '../../base/record/record.tsx';

function sentenceOf({ state, far, next }: OperatorDay, unseen: number): string {
  if (state === 'waiting')
    return 'It is over and nothing is fixed yet. From 01:00 UTC on it is tried every five minutes.';
  if (state === 'provisional')
    return `Orders wait for what the pool has to say of ${unseen} machines. It is asked every hour.`;
  if (state === 'correcting') return 'What became known later is being paid.';
  if (far) return 'It is settled; formula and payout are far apart. Look why.';
  return next === 'agree' ? 'It is settled.' : 'It is settled. Nothing is to be done.';
}

/** What is to be done about a day. */
export function DayDecisions({ day: row, unseen }: { day: OperatorDay; unseen: number }) {
  const { day, state, next } = row;
  const isOpen = state === 'waiting' || state === 'provisional';
  return (
    <Panel title="Next step" strong={next !== null && next !== 'wait'}>
      <div className={page.steps}>
        <p className={page.said}>{sentenceOf(row, unseen)}</p>
        {next === 'agree' && (
          <p className={page.said}>
            A payout is proposed and waits for another operator, who agrees to it or declines it under “Needs a second
            operator” on this page.
          </p>
        )}
        {state === 'provisional' && (
          <Decision
            action="settlement decide"
            label="Decide without the pool"
            title={`Decide ${day} without the pool`}
            given={{ day }}
          >
            <p>
              Machines that the pool told nothing of count with what was measured, at most with what they can do. What
              is credited is not taken back.
            </p>
          </Decision>
        )}
        {isOpen && (
          <Decision
            action="settlement run"
            label="Try now"
            title={`Settle ${day} now`}
            variant="secondary"
            given={{ day }}
            fields={[]}
          >
            <p>A day and an order are settled once, however often this runs.</p>
          </Decision>
        )}
        <Decision
          action="settlement payout"
          label="Record the payout"
          title={`What the pool paid for ${day}`}
          variant="secondary"
          given={{ day }}
          fields={[
            { name: 'amount', label: 'BTC that the pool paid', hint: 'The whole day, such as 0.01234567' },
            REASON,
          ]}
        >
          <p>Another operator has to agree. A settled day is corrected where it is more; nothing is taken back.</p>
        </Decision>
      </div>
    </Panel>
  );
}
