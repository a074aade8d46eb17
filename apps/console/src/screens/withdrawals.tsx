import { operatorWithdrawals, type OperatorWithdrawal } from '@minerx/contract/operator/withdrawal';
import { useSearch } from '@tanstack/react-router';
import { Amount } from '../base/amount.tsx';
import { Age } from '../base/time.tsx';
import type { Column } from '../base/list/data-table.tsx';
import { Ends } from '../base/list/ends.tsx';
import { Find, States } from '../base/list/filters.tsx';
import { ListPage } from '../base/list/list-page.tsx';
import { NextStep, Warnings } from '../features/withdrawal/steps.tsx';

const LISTS = [
  ['review', 'To review'],
  ['approved', 'Approved'],
  ['sent', 'Sent'],
  ['errored', 'Outcome unknown'],
  ['ended', 'Ended'],
] as const;

const columnsAt = (now: number): Column<OperatorWithdrawal>[] => [
  { head: 'Member', cell: ({ member_email: email }) => email },
  { head: 'Amount', end: true, cell: ({ amount, wallet }) => <Amount value={amount} wallet={wallet} /> },
  { head: 'Fee', end: true, cell: ({ fee, wallet }) => <Amount value={fee} wallet={wallet} bare /> },
  { head: 'Network', cell: ({ network }) => network },
  { head: 'To', wide: true, cell: ({ address }) => <Ends of={address} /> },
  { head: 'Look at', cell: ({ warnings }) => <Warnings warnings={warnings} /> },
  { head: 'Next step', cell: ({ next, state }) => <NextStep next={next} state={state} /> },
  { head: 'Since', end: true, cell: ({ since }) => <Age at={since} now={now} /> },
];

/** Everything that asks to leave, the longest waiting first. */
export function WithdrawalsScreen() {
  const search = useSearch({ from: '/inside/withdrawals' });
  return (
    <ListPage
      title="Withdrawals"
      call={operatorWithdrawals}
      search={search}
      columns={columnsAt}
      keyOf={({ id }) => id}
      linkTo={({ id }) => `/withdrawals/${id}`}
      empty={search.member ? 'No withdrawal of this member in this state.' : 'No withdrawal waits here.'}
      filters={
        <>
          <States label="State" name="state" options={LISTS} search={search} />
          <Find label="Email of the member" name="member" search={search} />
        </>
      }
    />
  );
}
