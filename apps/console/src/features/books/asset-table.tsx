import type { BalanceSheetAsset } from '@minerx/contract/operator/balance-sheet';
import { Chip } from '@minerx/ui/chip';
import { Amount } from '../../base/amount.tsx';
import { DataTable, type Column } from '../../base/list/data-table.tsx';

function stateOf({ issued_by_us: ours, difference }: BalanceSheetAsset) {
  if (ours) return <Chip tone="plain">Issued by us, no reserve</Chip>;
  return difference.startsWith('-') ? <Chip tone="danger">Short</Chip> : <Chip tone="gain">Covered</Chip>;
}

const ASSETS: readonly Column<BalanceSheetAsset>[] = [
  { head: 'Asset', cell: ({ wallet }) => wallet },
  {
    head: 'In members’ wallets',
    end: true,
    cell: ({ members, wallet }) => <Amount value={members} wallet={wallet} bare />,
  },
  { head: 'Held for them', end: true, cell: ({ held, wallet }) => <Amount value={held} wallet={wallet} bare /> },
  { head: 'What there is', end: true, cell: ({ assets, wallet }) => <Amount value={assets} wallet={wallet} bare /> },
  {
    head: 'Difference',
    end: true,
    cell: ({ issued_by_us: ours, difference, wallet }) =>
      ours ? '–' : <Amount value={difference} wallet={wallet} bare />,
  },
  { head: 'State', cell: stateOf },
];

/** What members hold of each asset, beside what there is of it. */
export function AssetTable({ assets }: { assets: readonly BalanceSheetAsset[] }) {
  return <DataTable label="Per asset" rows={assets} keyOf={({ wallet }) => wallet} columns={ASSETS} />;
}
