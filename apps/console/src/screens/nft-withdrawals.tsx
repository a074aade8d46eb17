import { operatorNftWithdrawals, type OperatorNftWithdrawal } from '@minerx/contract/operator/nft';
import { useSearch } from '@tanstack/react-router';
import { Amount } from '../base/amount.tsx';
import { Age } from '../base/time.tsx';
import type { Column } from '../base/list/data-table.tsx';
import { Ends } from '../base/list/ends.tsx';
import { Find, States } from '../base/list/filters.tsx';
import { ListPage } from '../base/list/list-page.tsx';
import { NextStep, Warnings } from '../features/withdrawal/steps.tsx';

const LISTS = [
  ['pending', 'To review'],
  ['approved', 'Approved'],
  ['ended', 'Ended'],
] as const;

const columnsAt = (now: number): Column<OperatorNftWithdrawal>[] => [
  { head: 'Member', cell: ({ member_email: email }) => email },
  { head: 'Item', cell: ({ name }) => name },
  { head: 'Category', cell: ({ category }) => category },
  { head: 'Fee', end: true, cell: ({ fee }) => <Amount value={fee} wallet="USDT" /> },
  { head: 'To', wide: true, cell: ({ address }) => <Ends of={address} /> },
  { head: 'Look at', cell: ({ warnings }) => <Warnings warnings={warnings} /> },
  { head: 'Next step', cell: ({ next, state }) => <NextStep next={next} state={state} /> },
  { head: 'Since', end: true, cell: ({ since }) => <Age at={since} now={now} /> },
];

/** Items that ask to leave, the longest waiting first. */
export function NftWithdrawalsScreen() {
  const search = useSearch({ from: '/inside/nft-withdrawals' });
  return (
    <ListPage
      title="NFT withdrawals"
      call={operatorNftWithdrawals}
      search={search}
      columns={columnsAt}
      keyOf={({ id }) => id}
      linkTo={({ id }) => `/nft-withdrawals/${id}`}
      empty={search.member ? 'No NFT withdrawal of this member in this state.' : 'No NFT withdrawal waits here.'}
      filters={
        <>
          <States label="State" name="state" options={LISTS} search={search} />
          <Find label="Email of the member" name="member" search={search} />
        </>
      }
    />
  );
}
