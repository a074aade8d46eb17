import type { ResultOf } from '@minerx/contract/call';
import { operatorNftWithdrawal } from '@minerx/contract/operator/nft';
import { Fact, Facts } from '@minerx/ui/facts';
import { useParams } from '@tanstack/react-router';
import { Amount } from '../base/amount.tsx';
import { Age, At } from '../base/time.tsx';
import { AuditTrail, whoOf } from '../base/record/audit-trail.tsx';
import { Code, Columns, Heading, Panel, RecordPage } from '../base/record/record.tsx';
import { AccountPanel } from '../features/withdrawal/account-panel.tsx';
import { NftDecisions } from '../features/withdrawal/nft-decisions.tsx';
import { State, Warnings } from '../features/withdrawal/steps.tsx';
import { TransactionsPanel } from '../features/withdrawal/transactions-panel.tsx';

type Shown = ResultOf<typeof operatorNftWithdrawal>;

/** One NFT withdrawal: which item, whose, where to, and what is to be done now. */
export function NftWithdrawalScreen() {
  const { id } = useParams({ from: '/inside/nft-withdrawals/$id' });
  return (
    <RecordPage call={operatorNftWithdrawal} query={{ id }} back={{ to: '/nft-withdrawals', label: 'NFT withdrawals' }}>
      {(record, now) => <NftWithdrawal record={record} now={now} />}
    </RecordPage>
  );
}

function NftWithdrawal({ record, now }: { record: Shown; now: number }) {
  const { withdrawal, account, audit, owner } = record;
  const { name, category, fee, address, state, warnings, next, first_approver: first, cause } = withdrawal;
  return (
    <>
      <Heading
        title={name}
        chips={
          <>
            <State state={state} />
            {warnings.length > 0 && <Warnings warnings={warnings} />}
          </>
        }
      >
        {category}, of {withdrawal.member_email}, in this state for <Age at={withdrawal.since} now={now} />
      </Heading>
      <Columns
        main={
          <>
            <Panel title="Request">
              <Facts small quiet>
                <Fact label="To">
                  <Code>{address}</Code>
                </Fact>
                <Fact label="Network">{withdrawal.network}</Fact>
                <Fact label="Fee">
                  <Amount value={fee} wallet="USDT" />
                </Fact>
                <Fact label="Asked for">
                  <At at={withdrawal.asked_at} />
                </Fact>
                {next !== null && state === 'pending' && (
                  <Fact label="Goes back by itself">
                    <At at={withdrawal.deadline_at} />
                  </Fact>
                )}
                {first !== null && <Fact label="Approved by">{whoOf(first)}</Fact>}
                {cause !== null && <Fact label="Cause">{cause}</Fact>}
                {owner !== null && (
                  <Fact label="Owner on the chain">
                    <Code>{owner}</Code>
                  </Fact>
                )}
              </Facts>
            </Panel>
            <TransactionsPanel {...record} hash={withdrawal.hash} url={record.hash_url} />
            <Panel title="What was done">
              <AuditTrail lines={audit} />
            </Panel>
          </>
        }
        side={
          <>
            <NftDecisions withdrawal={withdrawal} />
            <AccountPanel account={account} />
          </>
        }
      />
    </>
  );
}
