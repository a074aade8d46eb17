import type { ResultOf } from '@minerx/contract/call';
import { operatorDeposit } from '@minerx/contract/operator/deposit';
import { Fact, Facts } from '@minerx/ui/facts';
import { useUi } from '@minerx/ui/ui-context';
import { useParams } from '@tanstack/react-router';
import { Amount } from '../base/amount.tsx';
import { ChainPanel, Code, Heading, Panel, RecordPage } from '../base/record/record.tsx';
import { At } from '../base/time.tsx';
import { DepositState } from '../features/deposit/deposit-state.tsx';

/** One deposit, as far as it has come. */
export function DepositScreen() {
  const { id } = useParams({ from: '/inside/deposits/$id' });
  return (
    <RecordPage call={operatorDeposit} query={{ id }} back={{ to: '/deposits', label: 'Deposits' }}>
      {(record) => <Deposit record={record} />}
    </RecordPage>
  );
}

function Deposit({ record }: { record: ResultOf<typeof operatorDeposit> }) {
  const { Link } = useUi();
  const { deposit, address, child, raw, block, block_hash, log_index, hash_url: url, minimum, transfer_id } = record;
  return (
    <>
      <Heading
        title={<Amount value={deposit.amount} wallet={deposit.wallet} />}
        chips={<DepositState state={deposit.state} />}
      >
        of <Link to={`/members/${deposit.member_id}`}>{deposit.member_email}</Link> on {deposit.network}
      </Heading>
      <ChainPanel url={url}>
        <Facts small quiet>
          <Fact label="Transaction">
            <Code>{deposit.hash}</Code>
          </Fact>
          <Fact label="Blocks">{`${deposit.blocks ?? '–'} of ${deposit.confirmations}`}</Fact>
          <Fact label="Block">{block}</Fact>
          <Fact label="Hash of the block">
            <Code>{block_hash}</Code>
          </Fact>
          <Fact label="Log">{log_index}</Fact>
          <Fact label="In the smallest unit">{raw}</Fact>
        </Facts>
      </ChainPanel>
      <Panel title="In the books">
        <Facts small quiet>
          <Fact label="To">
            <Code>{address}</Code>
          </Fact>
          <Fact label="Address">{child === null ? 'No deposit address of ours' : `Number ${child}`}</Fact>
          <Fact label="Seen">
            <At at={deposit.seen_at} />
          </Fact>
          <Fact label="Credited">
            <At at={deposit.credited_at} />
          </Fact>
          {transfer_id !== null && (
            <Fact label="By the movement">
              <Code>{transfer_id}</Code>
            </Fact>
          )}
          {deposit.state === 'kept' && (
            <Fact label="Credited from">
              <Amount value={minimum} wallet={deposit.wallet} />
            </Fact>
          )}
        </Facts>
      </Panel>
    </>
  );
}
