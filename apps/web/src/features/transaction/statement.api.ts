import type { walletStatement } from '@minerx/contract/transaction';
import { unitsFrom, type Units } from '@minerx/rules/money';
import type { MemberTransferKind } from '@minerx/rules/transfer-kind';
import { type Wallet } from '@minerx/rules/wallet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { callOf, request } from '../../base/api.ts';
import { signedFrom, walletOf, keyOf } from './transaction.api.ts';

const month = callOf<typeof walletStatement>('GET', 'wallet/transaction/statement', 'member');

export interface StatementWallet {
  wallet: Wallet;
  openingUnits: Units;
  closingUnits: Units;
  openingHeldUnits: Units;
  closingHeldUnits: Units;
  movements: readonly { kind: MemberTransferKind; count: number; inUnits: Units; outUnits: Units; heldUnits: Units }[];
}

/** Whether nothing moved in a wallet, and it has what it had. */
export const isStill = ({ movements }: Pick<StatementWallet, 'movements'>): boolean => movements.length === 0;

export interface Statement {
  /** The months that there are, newest first. */
  months: readonly string[];
  wallets: readonly StatementWallet[];
  vouchers: { count: number; units: Units };
}

/** All months from one to another, `2026-11`, newest first. */
function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (
    let at = new Date(`${last}-01T00:00:00Z`);
    ;
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1))
  ) {
    const name = at.toISOString().slice(0, 7);
    if (name < first) return months;
    months.push(name);
  }
}

export const useStatement = (name: string): UseQueryResult<Statement> =>
  useQuery({
    queryKey: keyOf('statement', name),
    queryFn: async ({ signal }) => {
      const wire = await request(month, { query: { month: name }, signal });
      return {
        months: monthsBetween(wire.first_month ?? wire.last_month, wire.last_month),
        wallets: wire.wallets.flatMap((each) => {
          const wallet = walletOf(each.member_wallet_type_id);
          if (wallet === null) return [];
          return [
            {
              wallet,
              openingUnits: unitsFrom(each.opening),
              closingUnits: unitsFrom(each.closing),
              openingHeldUnits: unitsFrom(each.opening_held),
              closingHeldUnits: unitsFrom(each.closing_held),
              movements: each.movements.map((moved) => ({
                kind: moved.transaction_kind,
                count: moved.count,
                inUnits: unitsFrom(moved.in),
                outUnits: unitsFrom(moved.out),
                heldUnits: signedFrom(moved.held),
              })),
            },
          ];
        }),
        vouchers: { count: wire.vouchers.count, units: unitsFrom(wire.vouchers.amount) },
      };
    },
    placeholderData: undefined,
  });
