import type { ResultOf } from '@minerx/contract/call';
import { operatorPrice, operatorPriceHistory, type PriceChange } from '@minerx/contract/operator/offers/price';
import { Fact, Facts } from '@minerx/ui/facts';
import { useParams, useSearch } from '@tanstack/react-router';
import { Decision, REASON } from '../../base/decision/decision.tsx';
import type { Column } from '../../base/list/data-table.tsx';
import { ListPage } from '../../base/list/list-page.tsx';
import page from '../../base/page.module.css';
import { whoOf } from '../../base/record/audit-trail.tsx';
import { Columns, Heading, Panel, RecordPage } from '../../base/record/record.tsx';
import { At } from '../../base/time.tsx';
import { KINDS } from '../../features/price/kinds.ts';
import { Proposals } from '../../features/waiting/proposals.tsx';

type Shown = ResultOf<typeof operatorPrice>;

/** One price or fee: what it is, what it was, and asking for another. */
export function PriceScreen() {
  const { id } = useParams({ from: '/inside/prices/$id' });
  return (
    <RecordPage call={operatorPrice} query={{ id }} back={{ to: '/prices', label: 'Prices and fees' }}>
      {(shown, now) => (
        <>
          <Heading title={titleOf(shown)} />
          <Columns
            main={
              <>
                <Now {...shown} />
                {shown.proposals.length > 0 && <Proposals proposals={shown.proposals} now={now} />}
                <History id={id} />
              </>
            }
            side={<Next {...shown} />}
          />
        </>
      )}
    </RecordPage>
  );
}

const titleOf = ({ price: { kind, of } }: Shown): string => `${of}: ${KINDS[kind].toLowerCase()}`;

function Now({ price: { value, unit, changed } }: Shown) {
  return (
    <Panel title="Now">
      <Facts small quiet>
        <Fact label="Value">
          <span className="figure">{value}</span> {unit}
        </Fact>
        <Fact label="Last changed">{changed === null ? 'Never' : <At at={changed.at} />}</Fact>
      </Facts>
    </Panel>
  );
}

const CHANGES: readonly Column<PriceChange>[] = [
  { head: 'When', cell: ({ at }) => <At at={at} /> },
  {
    head: 'By',
    cell: ({ actor, agreed_by: second, proposal }) =>
      second === null ? (
        whoOf(actor)
      ) : (
        <span title={`Proposal ${proposal}`}>{`${whoOf(actor)}, agreed: ${whoOf(second)}`}</span>
      ),
  },
  { head: 'Before', end: true, cell: ({ before }) => before ?? '–' },
  { head: 'After', end: true, cell: ({ after }) => after ?? '–' },
  { head: 'From', end: true, cell: ({ from_day: day }) => day ?? 'At once' },
  { head: 'Why', prose: true, cell: ({ reason }) => reason },
];

function History({ id }: { id: string }) {
  const search = useSearch({ from: '/inside/prices/$id' });
  return (
    <ListPage
      sub
      title="History"
      call={operatorPriceHistory}
      search={search}
      query={{ id }}
      columns={() => CHANGES}
      keyOf={({ id: line }) => line}
      empty="Nobody has changed it."
    />
  );
}

function Next(shown: Shown) {
  const { price, action } = shown;
  return (
    <Panel title="Next step">
      <div className={page.steps}>
        <p className={page.said}>Nothing changes before another operator agrees.</p>
        <Decision
          action={action.name}
          label="Ask for a change"
          title={titleOf(shown)}
          variant="secondary"
          given={action.given}
          fields={[
            { name: action.field, label: 'New value', hint: `Now ${price.value} ${price.unit}` },
            { ...REASON, hint: 'For the audit log and the history.' },
          ]}
        />
      </div>
    </Panel>
  );
}
