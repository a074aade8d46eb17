import type { BalanceSheetAsset } from '@minerx/contract/operator/balance-sheet';
import { Chip } from '@minerx/ui/chip';
import { EmptyState } from '@minerx/ui/empty-state';
import { FailedState } from '@minerx/ui/failed-state';
import { Notice } from '@minerx/ui/notice';
import { useQuery } from '@tanstack/react-query';
import { Amount } from '../../base/amount.tsx';
import { sentenceOf } from '../../base/api.ts';
import { DataTable, type Column } from '../../base/list/data-table.tsx';
import { Loading } from '../../base/loading.tsx';
import page from '../../base/page.module.css';
import { Panel } from '../../base/record/record.tsx';
import { Age, At } from '../../base/time.tsx';
import { AssetTable } from '../../features/books/asset-table.tsx';
import { balanceSheetQuery } from '../../features/books/balance-sheet.api.ts';

type Place = BalanceSheetAsset['places'][number] & { wallet: string };

const PLACES: Readonly<Record<Place['place'], string>> = {
  deposit: 'Deposit addresses',
  hot: 'Hot wallet',
  cold: 'Cold wallets',
  pool: 'Paid by the pool',
};

const placesAt = (now: number): Column<Place>[] => [
  { head: 'Asset', cell: ({ wallet }) => wallet },
  { head: 'Where', cell: ({ place, network }) => (network === null ? PLACES[place] : `${PLACES[place]}, ${network}`) },
  { head: 'By the books', end: true, cell: ({ books, wallet }) => <Amount value={books} wallet={wallet} bare /> },
  {
    head: 'By the chain',
    end: true,
    cell: ({ chain, wallet }) => (chain === null ? '–' : <Amount value={chain} wallet={wallet} bare />),
  },
  {
    head: 'Compared',
    end: true,
    cell: ({ compared_at: at }) => (at === null ? 'Never' : <Age at={at} now={now} />),
  },
  {
    head: 'Unexplained',
    end: true,
    cell: ({ differences: count, compared_at: at }) =>
      count > 0 ? <Chip tone="danger">{`${count} different`}</Chip> : at === null ? '–' : 'None',
  },
  { head: 'Source', cell: ({ simulated }) => (simulated ? <Chip tone="plain">Simulated</Chip> : 'Real') },
];

/** What members hold of each asset beside what stands behind it, and where that lies. */
export function BalanceSheetScreen() {
  const sheet = useQuery(balanceSheetQuery);
  const { data } = sheet;
  return (
    <>
      <h1 className={page.title}>Balance sheet</h1>
      {sheet.isPending ? (
        <Loading heights={['20rem']} />
      ) : data === undefined ? (
        <FailedState text={sentenceOf(sheet.error)} busy={sheet.isFetching} onRetry={() => void sheet.refetch()} />
      ) : (
        <div className={page.waiting}>
          {sheet.isError && <Notice role="status">{`Old values. ${sentenceOf(sheet.error)}`}</Notice>}
          {data.at === null ? (
            <EmptyState text="It is drawn with the first check of everything, some minutes after a start." />
          ) : (
            <Sheet assets={data.assets} at={data.at} now={sheet.dataUpdatedAt} />
          )}
        </div>
      )}
    </>
  );
}

function Sheet({ assets, at, now }: { assets: readonly BalanceSheetAsset[]; at: string; now: number }) {
  return (
    <>
      <Panel
        title="Per asset"
        aside={
          <span>
            Added up on one snapshot of the ledger, <At at={at} />
          </span>
        }
      >
        <AssetTable assets={assets} />
      </Panel>
      <Panel title="Where it lies">
        <DataTable
          label="Where it lies"
          rows={assets.flatMap(({ wallet, places }) => places.map((place) => ({ ...place, wallet })))}
          keyOf={({ wallet, place, network }) => `${wallet} ${place} ${network}`}
          columns={placesAt(now)}
        />
        <p className={page.said}>
          Deposit addresses are compared one by one; of all of them together only what differs is kept. What the pool
          has paid is its own word: nobody reads the wallet that it pays to.
        </p>
      </Panel>
    </>
  );
}
