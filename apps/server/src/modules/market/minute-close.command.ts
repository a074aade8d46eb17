import { MINUTE_MS } from '@minerx/rules/duration';
import { BTC_SYMBOL, isWithinBand, judgeClose, type PriceDoubt } from '@minerx/rules/price-band';
import { PRICE_AGE_LIMIT_MS } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { isOutsideFailure } from '../../outside/failure.ts';
import type { Kline } from '../../outside/market/port.ts';
import { insertCloses, type BelievedClose } from './minute-close.store.ts';
import { readPriceSettings } from './price-band.query.ts';
import { findCloseBefore, listClosesAround, type ClosePrice } from './price-evidence.query.ts';

type Dependencies = Pick<Context, 'pool' | 'outside' | 'clock' | 'log'>;

/** What the second source closed at, by the end of each minute; nothing while it is silent. */
const listSecondCloses = async (
  { outside, log }: Dependencies,
  fromMs: number,
  toMs: number,
): Promise<(endMs: number) => bigint | null> => {
  try {
    // A minute without trades has no close: the one before still says what the price was.
    const closes = (await outside.secondMarket?.closes(fromMs - PRICE_AGE_LIMIT_MS, toMs)) ?? [];
    return (endMs) => {
      const last = closes.findLast(({ openAt }) => openAt + MINUTE_MS <= endMs);
      return last !== undefined && endMs - last.openAt - MINUTE_MS <= PRICE_AGE_LIMIT_MS ? last.closeUnits : null;
    };
  } catch (error) {
    if (!isOutsideFailure(error)) throw error;
    log.warn({ err: error }, 'the second market did not answer');
    return () => null;
  }
};

/**
 * Judges minutes that are over, oldest first, each by the second source's same minute, and keeps those that are believed. Gives the doubt
 * of the last one that is not. While the second source is silent none is kept: they are asked for again when it speaks.
 */
const keepBelieved = async (dependencies: Dependencies, klines: readonly Kline[]): Promise<PriceDoubt | null> => {
  const [first, last] = [klines[0], klines.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { pool, outside } = dependencies;
  const [{ bandPpm }, secondAt] = await Promise.all([
    readPriceSettings(pool),
    listSecondCloses(dependencies, first.openAt, last.openAt + MINUTE_MS),
  ]);
  let doubt: PriceDoubt | null = null;
  const judged: BelievedClose[] = [];
  for (const kline of klines) {
    const secondUnits = secondAt(kline.openAt + MINUTE_MS);
    const verdict = judgeClose(kline.closeUnits, { secondUnits, bandPpm });
    if (!verdict.believed) ({ doubt } = verdict);
    else judged.push({ at: new Date(kline.openAt), priceUnits: kline.closeUnits, secondUnits: secondUnits! });
  }
  const sources = {
    symbol: BTC_SYMBOL,
    source: outside.market.sourceId,
    second: outside.secondMarket?.sourceId ?? '',
    simulated: outside.market.simulated || outside.secondMarket?.simulated === true,
  };
  await insertCloses(pool, sources, judged);
  return doubt;
};

/** Keeps the believed closes of the minutes from one moment to another. @throws OutsideFailure */
export const keepMinuteCloses = async (dependencies: Dependencies, fromMs: number, toMs: number): Promise<void> => {
  await keepBelieved(dependencies, await dependencies.outside.market.klines(BTC_SYMBOL, fromMs, toMs));
};

/**
 * Money is not moved by a minute that leapt alone, although both markets say so: another confirmed close of the five minutes before or
 * after must be within the band, where there is any.
 */
const bornOut = async (
  { pool }: Dependencies,
  close: ClosePrice,
): Promise<{ close: ClosePrice } | { missing: string }> => {
  const [{ bandPpm }, around] = await Promise.all([readPriceSettings(pool), listClosesAround(pool, close.at)]);
  if (around.length === 0 || around.some((each) => isWithinBand(close.priceUnits, each, bandPpm))) return { close };
  return {
    missing: `the BTC price of ${close.at.toISOString()} is not believed: it is far from the minutes around it`,
  };
};

/**
 * The close of the minute that ended at a moment, kept or asked for now, and believed like every price; when the market does not
 * answer, a kept one that is at most five minutes older. All of them the second source has borne out. It is kept, with its source (`settlement_day.price_at` names its end).
 * @returns the close, or why there is none yet
 */
export const takeClosePrice = async (
  dependencies: Dependencies,
  end: Date,
): Promise<{ close: ClosePrice } | { missing: string }> => {
  const { pool, outside, log } = dependencies;
  const kept = await findCloseBefore(pool, end);
  if (kept?.at.getTime() === end.getTime()) return bornOut(dependencies, kept);
  try {
    const kline = await outside.market.closeAt(BTC_SYMBOL, end.getTime() - 1);
    const doubt = await keepBelieved(dependencies, [kline]);
    const asked = doubt === null ? await findCloseBefore(pool, end) : null;
    if (asked !== null) return bornOut(dependencies, asked);
    log.error({ event: 'price_doubted', doubt, at: end.toISOString() }, 'the close of a day is not believed');
    return { missing: `the BTC price of ${end.toISOString()} is not believed: ${doubt}` };
  } catch (error) {
    if (!isOutsideFailure(error)) throw error;
    if (kept !== null) return bornOut(dependencies, kept);
    return { missing: `no BTC price of ${end.toISOString()}: ${error.message}` };
  }
};
