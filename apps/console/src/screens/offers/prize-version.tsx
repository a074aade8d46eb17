import {
  operatorPrizeVersion,
  type PrizeLine,
  type PrizePrice,
  type PrizeVersion,
} from '@minerx/contract/operator/offers/prize';
import { Chip } from '@minerx/ui/chip';
import { Fact, Facts } from '@minerx/ui/facts';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Amount } from '../../base/amount.tsx';
import { Decision, REASON } from '../../base/decision/decision.tsx';
import type { DecisionField } from '../../base/decision/decision-input.tsx';
import { DataTable, type Column } from '../../base/list/data-table.tsx';
import page from '../../base/page.module.css';
import { Code, Columns, Heading, Panel, RecordPage } from '../../base/record/record.tsx';
import { At } from '../../base/time.tsx';
import { daysOf, nameOf, VersionState } from '../../features/prize/version-state.tsx';
import { Proposals } from '../../features/waiting/proposals.tsx';

/** One version of the prize table: what a pick can turn up, how likely it is, and what it is worth. */
export function PrizeVersionScreen() {
  const { id } = useParams({ from: '/inside/raya-prizes/$id' });
  return (
    <RecordPage call={operatorPrizeVersion} query={{ id }} back={{ to: '/raya-prizes', label: 'Raya prizes' }}>
      {({ version, lines, prices, proposals, audit }, now) => (
        <>
          <Heading title={`Prizes ${nameOf(version)}`} chips={<VersionState state={version.state} />}>
            {version.state === 'draft'
              ? `Counts ${daysOf(version)}, when that day is committed to it.`
              : `Days: ${daysOf(version)}.`}
          </Heading>
          <Columns
            main={
              <>
                <Lines version={version} lines={lines} />
                {proposals.length > 0 && <Proposals proposals={proposals} now={now} />}
                <Prices prices={prices} />
              </>
            }
            audit={version.state === 'draft' ? audit : undefined}
            proposed={proposals.length > 0}
            side={<Next version={version} lines={lines} />}
          />
        </>
      )}
    </RecordPage>
  );
}

/** A chance from 0 to 1 as per cent. */
function percentOf(odds: string | null): string {
  if (odds === null) return '–';
  const percent = Number(odds) * 100;
  // Never 0 of what can be drawn.
  return percent > 0 && percent < 0.0001 ? '< 0.0001 %' : `${percent.toFixed(4)} %`;
}

const GIVEN: Readonly<Record<PrizeLine['delivery'], string>> = {
  credit: '',
  voucher: 'Voucher',
  fulfilment: 'By hand',
};

/** Whole dollars. */
const amountOf = ({ from, to }: PrizeLine): string => (from === to ? from : `${from}–${to}`);

const LINES: readonly Column<PrizeLine>[] = [
  { head: 'Prize', cell: ({ id, name }) => `${id}, ${name}` },
  {
    head: 'Odds of a pick',
    end: true,
    cell: ({ drawn, odds }) => (drawn ? percentOf(odds) : <Chip tone="plain">Off</Chip>),
  },
  { head: 'Weight', end: true, cell: ({ weight }) => weight },
  { head: 'USD', end: true, cell: amountOf },
  { head: 'Mean, USD', end: true, cell: ({ mean }) => <Amount value={mean} wallet="USD" bare /> },
  { head: 'Left', end: true, cell: ({ left, total }) => (total === null ? 'No end' : `${left ?? '–'} of ${total}`) },
  { head: 'Given as', cell: ({ delivery, wallet }) => wallet ?? GIVEN[delivery] },
];

function Lines({ version, lines }: { version: PrizeVersion; lines: readonly PrizeLine[] }) {
  const { id, expected_value: value, state } = version;
  return (
    <Panel title="Prizes">
      <div className={page.waiting}>
        <DataTable label="Prizes" rows={lines} keyOf={(line) => String(line.id)} columns={LINES} />
        <Facts small quiet>
          <Fact label="A pick is worth, in the mean">
            {value === null ? '–' : <Amount value={value} wallet="USD" />}
          </Fact>
          {id !== 'draft' && (
            <Fact label="Its text’s SHA-256">
              <Code>{id}</Code>
            </Fact>
          )}
        </Facts>
        <p className={page.said}>
          {state === 'over'
            ? 'Odds depend on what was left then: the proof of each deck says it.'
            : 'Odds are of what is left now, one card of nine.'}
        </p>
      </div>
    </Panel>
  );
}

const PAYS: Readonly<Record<PrizePrice['pays'], ReactNode>> = {
  now: 'Yes',
  doubted: <Chip tone="danger">No, not believed</Chip>,
  'too old': <Chip tone="danger">No, older than five minutes</Chip>,
};

const PRICES: readonly Column<PrizePrice>[] = [
  { head: 'Wallet', cell: ({ wallet }) => wallet },
  { head: 'Price now', end: true, cell: ({ price }) => <Amount value={price} wallet="USD" /> },
  { head: 'Source', cell: ({ source, simulated }) => (simulated ? `${source}, simulated` : source) },
  { head: 'As of', end: true, cell: ({ at }) => <At at={at} /> },
  { head: 'Paid by', cell: ({ pays }) => PAYS[pays] },
];

function Prices({ prices }: { prices: readonly PrizePrice[] }) {
  return (
    <Panel title="What credited prizes are paid at">
      <div className={page.waiting}>
        <DataTable label="Prices" rows={prices} keyOf={({ wallet }) => wallet} columns={PRICES} />
        <p className={page.said}>
          A prize is worth its dollars; how many coins those are is settled when it is picked.
        </p>
      </div>
    </Panel>
  );
}

const fieldsOf = (lines: readonly PrizeLine[]): DecisionField[] => [
  { name: 'id', label: 'Prize', options: lines.map(({ id, name, from }) => [String(id), `${id}, ${name} ${from}`]) },
  { name: 'weight', label: 'Weight', hint: 'Its share of the draw, a whole number', optional: true },
  { name: 'count', label: 'Count', hint: 'In the whole campaign, such as 66 or unlimited', optional: true },
  {
    name: 'draw',
    label: 'Drawn',
    options: [
      ['on', 'Yes'],
      ['off', 'No'],
    ],
    optional: true,
  },
  { ...REASON, hint: 'For the audit log.' },
];

function Next({ version: { state }, lines }: { version: PrizeVersion; lines: readonly PrizeLine[] }) {
  return (
    <Panel title="Next step">
      <div className={page.steps}>
        <p className={page.said}>
          {state === 'over'
            ? 'It is over; what counts next is changed.'
            : 'A change is a draft when another operator agrees, and counts from the first day that is not committed to. Days that are committed to stay.'}
        </p>
        <Decision
          action="prize set"
          label="Ask for a change"
          title="Another weight, count, or whether it is drawn"
          variant="secondary"
          given={{}}
          fields={fieldsOf(lines)}
          not={state === 'over' ? 'This version is over.' : null}
        />
      </div>
    </Panel>
  );
}
