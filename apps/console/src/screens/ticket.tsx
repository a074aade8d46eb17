import type { ResultOf } from '@minerx/contract/call';
import { operatorTicket } from '@minerx/contract/operator/ticket';
import { Chip } from '@minerx/ui/chip';
import { Fact, Facts } from '@minerx/ui/facts';
import { useUi } from '@minerx/ui/ui-context';
import { useParams } from '@tanstack/react-router';
import { At } from '../base/time.tsx';
import { whoOf } from '../base/record/audit-trail.tsx';
import { Columns, Heading, Panel, RecordPage } from '../base/record/record.tsx';
import { Conversation } from '../features/ticket/conversation.tsx';
import { TicketDecisions } from '../features/ticket/ticket-decisions.tsx';
import { useTicketNews } from '../features/ticket/use-ticket-news.ts';

const STATES = {
  waits: ['wait', 'Waits for us'],
  answered: ['gain', 'Answered'],
  closed: ['plain', 'Closed'],
} as const;

/** One ticket: the conversation, live, and what can be done. */
export function TicketScreen() {
  const { id } = useParams({ from: '/inside/tickets/$id' });
  return (
    <RecordPage call={operatorTicket} query={{ id }} back={{ to: '/tickets', label: 'Tickets' }}>
      {(record) => <Ticket record={record} />}
    </RecordPage>
  );
}

function Ticket({ record }: { record: ResultOf<typeof operatorTicket> }) {
  const { Link } = useUi();
  const { ticket, language } = record;
  const [tone, words] = STATES[ticket.state];
  useTicketNews(ticket.id, ticket.updated_at);
  return (
    <>
      <Heading title={ticket.number} chips={<Chip tone={tone}>{words}</Chip>}>
        {ticket.category}, opened <At at={ticket.opened_at} />
      </Heading>
      <Columns
        main={<Conversation key={ticket.id} record={record} />}
        side={
          <>
            <TicketDecisions ticket={ticket} />
            <Panel title="Member">
              <Facts small quiet>
                <Fact label="Name">
                  <Link to={`/members/${ticket.member_id}`}>{ticket.username}</Link>
                </Fact>
                <Fact label="Email">{ticket.member_email}</Fact>
                <Fact label="Reads">{language}</Fact>
                <Fact label="Taken by">{ticket.assigned_to === null ? 'Nobody' : whoOf(ticket.assigned_to)}</Fact>
              </Facts>
            </Panel>
          </>
        }
      />
    </>
  );
}
