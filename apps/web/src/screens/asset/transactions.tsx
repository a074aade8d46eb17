import { buttonClass } from '@minerx/ui/button';
import { EmptyState } from '@minerx/ui/empty-state';
import { Link, Navigate, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../../base/page.tsx';
import { Exports } from '../../features/transaction/exports.tsx';
import { useTransactions, type Transaction } from '../../features/transaction/transaction.api.ts';
import { filterOf, filterSearch, walletsOf, type FilterSearch } from '../../features/transaction/filter.ts';
import { TransactionFilters } from '../../features/transaction/transaction-filters.tsx';
import { TransactionList } from '../../features/transaction/transaction-list.tsx';
import { TransactionSheet } from '../../features/transaction/transaction-sheet.tsx';
import { useTexts } from '../../i18n/texts.ts';
import nothingYet from '../../base/art/empty-history.svg';

/** All movements, or those of one wallet, by what the address says; each opens to its postings. */
export function TransactionsScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { id: wallet = 'all' } = useParams({ strict: false });
  const search = filterSearch(useLocation().search as Record<string, unknown>);
  const wallets = walletsOf(wallet);
  const filter = filterOf(wallets ?? [], search);
  const pages = useTransactions(filter);
  const [opened, setOpened] = useState<Transaction | null>(null);
  if (wallets === null) return <Navigate to="/asset/spot/transaction/$id" params={{ id: 'all' }} replace />;
  const go = (id: string, next: FilterSearch) =>
    void navigate({ to: '/asset/spot/transaction/$id', params: { id }, search: next as never, replace: true });
  const isFiltered = wallet !== 'all' || search.kind || search.from || search.to;
  const empty = (
    <EmptyState
      art={nothingYet}
      hint={t(isFiltered ? 'transaction.empty.filtered' : 'transaction.empty')}
      action={
        isFiltered ? (
          <Link to="/asset/spot/transaction/$id" params={{ id: 'all' }} className={buttonClass({ size: 'medium' })}>
            {t('transaction.allWallets')}
          </Link>
        ) : (
          <Link to="/asset/spot/deposit" className={buttonClass({ size: 'medium' })}>
            {t('deposit.title')}
          </Link>
        )
      }
    />
  );
  return (
    <Page title={t('wallet.history')} backTo="/asset">
      <TransactionFilters
        wallet={wallet}
        search={search}
        onWallet={(id) => go(id, search)}
        onSearch={(next) => go(wallet, next)}
      />
      {/* Before the rows: whoever wants a year of them as a file need not scroll to its end, and nothing moves when they come. */}
      <Exports filter={filter} />
      <TransactionList
        name={`transactions ${wallet}`}
        pages={pages}
        empty={empty}
        onOpen={(transaction) => setOpened(transaction)}
      />
      <TransactionSheet of={opened} onClose={() => setOpened(null)} />
    </Page>
  );
}
