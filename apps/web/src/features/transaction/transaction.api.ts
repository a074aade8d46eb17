import type {
  Party,
  Transaction as WireTransaction,
  walletTransaction,
  walletTransactionGetById,
} from '@minerx/contract/transaction';
import type { ResultOf } from '@minerx/contract/call';
import type { AgreedSwap } from '@minerx/contract/swap';
import { units, unitsFrom, type Units } from '@minerx/rules/money';
import { PAGE_SIZE } from '@minerx/rules/paging';
import type { MemberTransferKind } from '@minerx/rules/transfer-kind';
import { isWalletId, walletById, type Wallet, type WalletId } from '@minerx/rules/wallet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { callOf, request } from '../../base/api.ts';
import { usePages } from '../../base/pages.ts';

const list = callOf<typeof walletTransaction>('POST', 'wallet/transaction', 'member');
const one = callOf<typeof walletTransactionGetById>('GET', 'wallet/transaction/getById', 'member');

/** What a movement did to a wallet; amounts in 1e-8, what went out is negative. */
export interface WalletChange {
  wallet: Wallet;
  amountUnits: Units;
  heldUnits: Units;
  balanceUnits: Units;
}

export interface Transaction {
  id: string;
  kind: MemberTransferKind;
  at: string;
  changes: readonly WalletChange[];
  /** What a voucher was worth that paid in place of wallets. */
  voucherUnits: Units | null;
  origin: WireTransaction['origin'];
  /** Of a withdrawal that was asked for: its present state. */
  withdrawalStatus: number | null;
  reason: string | null;
  /** The masked name of another member who sent or received it. */
  counterparty: string | null;
  /** To whom the member sent it, as typed then. */
  recipient: string | null;
}

export interface TransactionFilter {
  kinds: readonly MemberTransferKind[];
  wallets: readonly WalletId[];
  /** UTC days, `2026-11-22`. */
  from?: string | undefined;
  to?: string | undefined;
}

export const signedFrom = (text: string): Units =>
  text.startsWith('-') ? units(0n - unitsFrom(text.slice(1))) : unitsFrom(text);
export const walletOf = (id: number): Wallet | null => (isWalletId(id) ? walletById(id) : null);

const transactionOf = (wire: WireTransaction): Transaction => ({
  id: wire.transaction_id,
  kind: wire.transaction_kind,
  at: wire.transaction_date,
  changes: wire.wallets.flatMap((each) => {
    const wallet = walletOf(each.member_wallet_type_id);
    if (wallet === null) return [];
    const amountUnits = signedFrom(each.amount);
    return [{ wallet, amountUnits, heldUnits: signedFrom(each.held), balanceUnits: unitsFrom(each.balance) }];
  }),
  voucherUnits: wire.voucher_amount === null ? null : unitsFrom(wire.voucher_amount),
  origin: wire.origin,
  withdrawalStatus: wire.withdrawal_status,
  reason: wire.reason,
  counterparty: wire.counterparty,
  recipient: wire.recipient,
});

/** Begins with the key of the wallets' balances: what moves value refreshes both. */
export const keyOf = (...more: unknown[]) => ['wallet', 'transaction', ...more];

/** The member's movements, newest first. */
export const useTransactions = (filter: TransactionFilter) =>
  usePages({
    key: keyOf('list', filter),
    load: async (page, signal, last?: Transaction) => {
      const { kinds, wallets, from, to } = filter;
      const { data, paginator } = await request(list, {
        body: {
          pageSize: PAGE_SIZE,
          kinds: [...kinds],
          wallet_types: [...wallets],
          ...(from && { from }),
          ...(to && { to }),
          ...(last && { before: last.id }),
        },
        signal,
      });
      // Nobody counts them: there are more, or this page is the last.
      return { rows: data.map(transactionOf), total: paginator.more ? Infinity : page * PAGE_SIZE };
    },
    keyOf: (row: Transaction) => row.id,
  });

type ChainOf = NonNullable<ResultOf<typeof walletTransactionGetById>['chain']>;

export interface Opened {
  transaction: Transaction;
  postings: readonly { wallet: Wallet; amountUnits: Units; source: Party; destination: Party }[];
  /** What a swap was agreed at; null of everything else. */
  swap: AgreedSwap | null;
  /** Over which network a deposit or a withdrawal goes, to which address, and for which fee. */
  chain: ChainOf | null;
}

/** One movement with its postings; nothing is asked for while there is no id. */
export const useTransaction = (id: string | null): UseQueryResult<Opened> =>
  useQuery({
    queryKey: keyOf('one', id),
    queryFn: async ({ signal }) => {
      const { transaction, postings, swap, chain } = await request(one, { query: { id: id! }, signal });
      return {
        swap,
        chain,
        transaction: transactionOf(transaction),
        postings: postings.flatMap(({ member_wallet_type_id, amount, source, destination }) => {
          const wallet = walletOf(member_wallet_type_id);
          return wallet === null ? [] : [{ wallet, amountUnits: unitsFrom(amount), source, destination }];
        }),
      };
    },
    enabled: id !== null,
    placeholderData: undefined,
  });
