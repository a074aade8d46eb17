import { operatorWorks, type OperatorWork } from '@minerx/contract/operator/work';
import { Chip } from '@minerx/ui/chip';
import { useSearch } from '@tanstack/react-router';
import type { Column } from '../../base/list/data-table.tsx';
import { ListPage } from '../../base/list/list-page.tsx';
import { whoOf } from '../../base/record/audit-trail.tsx';
import { WorkBar } from '../../base/run/work-progress.tsx';
import { At } from '../../base/time.tsx';
import { titled } from '@minerx/contract/operator/action';

const STATES = {
  done: ['gain', 'Done'],
  refused: ['danger', 'Not in order'],
  failed: ['danger', 'Broke off'],
} as const;

function State({ work }: { work: OperatorWork }) {
  if (work.state === 'running') return <WorkBar work={work} />;
  const [tone, text] = STATES[work.state];
  return <Chip tone={tone}>{text}</Chip>;
}

const COLUMNS: readonly Column<OperatorWork>[] = [
  { head: 'What', cell: ({ action }) => titled(action) },
  { head: 'Who', cell: ({ actor }) => whoOf(actor) },
  { head: 'Asked for', cell: ({ asked_at: at }) => <At at={at} /> },
  { head: 'State', cell: (work) => <State work={work} /> },
  { head: 'What came of it', prose: true, cell: ({ lines }) => lines.slice(0, 3).join(' ') },
];

/** What takes long, whoever asked for it: it goes on without a page, and is found again here. */
export function WorkScreen() {
  const search = useSearch({ from: '/inside/long-work' });
  return (
    <ListPage
      title="Long work"
      call={operatorWorks}
      search={search}
      columns={() => COLUMNS}
      keyOf={({ id }) => id}
      empty="Nothing that takes long was asked for."
    />
  );
}
