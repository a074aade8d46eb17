import { operatorAudit, type CheckedLine } from '@minerx/contract/operator/audit';
import { Chip } from '@minerx/ui/chip';
import { useSearch } from '@tanstack/react-router';
import type { Column } from '../base/list/data-table.tsx';
import { FindAll } from '../base/list/filters.tsx';
import { ListPage } from '../base/list/list-page.tsx';
import { whoOf } from '../base/record/audit-trail.tsx';
import { At } from '../base/time.tsx';
import { ChainState } from '../features/audit/chain-state.tsx';
import { Detail, What } from '../features/audit/detail.tsx';

const COLUMNS: readonly Column<CheckedLine>[] = [
  { head: 'Line', end: true, cell: ({ id }) => id },
  { head: 'When', cell: ({ at }) => <At at={at} /> },
  { head: 'Who', cell: ({ actor }) => whoOf(actor) },
  { head: 'What', cell: (line) => <What line={line} /> },
  { head: 'Why, before and after', prose: true, cell: (line) => <Detail line={line} /> },
  { head: 'Chain', cell: ({ holds }) => (holds ? <Chip tone="gain">Holds</Chip> : <Chip tone="danger">Broken</Chip>) },
];

const FIELDS = [
  { name: 'actor', label: 'Who' },
  { name: 'action', label: 'What' },
  { name: 'subject', label: 'To what' },
  { name: 'words', label: 'Words' },
  { name: 'from', label: 'From', type: 'date' },
  { name: 'to', label: 'Until', type: 'date' },
] as const;

/** Who did what to what, when and why; every line verified as it is shown. */
export function AuditScreen() {
  const search = useSearch({ from: '/inside/audit' });
  return (
    <ListPage
      title="Audit log"
      call={operatorAudit}
      search={search}
      columns={() => COLUMNS}
      keyOf={({ id }) => id}
      empty="Nothing of the kind was done."
      filters={
        <>
          <FindAll fields={FIELDS} search={search} />
          <ChainState />
        </>
      }
    />
  );
}
