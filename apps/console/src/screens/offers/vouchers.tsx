import { operatorVoucherBatches, type OperatorVoucherBatch } from '@minerx/contract/operator/offers/voucher';
import { buttonClass } from '@minerx/ui/button';
import { Link, useSearch } from '@tanstack/react-router';
import { Amount } from '../../base/amount.tsx';
import type { Column } from '../../base/list/data-table.tsx';
import { ListPage } from '../../base/list/list-page.tsx';
import { useMay } from '../../base/queries.ts';
import { whoOf } from '../../base/record/audit-trail.tsx';
import { Age, At } from '../../base/time.tsx';
import { packageOf } from '../../features/voucher/package-of.ts';

const columnsAt = (now: number): Column<OperatorVoucherBatch>[] => [
  { head: 'Batch', cell: ({ id }) => id },
  { head: 'Package', cell: packageOf },
  { head: 'Worth each', end: true, cell: ({ amount }) => <Amount value={amount} wallet="USDT" /> },
  { head: 'How many', end: true, cell: ({ count }) => count },
  { head: 'Redeemed', end: true, cell: ({ redeemed }) => redeemed },
  { head: 'Void', end: true, cell: ({ voided }) => voided },
  { head: 'Ends', end: true, cell: ({ expires_at: end }) => (end === null ? 'Never' : <At at={end} />) },
  { head: 'Made', end: true, cell: ({ made_at: at }) => <Age at={at} now={now} /> },
  { head: 'By', cell: ({ made_by: who }) => whoOf(who) },
  { head: 'Why', prose: true, cell: ({ reason }) => reason },
];

/** Vouchers by the batch that they were made in. */
export function VouchersScreen() {
  const search = useSearch({ from: '/inside/vouchers' });
  const mayMake = useMay('voucher create');
  return (
    <ListPage
      title="Vouchers"
      call={operatorVoucherBatches}
      search={search}
      columns={columnsAt}
      keyOf={({ id }) => id}
      linkTo={({ id }) => `/vouchers/${id}`}
      empty="None was made yet."
      filters={
        mayMake && (
          <Link
            to="/$noun/$verb"
            params={{ noun: 'voucher', verb: 'create' }}
            search={{}}
            className={buttonClass({ variant: 'secondary', size: 'medium' })}
          >
            Make vouchers
          </Link>
        )
      }
    />
  );
}
