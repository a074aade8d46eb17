import type { OperatorProposal } from '@minerx/contract/operator/waiting';
import { Fact, Facts } from '@minerx/ui/facts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Decision } from '../../base/decision/decision.tsx';
import { useStill } from '../../base/decision/still.ts';
import { sessionQuery } from '../../base/queries.ts';
import { whoOf } from '../../base/record/audit-trail.tsx';
import { Panel } from '../../base/record/record.tsx';
import { Age } from '../../base/time.tsx';
import styles from './waiting.module.css';

interface ProposalsProps {
  proposals: readonly OperatorProposal[];
  now: number;
  /** Under them. */
  children?: ReactNode;
}

/** What one operator wants done and another has to agree to. */
export function Proposals({ proposals: newest, now, children }: ProposalsProps) {
  const proposals = useStill(newest);
  const { data: session } = useQuery(sessionQuery);
  return (
    <Panel title="Needs a second operator">
      {proposals.length === 0 && <p className={styles.none}>Nothing waits.</p>}
      <ul className={styles.proposals}>
        {proposals.map((proposal) => (
          <li key={proposal.id} className={styles.proposal}>
            <div>
              <h3>{proposal.action}</h3>
              <p>
                {whoOf(proposal.proposed_by)}, <Age at={proposal.proposed_at} now={now} /> ago
              </p>
              <Typed {...proposal} />
            </div>
            <Decide proposal={proposal} isMine={whoOf(proposal.proposed_by) === session?.email} />
          </li>
        ))}
      </ul>
      {children}
    </Panel>
  );
}

function Typed({ input, before }: Pick<OperatorProposal, 'input' | 'before'>) {
  return (
    <Facts small quiet>
      {Object.entries(input).map(([name, value]) => (
        <Fact key={name} label={name}>
          {name in before && `${before[name]} → `}
          {value}
        </Fact>
      ))}
      {Object.entries(before).map(
        ([name, value]) =>
          !(name in input) && (
            <Fact key={name} label={name}>
              {value}
            </Fact>
          ),
      )}
    </Facts>
  );
}

function Decide({ proposal, isMine }: { proposal: OperatorProposal; isMine: boolean }) {
  const { id, action } = proposal;
  return (
    <div className={styles.decide}>
      {!isMine && (
        <Decision action="proposal agree" label="Agree" title={`Agree: ${action}`} given={{ id }}>
          <p>It is done at once, as it was typed, in the name of whoever proposed it.</p>
          <Typed {...proposal} />
        </Decision>
      )}
      <Decision
        action="proposal decline"
        label={isMine ? 'Take back' : 'Decline'}
        title={`${isMine ? 'Take back' : 'Decline'}: ${action}`}
        variant="secondary"
        given={{ id }}
      >
        <Typed {...proposal} />
      </Decision>
    </div>
  );
}
