import type { ResultOf } from '@minerx/contract/call';
import type { operatorHealth } from '@minerx/contract/operator/health';
import { Chip } from '@minerx/ui/chip';
import { Amount } from '../../base/amount.tsx';
import { DataTable, type Column } from '../../base/list/data-table.tsx';
import page from '../../base/page.module.css';
import { Panel } from '../../base/record/record.tsx';

type HotWallet = ResultOf<typeof operatorHealth>['hot_wallets'][number];

/** Below it somebody looks today (`hot_wallet_runway_hours`). */
const SHORT_HOURS = 24;

function Runway({ runway_hours: hours }: HotWallet) {
  if (hours === null) return 'Nothing leaves';
  if (hours < SHORT_HOURS) return <Chip tone="danger">{hours === 0 ? 'Does not suffice' : `${hours} h`}</Chip>;
  return hours < 2 * SHORT_HOURS ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

const COLUMNS: readonly Column<HotWallet>[] = [
  {
    head: 'Coin',
    cell: ({ wallet, network, simulated }) => (
      <>
        {wallet}, {network}
        {simulated && (
          <div>
            <Chip tone="plain">Simulated</Chip>
          </div>
        )}
      </>
    ),
  },
  { head: 'Lasts', end: true, cell: Runway },
  { head: 'Holds', end: true, cell: ({ held, wallet }) => <Amount value={held} wallet={wallet} bare /> },
];

/** What our own wallets have, and how long it lasts at what left in the last days. */
export function HotWallets({ wallets }: { wallets: readonly HotWallet[] }) {
  return (
    <Panel title="Hot wallets">
      {wallets.length === 0 ? (
        <p className={page.said}>No chain was compared yet.</p>
      ) : (
        <DataTable
          label="Hot wallets"
          rows={wallets}
          keyOf={({ network, wallet }) => `${network} ${wallet}`}
          columns={COLUMNS}
        />
      )}
    </Panel>
  );
}
