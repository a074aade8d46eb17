import { operatorFulfilment } from '@minerx/contract/operator/fulfilment';
import { Chip } from '@minerx/ui/chip';
import { Fact, Facts } from '@minerx/ui/facts';
import { useUi } from '@minerx/ui/ui-context';
import { useParams } from '@tanstack/react-router';
import { Amount } from '../../base/amount.tsx';
import { Decision, REASON } from '../../base/decision/decision.tsx';
import page from '../../base/page.module.css';
import { whoOf } from '../../base/record/audit-trail.tsx';
import { Columns, Heading, Panel, RecordPage } from '../../base/record/record.tsx';
import { Age, At } from '../../base/time.tsx';

const NOTE = {
  name: 'note',
  label: 'How it was handed over',
  hint: 'For the file: who received it, where and by what.',
};

/** One prize that people hand over: whose it is, and that it was done. */
export function FulfilmentScreen() {
  const { Link } = useUi();
  const { id } = useParams({ from: '/inside/prizes-to-hand-over/$id' });
  const back = { to: '/prizes-to-hand-over', label: 'Prizes to hand over' };
  return (
    <RecordPage call={operatorFulfilment} query={{ id }} back={back}>
      {({ fulfilment, member_id: memberId, name, email, mobile, held_until: heldUntil, audit }, now) => (
        <>
          <Heading
            title={fulfilment.prize}
            chips={fulfilment.done_at === null ? <Chip tone="wait">Waits</Chip> : <Chip tone="gain">Handed over</Chip>}
          >
            worth <Amount value={fulfilment.amount} wallet="USD" />, picked <Age at={fulfilment.picked_at} now={now} />{' '}
            ago
          </Heading>
          <Columns
            main={
              <Panel title="Whose it is">
                <Facts small quiet>
                  <Fact label="Name">
                    <Link to={`/members/${memberId}`}>{name}</Link>
                  </Fact>
                  <Fact label="Username">{fulfilment.username}</Fact>
                  <Fact label="Email">{email}</Fact>
                  <Fact label="Mobile">{mobile}</Fact>
                </Facts>
              </Panel>
            }
            audit={audit}
            side={
              <Panel title="Next step" strong={fulfilment.done_at === null}>
                {fulfilment.done_at === null ? (
                  <div className={page.steps}>
                    {heldUntil === null ? (
                      <p className={page.said}>Hand it over, then note how. The member sees it in the history.</p>
                    ) : (
                      <p className={page.said}>
                        Password and PIN, the second factor or the email address were reset: hand nothing over before{' '}
                        <At at={heldUntil} />.
                      </p>
                    )}
                    <Decision
                      action="fulfilment done"
                      label="It was handed over"
                      title="The prize was handed over"
                      given={{ id }}
                      fields={[NOTE, REASON]}
                    />
                  </div>
                ) : (
                  <HandedOver
                    id={id}
                    by={fulfilment.done_by ?? ''}
                    at={fulfilment.done_at}
                    note={fulfilment.note ?? ''}
                  />
                )}
              </Panel>
            }
          />
        </>
      )}
    </RecordPage>
  );
}

/** By whom, and the way back from a mistake. */
function HandedOver({ id, by, at, note }: { id: string; by: string; at: string; note: string }) {
  return (
    <div className={page.steps}>
      <p className={page.said}>
        {whoOf(by)} handed it over, <At at={at} />: {note}
      </p>
      <Decision
        action="fulfilment undo"
        label="It was not handed over"
        title="Take back that it was handed over"
        variant="quiet"
        given={{ id, 'handed-over': at }}
      >
        <p className={page.said}>
          It was noted by mistake: it waits again, and the member is told that it was not handed over yet.
        </p>
      </Decision>
    </div>
  );
}
