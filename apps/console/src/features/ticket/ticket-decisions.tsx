import type { OperatorTicket } from '@minerx/contract/operator/ticket';
import { Button } from '@minerx/ui/button';
import { useQuery } from '@tanstack/react-query';
import { Decision, REASON } from '../../base/decision/decision.tsx';
import { useStill } from '../../base/decision/still.ts';
import { lookAgain, sessionQuery, useMay } from '../../base/queries.ts';
import { whoOf } from '../../base/record/audit-trail.tsx';
import { Panel } from '../../base/record/record.tsx';
import { useRun } from '../../base/run/use-run.ts';
import styles from './ticket.module.css';

function sentenceOf({ state, assigned_to: who }: OperatorTicket, me: string | undefined): string {
  if (state === 'closed') return 'It is closed.';
  const whose =
    who === null ? 'Nobody has taken it.' : whoOf(who) === me ? 'It is yours.' : `${whoOf(who)} has taken it.`;
  return state === 'waits' ? `${whose} The member waits for an answer.` : `${whose} The member was answered.`;
}

/** Whose it is, and whether it is over. */
export function TicketDecisions({ ticket: newest }: { ticket: OperatorTicket }) {
  const ticket = useStill(newest);
  const { data: session } = useQuery(sessionQuery);
  const isMine = ticket.assigned_to !== null && whoOf(ticket.assigned_to) === session?.email;
  return (
    <Panel title="Next step" strong={ticket.state === 'waits'}>
      <p className={styles.said}>{sentenceOf(ticket, session?.email)}</p>
      {ticket.state !== 'closed' && (
        <div className={styles.actions}>
          <Take key={String(isMine)} id={ticket.id} isMine={isMine} />
          <Decision
            action="ticket close"
            label="Close the ticket"
            title="Close this ticket"
            variant="secondary"
            given={{ id: ticket.id }}
            fields={[{ ...REASON, optional: true }]}
          >
            <p>The member reads it, but cannot write to it any more.</p>
          </Decision>
        </div>
      )}
    </Panel>
  );
}

function Take({ id, isMine }: { id: string; isMine: boolean }) {
  const mayTake = useMay('ticket assign');
  const { state, run } = useRun('ticket assign', { of: `${id} ${isMine}`, onSettled: lookAgain });
  if (!mayTake) return null;
  return (
    <>
      <Button
        size="medium"
        full
        variant={isMine ? 'secondary' : 'primary'}
        busy={state.is === 'running'}
        onClick={() => void run(isMine ? { id, to: 'nobody' } : { id })}
      >
        {isMine ? 'Give it back' : 'Take it'}
      </Button>
      {state.is === 'failed' && <p className={styles.failed}>{state.sentence}</p>}
    </>
  );
}
