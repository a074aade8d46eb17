import {
  operatorMemberLedger,
  operatorMemberOrders,
  type OperatorMovement,
  type OperatorOrder,
} from '@minerx/contract/operator/member';
import { Amount } from '../../base/amount.tsx';
import { At } from '../../base/time.tsx';
import type { Column } from '../../base/list/data-table.tsx';
import type { Search } from '../../base/list/filters.tsx';
import { ListPage } from '../../base/list/list-page.tsx';
import styles from './member.module.css';

interface ListProps {
  id: string;
  search: Search;
}

const perWallet = (
  { changes }: OperatorMovement,
  of: (change: OperatorMovement['changes'][number]) => string,
  bare = false,
) => (
  <span className={styles.lines}>
    {changes.map((change) => (
      <Amount key={change.wallet} value={of(change)} wallet={change.wallet} bare={bare} />
    ))}
  </span>
);

const MOVEMENTS: readonly Column<OperatorMovement>[] = [
  { head: 'When', cell: ({ at }) => <At at={at} /> },
  { head: 'What', cell: ({ kind }) => kind },
  { head: 'Amount', end: true, cell: (row) => perWallet(row, ({ amount }) => amount) },
  { head: 'Held', end: true, cell: (row) => perWallet(row, ({ held }) => held, true) },
  { head: 'Balance after', end: true, cell: (row) => perWallet(row, ({ balance }) => balance, true) },
  { head: 'Reason', wide: true, cell: ({ reason }) => reason ?? '' },
];

export function MemberLedger({ id, search }: ListProps) {
  return (
    <ListPage
      title="Ledger"
      sub
      call={operatorMemberLedger}
      search={search}
      query={{ id }}
      columns={() => MOVEMENTS}
      keyOf={(row) => row.id}
      empty="No movement yet."
    />
  );
}

const ORDERS: readonly Column<OperatorOrder>[] = [
  { head: 'Order', cell: ({ number }) => number },
  { head: 'Package', cell: (row) => row.package },
  { head: 'State', cell: ({ state }) => state },
  { head: 'Amount', end: true, cell: ({ amount }) => <Amount value={amount} wallet="USDT" /> },
  { head: 'Mined', end: true, cell: ({ mined }) => <Amount value={mined} wallet="USDT" bare /> },
  { head: 'Cap', end: true, cell: ({ cap }) => <Amount value={cap} wallet="USDT" bare /> },
  { head: 'Bought', cell: ({ since }) => <At at={since} /> },
  { head: 'Activated', cell: ({ activated_at: at }) => <At at={at} /> },
];

export function MemberOrders({ id, search }: ListProps) {
  return (
    <ListPage
      title="Orders"
      sub
      call={operatorMemberOrders}
      search={search}
      query={{ id }}
      columns={() => ORDERS}
      keyOf={(row) => row.id}
      empty="No order yet."
    />
  );
}
