import type { ResultOf } from '@minerx/contract/call';
import { operatorNftWithdrawal } from '@minerx/contract/operator/nft';
import { Fact, Facts } from '@minerx/ui/facts';
import { useParams } from '@tanstack/react-router';
import { Amount } from '../base/amount.tsx';
import { At } from '../base/time.tsx';
import { whoOf } from '../base/record/audit-trail.tsx';
import { Code, Panel, RecordPage } from '../base/record/record.tsx';
import { LeavingPage } from '../features/withdrawal/leaving-page.tsx';
import { NftDecisions } from '../features/withdrawal/nft-decisions.tsx';

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
  const { withdrawal, owner } = record;
  const { name, category, fee, address, state, next, first_approver: first, cause, member_email: email } = withdrawal;
  return (
    <LeavingPage
      row={withdrawal}
      record={record}
      now={now}
      title={name}
      lead={`${category}, of ${email}`}
      decisions={<NftDecisions record={record} />}
    >
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
    </LeavingPage>
  );
}
