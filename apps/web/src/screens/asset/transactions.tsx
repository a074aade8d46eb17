import { utcDayOf } from '@minerx/rules/statement';
import { readTransferMinimums, transferableWallets } from '@minerx/rules/transfer';
import { listedWalletIds, topUpOf, walletById, WALLETS, type WalletId } from '@minerx/rules/wallet';
import { networksOf } from '@minerx/rules/withdrawal-network';
import { buttonClass } from '@minerx/ui/button';
import { EmptyState } from '@minerx/ui/empty-state';
import { Shortcuts } from '@minerx/ui/shortcuts';
import { Skeleton } from '@minerx/ui/skeleton';
import { Link, Navigate, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../../base/page.tsx';
import { useSwapPairs } from '../../base/parts/swap-pairs.ts';
import { useDepositOptions } from '../../features/deposit/deposit.api.ts';
import { Exports } from '../../features/transaction/exports.tsx';
import { useTransactions, type Transaction } from '../../features/transaction/transaction.api.ts';
import styles from '../../features/transaction/transaction.module.css';
import {
  countFilters,
  filterOf,
  filterSearch,
  walletsOf,
  type FilterSearch,
} from '../../features/transaction/filter.ts';
import { TransactionFilters } from '../../features/transaction/transaction-filters.tsx';
import { TransactionList } from '../../features/transaction/transaction-list.tsx';
import { TransactionSheet } from '../../features/transaction/transaction-sheet.tsx';
import { useTransferOptions } from '../../features/transfer/transfer.api.ts';
import { MOVES } from '../../features/wallet/moves.ts';
import { useWallets } from '../../features/wallet/wallet.api.ts';
import { WalletHead } from '../../features/wallet/wallet-head.tsx';
import { useTexts } from '../../i18n/texts.ts';
import nothingYet from '../../base/art/empty-history.svg';

/** All movements, or those of one wallet, by what the address says; each opens to its postings. */
export function TransactionsScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { id: wallet = 'all' } = useParams({ strict: false });
  const search = filterSearch(useLocation().search as Record<string, unknown>);
  const wallets = walletsOf(wallet);
  const filter = filterOf(wallets ?? [], search, utcDayOf(new Date()));
  const pages = useTransactions(filter);
  const [row, setRow] = useState<Transaction | null>(null);
  const only = wallets?.length === 1 ? wallets[0] : undefined;
  const offered = useOffered(only);
  if (wallets === null) return <Navigate to="/asset/spot/transaction/$id" params={{ id: 'all' }} replace />;
  const go = (id: string, next: FilterSearch) =>
    void navigate({ to: '/asset/spot/transaction/$id', params: { id }, search: next as never, replace: true });
  const chosen = countFilters(wallet, filter);
  return (
    <Page
      title={only === undefined ? t('wallet.history') : t('miner.wallet', { name: walletById(only).name })}
      backTo="/asset"
      action={<Exports filter={filter} />}
    >
      {only !== undefined && (
        <>
          <WalletHead id={only} />
          <WalletActions id={only} />
          <h2 className={styles.heading}>{t('wallet.history')}</h2>
        </>
      )}
      <TransactionFilters
        wallet={wallet}
        wallets={offered}
        search={search}
        chosen={chosen}
        onWallet={(id) => go(id, search)}
        onSearch={(next) => go(wallet, next)}
        onClear={() => go(only === undefined ? 'all' : wallet, {})}
      />
      <TransactionList
        name={`transactions ${wallet}`}
        pages={pages}
        empty={<Nothing only={only} isFiltered={chosen > 0} />}
        onOpen={setRow}
      />
      <TransactionSheet
        id={row?.id ?? search.opened ?? null}
        row={row}
        onClose={() => (row === null ? go(wallet, { ...search, opened: undefined }) : setRow(null))}
      />
    </Page>
  );
}

/** The wallets to choose from: those that the member sees, and the one whose page this is; the rest is `others`. */
function useOffered(only: WalletId | undefined): readonly WalletId[] {
  const others = useWallets().data?.others?.lines ?? [];
  const seen = [...listedWalletIds, ...others.map(({ id }) => id)];
  return WALLETS.map(({ id }) => id).filter((id) => id === only || seen.includes(id));
}

/** Why no movement is here: the filters say so, or the wallet is new; from there the way to one that moves it, where it has one. */
function Nothing({ only, isFiltered }: { only: WalletId | undefined; isFiltered: boolean }) {
  const { t } = useTexts();
  if (isFiltered)
    return (
      <EmptyState
        art={nothingYet}
        hint={t('transaction.empty.filtered')}
        action={
          <Link
            to="/asset/spot/transaction/$id"
            params={{ id: only === undefined ? 'all' : String(only) }}
            replace
            className={buttonClass({ size: 'medium' })}
          >
            {t('transaction.clear')}
          </Link>
        }
      />
    );
  return (
    <EmptyState
      art={nothingYet}
      hint={t(only === undefined ? 'transaction.empty' : 'transaction.empty.wallet')}
      action={<DepositLink wallet={only} />}
    />
  );
}

function DepositLink({ wallet }: { wallet: WalletId | undefined }) {
  const { t } = useTexts();
  const options = useDepositOptions().data?.options ?? [];
  if (wallet !== undefined && !options.some(({ walletType }) => walletType === wallet)) return null;
  return (
    <Link to="/asset/spot/deposit" search={{ wallet }} className={buttonClass({ size: 'medium' })}>
      {t('deposit.title')}
    </Link>
  );
}

/** What can be done with a wallet: each way out or in only where the wallet has it now. Where that cannot be known, its screen says why. */
function WalletActions({ id }: { id: WalletId }) {
  const { t } = useTexts();
  const [deposits, transfers, swaps] = [useDepositOptions(), useTransferOptions(), useSwapPairs()];
  if ([deposits, transfers, swaps].some((query) => query.isPending)) return <Skeleton height="4.725rem" />;
  const can = {
    deposit: deposits.data?.options.some(({ walletType }) => walletType === id) ?? topUpOf(id) === 'deposit',
    withdraw: networksOf(id).length > 0,
    transfer: transferableWallets(transfers.data ?? readTransferMinimums(null)).includes(id),
    swap: swaps.data?.some(({ from, to }) => from === id || to === id) ?? true,
  };
  const moves = MOVES.filter(({ name }) => can[name]);
  if (moves.length === 0) return null;
  return (
    <nav aria-label={t('wallet.actions')}>
      <Shortcuts
        even
        shortcuts={moves.map(({ name, Icon }) => ({
          to: `/asset/spot/${name}?wallet=${id}`,
          text: t(`wallet.${name}`),
          Icon,
        }))}
      />
    </nav>
  );
}
