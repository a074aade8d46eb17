import type { ResultOf } from '@minerx/contract/call';
import {
  operatorEntry,
  operatorEntryHistory,
  type CatalogueChange,
  type CatalogueDone,
} from '@minerx/contract/operator/offers/catalogue';
import { Fact, Facts } from '@minerx/ui/facts';
import { useParams, useSearch } from '@tanstack/react-router';
import { Decision, REASON } from '../../base/decision/decision.tsx';
import type { Column } from '../../base/list/data-table.tsx';
import { ListPage } from '../../base/list/list-page.tsx';
import page from '../../base/page.module.css';
import { whoOf } from '../../base/record/audit-trail.tsx';
import { Columns, Heading, Panel, RecordPage } from '../../base/record/record.tsx';
import { At } from '../../base/time.tsx';
import { kindOf, KINDS } from '../../base/kinds.ts';
import { Proposals } from '../../features/waiting/proposals.tsx';

type Shown = ResultOf<typeof operatorEntry>;

/** One thing that operators set: what it is, what it was, and changing it. */
export function EntryScreen() {
  const { kind, id } = useParams({ from: '/inside/catalogue/$kind/$id' });
  const { title } = KINDS[kindOf(kind)];
  const isNew = id.endsWith('.new');
  return (
    <RecordPage call={operatorEntry} query={{ id }} back={{ to: `/catalogue/${kind}`, label: title }}>
      {(shown, now) => (
        <>
          <Heading title={shown.entry.name} />
          <Columns
            main={
              <>
                {!isNew && <Now {...shown} />}
                {shown.proposals.length > 0 && <Proposals proposals={shown.proposals} now={now} />}
                {!isNew && <History id={id} />}
              </>
            }
            side={<Next {...shown} />}
          />
        </>
      )}
    </RecordPage>
  );
}

function Now({ entry: { facts, changed } }: Shown) {
  return (
    <Panel title="Now">
      <Facts small quiet>
        {facts.map(({ label, value }) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
        <Fact label="Last changed">{changed === null ? 'Never' : <At at={changed.at} />}</Fact>
      </Facts>
    </Panel>
  );
}

const DONE: readonly Column<CatalogueDone>[] = [
  { head: 'When', cell: ({ at }) => <At at={at} /> },
  {
    head: 'By',
    cell: ({ actor, agreed_by: second }) =>
      second === null ? whoOf(actor) : `${whoOf(actor)}, agreed: ${whoOf(second)}`,
  },
  {
    head: 'What',
    prose: true,
    cell: ({ changes }) =>
      changes.map(({ label, before, after }) => `${label}: ${before} → ${after}`).join('; ') || 'As it was',
  },
  { head: 'Why', prose: true, cell: ({ reason }) => reason },
];

function History({ id }: { id: string }) {
  const search = useSearch({ from: '/inside/catalogue/$kind/$id' });
  return (
    <ListPage
      sub
      title="History"
      call={operatorEntryHistory}
      search={search}
      query={{ id }}
      columns={() => DONE}
      keyOf={({ id: line }) => line}
      empty="Nobody has changed it."
    />
  );
}

/** A label within a sentence. */
const inside = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);

const LONG = 60;

function Next({ entry, changes }: Shown) {
  return (
    <Panel title="Next step">
      <div className={page.steps}>
        {changes.some(({ two }) => two) && (
          <p className={page.said}>
            {changes.every(({ two }) => two) ? 'Nothing changes' : 'Some of it does not change'} before another operator
            agrees.
          </p>
        )}
        {changes.map((change) => (
          <Decision
            key={change.label}
            action={change.action}
            label={change.two ? `Ask: ${inside(change.label)}` : change.label}
            title={`${entry.name}: ${inside(change.label)}`}
            variant="secondary"
            given={change.given}
            fields={[...change.fields.map(fieldOf), { ...REASON, hint: 'For the audit log and the history.' }]}
          />
        ))}
      </div>
    </Panel>
  );
}

const fieldOf = ({ name, label, hint, now, options, languages }: CatalogueChange['fields'][number]) => ({
  name,
  label,
  hint,
  now,
  optional: now === '',
  long: now.length > LONG,
  languages,
  ...(options && { options: options.map((option) => [option, option] as const) }),
});
