import type { walletAll } from '@minerx/contract/wallet';
import { ZERO, type Units } from '@minerx/rules/money';
import { totalAssetUsd, usdValue, WALLETS, type WalletId } from '@minerx/rules/wallet';
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { callOf, request } from '../../base/api.ts';
import { memberQuery } from '../../base/member.ts';
import { queryClient, prefetchEarly } from '../../base/query.tsx';
import { balancesOf, pricesOf } from './balances.ts';
import { splitTotal, type OtherBalances } from './split-total.ts';

const walletTypes = callOf<typeof walletAll>('GET', 'wallet/all', 'member');

export interface WalletLine {
  id: WalletId;
  name: string;
  /** Decimals shown. */
  precision: number;
  balanceUnits: Units;
  /** 1e-8 USD, rounded down. */
  usdUnits: Units;
  /** 1e-8: dollars for one unit, or (AOGTD) units for one dollar. */
  priceUnits: Units;
  priceAt: string | null;
  /** The price comes from a simulated source. */
  simulated: boolean;
  /** The market tells a price that is not believed: this is the last one that was. */
  doubted: boolean;
}

interface Wallets {
  /** The six wallets that the asset screen lists. */
  listed: readonly WalletLine[];
  /** What the total has beside them; null when that is nothing. */
  others: OtherBalances | null;
  /** All eleven wallets in 1e-8 USD. */
  totalUsdUnits: Units;
  /** A simulated price has a part in the total. */
  simulated: boolean;
}

/** Cache key of balances and prices: invalidate it after anything that moves value. */
export const walletsKey = ['wallet', 'all'] as const;

async function loadWallets(signal: AbortSignal): Promise<Wallets> {
  const [member, { wallet_type: types }] = await Promise.all([
    // Joins the question that the screen is asking already; never an older answer.
    queryClient.fetchQuery({ ...memberQuery, staleTime: 0 }),
    request(walletTypes, { signal }),
  ]);
  const balances = balancesOf(member);
  const prices = pricesOf(types);
  const lines = WALLETS.map((wallet, place): WalletLine => {
    const type = types.find((each) => each.member_wallet_type_id === wallet.id);
    return {
      id: wallet.id,
      name: type?.member_wallet_type_name ?? wallet.name,
      precision: type?.member_wallet_type_precision ?? wallet.precision,
      balanceUnits: balances[place] ?? ZERO,
      usdUnits: usdValue(wallet.id, balances[place] ?? ZERO, prices[place] ?? ZERO),
      priceUnits: prices[place] ?? ZERO,
      priceAt: type?.source.at ?? null,
      simulated: type?.source.simulated ?? false,
      doubted: type?.doubted ?? false,
    };
  });
  const totalUsdUnits = totalAssetUsd(balances, prices);
  return {
    ...splitTotal(lines, totalUsdUnits),
    totalUsdUnits,
    simulated: lines.some((line) => line.simulated && line.usdUnits > 0n),
  };
}

/** Balances and dollar values of the member's wallets. */
const walletsQuery = queryOptions({ queryKey: walletsKey, queryFn: ({ signal }) => loadWallets(signal) });
prefetchEarly('wallet/all', walletsQuery);

export const useWallets = (): UseQueryResult<Wallets> => useQuery(walletsQuery);
