import type { SpotPair, spotInit, symbolAll } from '@minerx/contract/market';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { callOf, request } from '../../../base/api.ts';
import { marketPrices } from '../../../feeds/market-prices.ts';

const symbols = callOf<typeof symbolAll>('GET', 'symbol/all', 'public');
const spots = callOf<typeof spotInit>('GET', 'spot/init', 'public');

export interface MarketPair {
  /** Lower case, `btcusdt`: key of its prices and part of its stream names. */
  pair: string;
  /** What is traded: `BTC`. */
  asset: string;
  /** What the price is in: `USDT`. */
  currency: string;
  /** Decimals of the price. */
  precision: number;
  /** What is known of it by the last answer; the feed knows better. */
  spot: SpotPair;
}

export interface Market {
  /** The highlighted pairs of which something is known, in order. */
  pairs: readonly MarketPair[];
  simulated: boolean;
  stale: boolean;
}

async function loadMarket(signal: AbortSignal): Promise<Market> {
  const [{ symbol }, { data }] = await Promise.all([request(symbols, { signal }), request(spots, { signal })]);
  marketPrices.begin(data);
  const pairs = symbol.flatMap((each): MarketPair[] => {
    const pair = each.symbol_name.toLowerCase();
    const spot = data[pair];
    if (!each.symbol_highlight || !spot) return [];
    const currency = each.symbol_currency;
    const asset = each.symbol_name.replace(new RegExp(`${currency}$`), '');
    return [{ pair, asset, currency, precision: each.symbol_precision, spot }];
  });
  return {
    pairs,
    simulated: pairs.some(({ spot }) => spot.source.simulated),
    stale: pairs.some(({ spot }) => spot.source.stale),
  };
}

/** The pairs of the home screen; their prices go on in `usePairPrice`, where the feed has said any. */
export const useMarket = (): UseQueryResult<Market> =>
  useQuery({ queryKey: ['market'], queryFn: ({ signal }) => loadMarket(signal), staleTime: 60_000 });
