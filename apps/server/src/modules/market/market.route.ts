import { spotInit, symbolAll, type MarketSymbol, type SpotPair } from '@minerx/contract/market';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { keep } from '../../bus/kept.ts';
import { refuse } from '../../refusal.ts';
import { listMarketSymbols } from './market-symbol.query.ts';
import { formatUnits } from '@minerx/rules/money';
import type { MarketPair, MarketState, PairNow } from '../../ports.ts';

export const addMarketRoutes = (api: Api): void => {
  const { pool, bus, market } = api.context;
  const symbols = keep(async () => ({ symbol: (await listMarketSymbols(pool)).map(presentMarketSymbol) }), bus, [
    'settings_changed',
  ]);
  // Six hundred points for everybody: written once a second, not once a member.
  const prices = keep(
    async () => {
      const pairs = await market.pairs();
      const state = market.state();
      return {
        data: Object.fromEntries(pairs.map((pair) => [pair.symbol.name.toLowerCase(), presentPair(pair, state)])),
      };
    },
    bus,
    [],
  );
  api.http.addHook('onClose', async () => {
    symbols.close();
    prices.close();
  });
  addRoute(api, symbolAll, { limit: perMinute(1200) }, () => symbols.get());
  addRoute(api, spotInit, { limit: perMinute(240) }, async () => {
    const found = await prices.get();
    // Nothing known is not the same as no pairs.
    if (Object.keys(found.data).length === 0 && (await symbols.get()).symbol.length > 0) refuse('err_unavailable');
    return found;
  });
};

const SERIES_POINTS = 100;

const presentMarketSymbol = (row: MarketPair): MarketSymbol => ({
  symbol_name: row.name,
  symbol_currency: row.currency,
  symbol_precision: row.precision,
  symbol_lotsize: formatUnits(row.lotSizeUnits),
  symbol_highlight: row.highlight,
});

/** A pair on the wire, with the age of its price for the badge. */
const presentPair = ({ ticker, minutes, stale, doubted }: PairNow, { name, simulated }: MarketState): SpotPair => ({
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
