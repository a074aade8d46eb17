import { operatorTickets, type OperatorTicket } from '@minerx/contract/operator/ticket';
import { Chip } from '@minerx/ui/chip';
import { useSearch } from '@tanstack/react-router';
import { Age } from '../base/time.tsx';
import type { Column } from '../base/list/data-table.tsx';
import { Find, States } from '../base/list/filters.tsx';
import { ListPage } from '../base/list/list-page.tsx';
import { whoOf } from '../base/record/audit-trail.tsx';

const LISTS = [
  ['waiting', 'Waits for us'],
  ['answered', 'Answered'],
  ['closed', 'Closed'],
] as const;
const WHOSE = [
  ['all', 'Everybody’s'],
  ['yes', 'Mine'],
] as const;

const columnsAt = (now: number): Column<OperatorTicket>[] => [
  { head: 'Ticket', cell: ({ number }) => number },
  { head: 'About', cell: ({ category }) => <Chip tone="plain">{category}</Chip> },
  { head: 'Question', wide: true, cell: ({ question }) => question },
  { head: 'Member', cell: ({ username }) => username },
  { head: 'Taken by', cell: ({ assigned_to: who }) => (who === null ? '' : whoOf(who).split('@')[0]) },
  { head: 'Waits', end: true, cell: ({ updated_at: at }) => <Age at={at} now={now} /> },
];

/** What members ask, the longest waiting first. */
export function TicketsScreen() {
  const search = useSearch({ from: '/inside/tickets' });
  return (
    <ListPage
      title="Tickets"
      call={operatorTickets}
      search={search}
      columns={columnsAt}
      keyOf={({ id }) => id}
      linkTo={({ id }) => `/tickets/${id}`}
      empty="No ticket here. Everybody is answered."
      filters={
        <>
          <States label="State" name="state" options={LISTS} search={search} />
          <States label="Whose" name="mine" options={WHOSE} search={search} />
          <Find label="Email of the member" name="member" search={search} />
        </>
      }
    />
  );
}
