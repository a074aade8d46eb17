import { operatorDeposits, type OperatorDeposit } from '@minerx/contract/operator/deposit';
import { useSearch } from '@tanstack/react-router';
import { Amount } from '../base/amount.tsx';
import type { Column } from '../base/list/data-table.tsx';
import { Ends } from '../base/list/ends.tsx';
import { FindAll, States } from '../base/list/filters.tsx';
import { ListPage } from '../base/list/list-page.tsx';
import { Age } from '../base/time.tsx';
import { depositNext, DepositState } from '../features/deposit/deposit-state.tsx';

const LISTS = [
  ['all', 'All'],
  ['seen', 'On the way'],
  ['kept', 'Below the minimum'],
  ['credited', 'Credited'],
  ['orphaned', 'Gone from the chain'],
] as const;
const FIELDS = [
  { name: 'member', label: 'Email' },
  { name: 'hash', label: 'Transaction' },
] as const;

const columnsAt = (now: number): Column<OperatorDeposit>[] => [
  { head: 'Member', cell: ({ member_email: email }) => email },
  { head: 'Amount', end: true, cell: ({ amount, wallet }) => <Amount value={amount} wallet={wallet} /> },
  { head: 'Network', cell: ({ network }) => network },
  { head: 'Transaction', wide: true, cell: ({ hash }) => <Ends of={hash} /> },
  { head: 'Blocks', end: true, cell: ({ blocks, confirmations }) => `${blocks ?? '–'} of ${confirmations}` },
  { head: 'State', cell: ({ state }) => <DepositState state={state} /> },
  { head: 'Next', cell: ({ state }) => depositNext(state) },
  { head: 'Seen', end: true, cell: ({ seen_at: at }) => <Age at={at} now={now} /> },
];

/** What came in from chains, newest first. */
export function DepositsScreen() {
  const search = useSearch({ from: '/inside/deposits' });
  return (
    <ListPage
      title="Deposits"
      call={operatorDeposits}
      search={search}
      columns={columnsAt}
      keyOf={({ id }) => id}
      linkTo={({ id }) => `/deposits/${id}`}
      empty="No deposit of the kind."
      filters={
        <>
          <States label="State" name="state" options={LISTS} search={search} />
          <FindAll fields={FIELDS} search={search} />
        </>
      }
    />
  );
}
