import type { Context } from '../context.ts';
import { recordBtcPrice, recordMinuteCloses } from '../modules/market/market-price.command.ts';
import type { Job } from './clock.ts';

/** The BTC price every ten seconds, and its minute closes. */
export const marketPriceJobs = (context: Context): Job[] => [
  { name: 'btc price', everyMs: 10_000, run: () => recordBtcPrice(context) },
  { name: 'minute closes', everyMs: 60_000, firstAfterMs: 2000, run: () => recordMinuteCloses(context) },
];
