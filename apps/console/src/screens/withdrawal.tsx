import type { ResultOf } from '@minerx/contract/call';
import { operatorWithdrawal } from '@minerx/contract/operator/withdrawal';
import { Fact, Facts } from '@minerx/ui/facts';
import { useParams } from '@tanstack/react-router';
import { Amount } from '../base/amount.tsx';
import { At } from '../base/time.tsx';
import { DataTable } from '../base/list/data-table.tsx';
import { whoOf } from '../base/record/audit-trail.tsx';
import { Code, Panel, RecordPage } from '../base/record/record.tsx';
import { LeavingPage } from '../features/withdrawal/leaving-page.tsx';
import { WithdrawalDecisions } from '../features/withdrawal/withdrawal-decisions.tsx';

type Shown = ResultOf<typeof operatorWithdrawal>;

/** One withdrawal: what is asked, by whom, where to, and what is to be done now. */
export function WithdrawalScreen() {
  const { id } = useParams({ from: '/inside/withdrawals/$id' });
  return (
    <RecordPage call={operatorWithdrawal} query={{ id }} back={{ to: '/withdrawals', label: 'Withdrawals' }}>
      {(record, now) => <Withdrawal record={record} now={now} />}
    </RecordPage>
  );
}

function Withdrawal({ record, now }: { record: Shown; now: number }) {
  const { withdrawal, addresses } = record;
  const { amount, wallet, network, member_email: email } = withdrawal;
  return (
    <LeavingPage
      row={withdrawal}
      record={record}
      now={now}
      title={<Amount value={amount} wallet={wallet} />}
      lead={`of ${email} on ${network}`}
      decisions={<WithdrawalDecisions record={record} />}
    >
      <Request record={record} />
      <Panel title={`Addresses saved for ${wallet}`}>
        <DataTable
          label="Saved addresses"
          keyOf={({ saved_at: at, address, network: on }) => `${at}${on}${address}`}
          rows={addresses}
          columns={[
            { head: 'Saved', cell: ({ saved_at }) => <At at={saved_at} /> },
            { head: 'Network', cell: (row) => row.network },
            { head: 'Address', wide: true, cell: ({ address }) => <Code>{address}</Code> },
            { head: 'Used', cell: ({ address }) => (address === withdrawal.address ? 'this one' : '') },
          ]}
        />
      </Panel>
    </LeavingPage>
  );
}

function Request({ record: { withdrawal, second_approver, sent_at, confirmed_by } }: { record: Shown }) {
  const { address, fee, wallet, asked_at, deadline_at, revision, first_approver, two_operators, next, cause } =
    withdrawal;
  return (
    <Panel title="Request">
      <Facts small quiet>
        <Fact label="To">
          <Code>{address}</Code>
        </Fact>
        <Fact label="Fee">
          <Amount value={fee} wallet={wallet} />
        </Fact>
        <Fact label="Asked for">
          <At at={asked_at} />
        </Fact>
        {next !== null && (
          <Fact label="Goes back by itself">
            <At at={deadline_at} />
          </Fact>
        )}
        <Fact label="Revision">{revision}</Fact>
        <Fact label="Needs">{two_operators ? 'Two operators' : 'One operator'}</Fact>
        {first_approver !== null && <Fact label="Approved by">{whoOf(first_approver)}</Fact>}
        {second_approver !== null && <Fact label="and by">{whoOf(second_approver)}</Fact>}
        {sent_at !== null && (
          <Fact label="Sent">
            <At at={sent_at} />
          </Fact>
        )}
        {confirmed_by !== null && <Fact label="Confirmed by">{whoOf(confirmed_by)}</Fact>}
        {cause !== null && <Fact label="Cause">{cause}</Fact>}
      </Facts>
    </Panel>
  );
}
