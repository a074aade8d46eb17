import { operatorOutbox, type GivenUpWork } from '@minerx/contract/operator/outbox';
import { useSearch } from '@tanstack/react-router';
import { Decision } from '../../base/decision/decision.tsx';
import type { Column } from '../../base/list/data-table.tsx';
import { ListPage } from '../../base/list/list-page.tsx';
import { useMay } from '../../base/queries.ts';
import page from '../../base/page.module.css';
import { titled } from '@minerx/contract/operator/action';
import { Age } from '../../base/time.tsx';

const whatOf = ({ topic, template }: GivenUpWork): string =>
  titled(template === null ? topic : `${topic}: ${template}`).replaceAll('_', ' ');

const columnsAt = (now: number): Column<GivenUpWork>[] => [
  { head: 'What', cell: whatOf },
  { head: 'Asked for', end: true, cell: ({ asked_at: at }) => <Age at={at} now={now} /> },
  { head: 'Given up', end: true, cell: ({ given_up_at: at }) => <Age at={at} now={now} /> },
  { head: 'Tries', end: true, cell: ({ attempts }) => attempts },
  { head: 'Why', prose: true, cell: ({ last_error: error }) => error ?? 'Unknown' },
  { head: 'Next', cell: (work) => <Decisions work={work} /> },
];

function Decisions({ work }: { work: GivenUpWork }) {
  const { id } = work;
  const mayDecide = useMay('outbox retry');
  const what = whatOf(work);
  if (!mayDecide) return 'An admin decides';
  return (
    <div className={page.inRow}>
      <Decision action="outbox retry" label="Try again" title={`Try again: ${what}`} variant="secondary" given={{ id }}>
        <p>It is done from its first try on, and stands here again if it fails for good.</p>
      </Decision>
      <Decision action="outbox drop" label="Forget it" title={`Forget: ${what}`} variant="quiet" danger given={{ id }}>
        <p>Nobody gets it any more, and nobody is told.</p>
      </Decision>
    </div>
  );
}

/** Mails that nobody took and other work that was given up, the latest first. */
export function OutboxScreen() {
  const search = useSearch({ from: '/inside/given-up' });
  return (
    <ListPage
      title="Given up"
      call={operatorOutbox}
      search={search}
      columns={columnsAt}
      keyOf={({ id }) => id}
      empty="Nothing was given up."
    />
  );
}
