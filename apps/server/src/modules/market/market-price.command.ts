import { MINUTE_MS } from '@minerx/rules/duration';
import { BTC_SYMBOL, judgePrice } from '@minerx/rules/price-band';
import { takeMarketPrice } from '../wallet/price.store.ts';
import { PRICE_AGE_LIMIT_MS, WALLET } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { isOutsideFailure } from '../../outside/failure.ts';
import { keepMinuteCloses } from './minute-close.command.ts';
import { priceText, tellPriceDoubt } from './price-band.command.ts';
import { readPriceSettings } from './price-band.query.ts';
import { findConfirmedClose, findLastMinute } from './price-evidence.query.ts';

/** Minutes that a restart or an outage of the source left out are fetched again, this far back. */
const BACKFILL_MS = 24 * 3600_000;

type Dependencies = Pick<Context, 'pool' | 'outside' | 'clock' | 'bus' | 'log'>;

/** What the second source says now; null while it is silent or stands still. */
const findSecondPrice = async ({ outside, clock, log }: Dependencies): Promise<bigint | null> => {
  try {
    const second = (await outside.secondMarket?.latest()) ?? null;
    return second !== null && clock.now() - second.at <= PRICE_AGE_LIMIT_MS ? second.priceUnits : null;
  } catch (error) {
    if (!isOutsideFailure(error)) throw error;
    log.warn({ err: error }, 'the second market did not answer');
    return null;
  }
};

/**
 * Takes the market's BTC price for the BTC wallet, with the market's own time: the streams' while they are fresh, else REST's.
 * One that is not believed (rules/wallet/price-band.ts) is left out, so that the price ages and everything that pays by it waits.
 * Each one taken stays in the wallet's price history: prizes are paid by it, and the integrity check knows no other.
 * @returns whether it was taken; an old or doubted one is not.
 * @throws OutsideFailure when the market does not answer.
 */
export const recordBtcPrice = async (dependencies: Dependencies & Pick<Context, 'market'>): Promise<boolean> => {
  const { pool, outside, clock, bus, market } = dependencies;
  const [ticker, secondUnits] = await Promise.all([market.latest(BTC_SYMBOL), findSecondPrice(dependencies)]);
  const now = clock.now();
  if (ticker === null || now - ticker.at > PRICE_AGE_LIMIT_MS) return false;
  const [{ bandPpm, doubted }, confirmedUnits] = await Promise.all([
    readPriceSettings(pool),
    findConfirmedClose(pool, now),
  ]);
  const verdict = judgePrice(ticker.priceUnits, { secondUnits, confirmedUnits, bandPpm });
  const told = { price: ticker.price, source: outside.market.sourceId, second: priceText(secondUnits) };
  await tellPriceDoubt(dependencies, doubted, verdict.believed ? null : { doubt: verdict.doubt, ...told });
  if (!verdict.believed) return false;
  const taken = await takeMarketPrice(pool, {
    walletId: WALLET.BTC,
    priceUnits: ticker.priceUnits,
    // A market's clock that runs ahead must not make its price last longer.
    at: new Date(Math.min(ticker.at, now)),
    source: outside.market.sourceId,
    simulated: outside.market.simulated,
  });
  if (taken?.changed) bus.publish('settings_changed', { key: 'wallet_type' });
  return taken !== null;
};

/** Keeps the closes of the minutes that are over. @throws OutsideFailure */
export const recordMinuteCloses = async (dependencies: Dependencies): Promise<void> => {
  const { pool, clock } = dependencies;
  const end = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS;
  const last = (await findLastMinute(pool))?.getTime();
  const from = Math.max(last === undefined ? end - 10 * MINUTE_MS : last + MINUTE_MS, end - BACKFILL_MS);
  if (from < end) await keepMinuteCloses(dependencies, from, end);
};
