import {
  operatorVoucherBatch,
  operatorVouchers,
  type OperatorVoucher,
  type OperatorVoucherBatch,
} from '@minerx/contract/operator/offers/voucher';
import { Chip, type ChipProps } from '@minerx/ui/chip';
import { Fact, Facts } from '@minerx/ui/facts';
import { useUi } from '@minerx/ui/ui-context';
import { useParams, useSearch } from '@tanstack/react-router';
import { Amount } from '../../base/amount.tsx';
import { Decision, REASON } from '../../base/decision/decision.tsx';
import type { Column } from '../../base/list/data-table.tsx';
import { ListPage } from '../../base/list/list-page.tsx';
import page from '../../base/page.module.css';
import { whoOf } from '../../base/record/audit-trail.tsx';
import { Columns, Heading, Panel, RecordPage } from '../../base/record/record.tsx';
import { Age, At } from '../../base/time.tsx';
import { packageOf } from '../../features/voucher/package-of.ts';

const STATES: Readonly<Record<OperatorVoucher['state'], readonly [tone: ChipProps['tone'], words: string]>> = {
  unused: ['accent', 'Can be redeemed'],
  redeemed: ['gain', 'Redeemed'],
  ended: ['plain', 'Ended'],
  void: ['danger', 'Void'],
};

/** One batch of vouchers: who has redeemed what, and taking the others back. */
export function VoucherBatchScreen() {
  const { id } = useParams({ from: '/inside/vouchers/$id' });
  return (
    <RecordPage call={operatorVoucherBatch} query={{ id }} back={{ to: '/vouchers', label: 'Vouchers' }}>
      {({ batch, audit }, now) => (
        <>
          <Heading title={`Batch ${batch.id}`}>
            {batch.count} of package {packageOf(batch)}, each worth <Amount value={batch.amount} wallet="USDT" />
          </Heading>
          <Columns
            main={
              <>
                <Making batch={batch} now={now} />
                <Vouchers batch={batch.id} />
              </>
            }
            audit={audit}
            side={<Next batch={batch} />}
          />
        </>
      )}
    </RecordPage>
  );
}

function Making({ batch, now }: { batch: OperatorVoucherBatch; now: number }) {
  return (
    <Panel title="How it was made">
      <Facts small quiet>
        <Fact label="Made">
          <Age at={batch.made_at} now={now} /> ago
        </Fact>
        <Fact label="By">{whoOf(batch.made_by)}</Fact>
        <Fact label="Why">{batch.reason}</Fact>
        <Fact label="To be redeemed before">{batch.expires_at === null ? 'No end' : <At at={batch.expires_at} />}</Fact>
        <Fact label="Redeemed">{batch.redeemed}</Fact>
        <Fact label="Void">{batch.voided}</Fact>
      </Facts>
    </Panel>
  );
}

function Vouchers({ batch }: { batch: string }) {
  const { Link } = useUi();
  const search = useSearch({ from: '/inside/vouchers/$id' });
  const columns: Column<OperatorVoucher>[] = [
    { head: 'Voucher', wide: true, cell: ({ id }) => id },
    { head: 'State', cell: ({ state }) => <Chip tone={STATES[state][0]}>{STATES[state][1]}</Chip> },
    { head: 'When', end: true, cell: ({ at }) => (at === null ? '–' : <At at={at} />) },
    {
      head: 'Member',
      cell: ({ username, member_id: id }) =>
        id === null ? '–' : <Link to={`/members/${id}?tab=orders`}>{username}</Link>,
    },
  ];
  return (
    <ListPage
      sub
      title="Its vouchers"
      call={operatorVouchers}
      search={search}
      query={{ batch }}
      columns={() => columns}
      keyOf={({ id }) => id}
      empty="None."
    />
  );
}

function Next({ batch: { id, count, redeemed, voided } }: { batch: OperatorVoucherBatch }) {
  const left = count - redeemed - voided;
  return (
    <Panel title="Next step">
      <div className={page.steps}>
        <p className={page.said}>
          {left === 0 ? 'Nothing of it is left.' : `${left} of ${count} are neither redeemed nor void.`}
        </p>
        <Decision
          action="voucher void"
          label="Take back what is left"
          title={`Take back ${left} of batch ${id}`}
          variant="secondary"
          danger
          given={{ batch: id }}
          not={left === 0 ? 'Nothing of it is left.' : null}
        >
          <p>Whoever holds one of these codes can redeem it no more. This cannot be undone.</p>
        </Decision>
        <Decision
          action="voucher void"
          label="Take back one code"
          title="Take back the voucher of one code"
          variant="quiet"
          danger
          given={{}}
          fields={[{ name: 'code', label: 'Code', hint: 'Such as ABCD-EFGH-JKMN-PQRS' }, REASON]}
        />
      </div>
    </Panel>
  );
}
