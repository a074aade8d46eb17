import type { walletAll } from '@minerx/contract/wallet';
import { sumUnits, type Units } from '@minerx/rules/money';
import { isIssuedByUs } from '@minerx/rules/wallet';
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { callOf, request } from '../../base/api.ts';
import { memberQuery } from '../../base/member.ts';
import { queryClient, prefetchEarly } from '../../base/query.tsx';
import { balancesOf, type WalletLine } from './balances.ts';
import { splitTotal, type OtherBalances } from './split-total.ts';

const walletTypes = callOf<typeof walletAll>('GET', 'wallet/all', 'member');

interface Wallets {
  /** All eleven. */
  lines: readonly WalletLine[];
  /** The six wallets that the asset screen lists. */
  listed: readonly WalletLine[];
  /** What the total has beside them; null when that is nothing. */
  others: OtherBalances | null;
  /** All eleven wallets in 1e-8 USD. */
  totalUsdUnits: Units;
  /** What of it is in units that we issue and say the dollars of. */
  oursUsdUnits: Units;
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
  const { lines, totalUsdUnits } = balancesOf(member, types);
  return {
    lines,
    ...splitTotal(lines, totalUsdUnits),
    totalUsdUnits,
    oursUsdUnits: sumUnits(lines.filter(({ id }) => isIssuedByUs(id)).map(({ usdUnits }) => usdUnits)),
    simulated: lines.some((line) => line.simulated && line.usdUnits > 0n),
  };
}

/** Balances and dollar values of the member's wallets. */
const walletsQuery = queryOptions({ queryKey: walletsKey, queryFn: ({ signal }) => loadWallets(signal) });
prefetchEarly('wallet/all', walletsQuery);

export const useWallets = (): UseQueryResult<Wallets> => useQuery(walletsQuery);
