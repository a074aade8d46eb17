import type { spotInit, symbolAll } from '@minerx/contract/market';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { callOf, request } from '../../../base/api.ts';
import { marketPrices } from '../../../feeds/market-prices.ts';

const symbols = callOf<typeof symbolAll>('GET', 'symbol/all', 'public');
const spot = callOf<typeof spotInit>('GET', 'spot/init', 'public');

export interface MarketPair {
  /** Lower case, `btcusdt`: key of its prices and part of its stream names. */
  pair: string;
  /** What is traded: `BTC`. */
  asset: string;
  /** What the price is in: `USDT`. */
  currency: string;
  /** Decimals of the price. */
  precision: number;
  /** Nobody bears its price out, by the last answer; the feed knows better. */
  doubted: boolean;
}

export interface Market {
  /** The highlighted pairs of which something is known, in order. */
  pairs: readonly MarketPair[];
  simulated: boolean;
  stale: boolean;
}

async function loadMarket(signal: AbortSignal): Promise<Market> {
  const [{ symbol }, { data }] = await Promise.all([request(symbols, { signal }), request(spot, { signal })]);
  marketPrices.begin(data);
  const shown = symbol.filter((each) => each.symbol_highlight && data[each.symbol_name.toLowerCase()]);
  const sources = shown.map((each) => data[each.symbol_name.toLowerCase()]!.source);
  return {
    pairs: shown.map((each) => ({
      pair: each.symbol_name.toLowerCase(),
      asset: each.symbol_name.replace(new RegExp(`${each.symbol_currency}$`), ''),
      currency: each.symbol_currency,
      precision: each.symbol_precision,
      doubted: data[each.symbol_name.toLowerCase()]!.source.doubted,
    })),
    simulated: sources.some(({ simulated }) => simulated),
    stale: sources.some(({ stale }) => stale),
  };
}

/** The pairs of the home screen; their prices go on in `usePairPrice`. */
export const useMarket = (): UseQueryResult<Market> =>
  useQuery({ queryKey: ['market'], queryFn: ({ signal }) => loadMarket(signal), staleTime: 60_000 });
