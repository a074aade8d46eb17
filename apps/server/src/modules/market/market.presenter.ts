import type { MarketSymbol, SpotPair } from '@minerx/contract/market';
import { formatUnits } from '@minerx/rules/money';
import type { MarketPair, MarketState, PairNow } from '../../ports.ts';

const SERIES_POINTS = 100;

export const presentMarketSymbol = (row: MarketPair): MarketSymbol => ({
  symbol_name: row.name,
  symbol_currency: row.currency,
  symbol_precision: row.precision,
  symbol_lotsize: formatUnits(row.lotSizeUnits),
  symbol_highlight: row.highlight,
});

/** A pair on the wire, with the age of its price for the badge. */
export const presentPair = (
  { ticker, minutes, stale, doubted }: PairNow,
  { name, simulated }: MarketState,
): SpotPair => ({
  series: minutes
    .slice(-SERIES_POINTS)
    .map(({ openAt, close }) => ({ time: new Date(openAt).toISOString(), price: close })),
  price: ticker.price,
  high: ticker.high,
  low: ticker.low,
  vol: ticker.quoteVolume,
  percentage: ticker.changePercent,
  source: { name, simulated, at: new Date(ticker.at).toISOString(), stale, doubted },
});
