import { HIGHEST_ID, LOWEST_ID } from '../../base/ids.ts';
import type { Context } from '../../context.ts';
import { isOutsideFailure } from '../../outside/failure.ts';
import { dayEnd, dayStart } from '../../outside/utc-day.ts';
import { recallNetworkTip } from '../network/network-tip.step.ts';
import { finishCorrection } from './correction.command.ts';
import { findPoolPayout } from './day-figures.query.ts';
import { stretchesOf } from './day-work.ts';
import { tellFarFormula } from './formula-alarm.command.ts';
import { freezeDay, patiently } from './freeze-day.command.ts';
import type { Fleet } from './order-work.ts';
import { noteRewards, REWARD_NEWS } from '../reward/reward-news.store.ts';
import { recordPoolPayout } from './pool/pool-payout.command.ts';
import { recordPoolWorkerDay } from './pool/pool-figures.command.ts';
import { listDueOrders } from './settlement.query.ts';
import { sumDay } from './shown/settlement-show.query.ts';
import { keepSummary, summaryOf } from './shown/settlement-summary.store.ts';
import { findSettlementDay, setSettlementState, type SettlementDay } from './settlement.store.ts';
import { creditByRanges, type CreditRewards } from './split/credit-ranges.command.ts';

/** The BTC price at the end of a minute, or why there is none yet. `modules/market` provides it. */
type TakeClosePrice = (
  context: Context,
  end: Date,
) => Promise<
  { close: { priceUnits: bigint; symbol: string; at: Date; source: string; simulated: boolean } } | { missing: string }
>;

/** What settling needs of other nouns. */
interface SettlementParts {
  credit: CreditRewards;
  takeClosePrice: TakeClosePrice;
}

export interface SettlementOutcome {
  day: string;
  /** `waiting`: nothing can be said of the day yet, `reason` tells why. `provisional`: some orders wait for the pool's figures. */
  state: 'settled' | 'provisional' | 'waiting';
  reason: string | null;
  /** Credited by this run. */
  orders: number;
  sat: bigint;
  /** Orders that wait for the pool's figures of a device. */
  openOrders: number;
}

export interface SettlementInput {
  /** An operator's decision: devices that the pool never told of count with what was measured, at most with what their machines can do. */
  withoutPoolFigures?: boolean;
  /** How many orders are credited together; by default as many as one transaction bears. */
  ordersInRange?: number | undefined;
}

const PAGE = 2000;

/** A settlement has to wait; the message says for what. */
class NotYet extends Error {}

/**
 * Settles a UTC day: what each live order's share of the devices hashed is worth by the day's difficulty, subsidy, fee and
 * payout (rules/mining/mining-reward.ts), credited once however often this runs. The figures of the day are fixed by its first
 * settlement. Orders with a device of which the pool has told nothing wait until it tells, or an operator decides.
 */
export const settle = async (
  context: Context,
  { credit, takeClosePrice }: SettlementParts,
  day: string,
  { withoutPoolFigures = false, ordersInRange }: SettlementInput = {},
): Promise<SettlementOutcome> => {
  const nothing = { day, orders: 0, sat: 0n, openOrders: 0 };
  try {
    const known = await findSettlementDay(context.pool, day);
    if (known?.state === 'correcting') await finishCorrection(context, credit, day);
    if (known !== null && known.state !== 'provisional') return { ...nothing, state: 'settled', reason: null };
    if (context.clock.now() < dayEnd(day)) throw new NotYet('the day is not over');
    await recordPoolFigures(context, day);
    const payout = await findPoolPayout(context.pool, day);
    if (payout === null) throw new NotYet('the pool has not told what it paid for the day');
    const fixed = known ?? (await readDay(context, takeClosePrice, day, payout.simulated));
    const fleet = await freezeDay(context, fixed, payout, withoutPoolFigures);
    if (fleet !== null) {
      await tellFarFormula(context, fleet);
      return await creditDay(context, credit, fleet, ordersInRange);
    }
    const openOrders = await countDueOrders(context, day);
    return { ...nothing, state: 'provisional', reason: null, openOrders };
  } catch (error) {
    if (!(error instanceof NotYet) && !isOutsideFailure(error)) throw error;
    return { ...nothing, state: 'waiting', reason: error.message };
  }
};

/** A silent pool is no fault while its figures have been recorded, by an earlier run or by an operator. */
const recordPoolFigures = async (context: Context, day: string): Promise<void> => {
  for (const record of [recordPoolPayout, recordPoolWorkerDay]) {
    await record(context, day).catch((error: unknown) => {
      if (!isOutsideFailure(error)) throw error;
      context.log.warn({ day, err: error }, 'pool figures not read');
    });
  }
};

const readDay = async (
  context: Context,
  takeClosePrice: TakeClosePrice,
  day: string,
  simulated: boolean,
): Promise<Omit<SettlementDay, 'state' | 'poolFeePpm'>> => {
  await recallNetworkTip(context);
  const { network } = context.outside;
  const stretches = stretchesOf(dayStart(day), await network.segmentsOfDay(day));
  const answer = await takeClosePrice(context, new Date(dayEnd(day)));
  if ('missing' in answer) throw new NotYet(`err_price_stale: ${answer.missing}`);
  const price = answer.close;
  return {
    day,
    stretches,
    priceUnits: price.priceUnits,
    priceAt: price.at,
    priceSource: price.source,
    pricePair: price.symbol,
    simulated: network.simulated || price.simulated || simulated,
  };
};

const countDueOrders = async ({ pool }: Context, day: string): Promise<number> => {
  let [count, after] = [0, LOWEST_ID];
  for (;;) {
    const page = await listDueOrders(pool, day, { afterId: after, untilId: HIGHEST_ID }, PAGE);
    if (page.length === 0) return count;
    count += page.length;
    after = page.at(-1)!.id;
  }
};

const creditDay = async (
  context: Context,
  credit: CreditRewards,
  fleet: Fleet,
  ordersInRange: number | undefined,
): Promise<SettlementOutcome> => {
  const { day } = fleet.day;
  const credited = await creditByRanges(context, credit, fleet, ordersInRange);
  const state = credited.openOrders === 0 ? 'settled' : 'provisional';
  await patiently(context, async (tx) => {
    await setSettlementState(tx, day, state);
    if (state === 'settled') await keepSummary(tx, day, summaryOf(await sumDay(tx, day)));
    await noteRewards(tx, day, new Date(context.clock.now()));
  });
  context.bus.publish('outbox', { topic: REWARD_NEWS });
  return { day, reason: null, ...credited, state };
};
