import { computeReward, type RewardInputs } from '@minerx/rules/mining-reward';
import type { Context } from '../../context.ts';
import { isOutsideFailure } from '../../outside/failure.ts';
import { dayEnd, dayStart } from '../../outside/utc-day.ts';
import {
  deviceDay,
  fleetWorthPico,
  payoutFactorOf,
  stretchesOf,
  windowOf,
  type DeviceDay,
  type Stretch,
} from './day-work.ts';
import { recordPoolPayout, recordPoolWorkerDay } from './pool-figures.command.ts';
import {
  findPoolFeePpm,
  findPoolPayout,
  FIRST_ID,
  listDevicesOfDay,
  listDueOrders,
  measureDay,
  measureWindows,
  type DueOrder,
  type MeasuredDay,
} from './settlement.query.ts';
import { findSettlementDay, insertSettlementDay, setSettlementState, type SettlementDay } from './settlement.store.ts';

/** A computed reward as `modules/reward` credits it. */
export interface ComputedReward {
  orderId: string;
  sat: bigint;
  usdUnits: bigint;
  carryPicoSat: bigint;
  endsOrder: boolean;
  inputs: RewardInputs;
  simulated: boolean;
}

/** Credits rewards; those whose order changed meanwhile come back as stale. `modules/reward` provides it. */
export type CreditRewards = (
  context: Context,
  day: string,
  rewards: readonly ComputedReward[],
) => Promise<{ settled: number; stale: readonly string[] }>;

/** The BTC price at the end of a minute, or why there is none yet. `modules/market` provides it. */
export type TakeClosePrice = (
  context: Context,
  end: Date,
) => Promise<{ close: { priceUnits: bigint; at: Date; simulated: boolean } } | { missing: string }>;

/** What settling needs of other nouns. */
export interface SettlementParts {
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

export interface SettlementWish {
  /** An operator's decision: what nobody saw and the pool never told earns nothing. */
  withoutPoolFigures?: boolean;
}

const DEFAULT_POOL_FEE_PPM = 20_000;
const PAGE = 2000;
const MINUTE_MS = 60_000;
const MINUTES_PER_DAY = 1440;

class NotYet extends Error {}

/**
 * Settles a UTC day: what each live order's share of the devices hashed is worth by the day's difficulty, subsidy, fee and
 * payout (rules/mining-reward.ts), credited once however often this runs. The figures of the day are fixed by its first
 * settlement. Orders with a device that nobody saw for a while wait until the pool tells what it saw.
 */
export const settle = async (
  context: Context,
  { credit, takeClosePrice }: SettlementParts,
  day: string,
  wish: SettlementWish = {},
): Promise<SettlementOutcome> => {
  const nothing = { day, orders: 0, sat: 0n, openOrders: 0 };
  try {
    const known = await findSettlementDay(context.pool, day);
    if (known?.state === 'settled') return { ...nothing, state: 'settled', reason: null };
    if (context.clock.now() < dayEnd(day)) throw new NotYet('the day is not over');
    await recordPoolFigures(context, day);
    return await settleFigures(context, credit, await measureFleet(context, takeClosePrice, day, known), wish);
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

interface Fleet {
  figures: SettlementDay;
  devices: Map<number, DeviceDay>;
}

/** Every device's day and the figures that all orders of the day are settled by. */
const measureFleet = async (
  context: Context,
  takeClosePrice: TakeClosePrice,
  day: string,
  known: SettlementDay | null,
): Promise<Fleet> => {
  const { pool, outside } = context;
  const from = dayStart(day);
  const stretches = known?.stretches ?? stretchesOf(from, await outside.network.segmentsOfDay(day));
  const [measured, listed] = await Promise.all([measureDay(pool, day, stretches), listDevicesOfDay(pool, day)]);
  const minute = (at: Date): number =>
    Math.min(MINUTES_PER_DAY, Math.max(0, Math.ceil((at.getTime() - from) / MINUTE_MS)));
  const devices = new Map<number, DeviceDay>();
  for (const device of listed) {
    const fromMinute = device.liveFrom === null ? MINUTES_PER_DAY : minute(device.liveFrom);
    const toMinute = device.retiredAt === null ? MINUTES_PER_DAY : minute(device.retiredAt);
    const { poolHashes, simulated } = device;
    const parts = measured.get(device.id) ?? [];
    devices.set(device.id, deviceDay({ stretches, measured: parts, fromMinute, toMinute, poolHashes, simulated }));
  }
  return { figures: known ?? (await fixFigures(context, takeClosePrice, day, stretches, devices)), devices };
};

const fixFigures = async (
  context: Context,
  takeClosePrice: TakeClosePrice,
  day: string,
  stretches: Stretch[],
  devices: Map<number, DeviceDay>,
): Promise<SettlementDay> => {
  const { pool, outside } = context;
  const payout = await findPoolPayout(pool, day);
  if (payout === null) throw new NotYet('the pool has not told what it paid for the day');
  const answer = await takeClosePrice(context, new Date(dayEnd(day)));
  if ('missing' in answer) throw new NotYet(`err_price_stale: ${answer.missing}`);
  const price = answer.close;
  const poolFeePpm = (await findPoolFeePpm(pool)) ?? DEFAULT_POOL_FEE_PPM;
  const figures: SettlementDay = {
    day,
    state: 'provisional',
    stretches,
    poolFeePpm,
    priceUnits: price.priceUnits,
    priceAt: price.at,
    payout: payoutFactorOf(payout.rewardSat, fleetWorthPico(stretches, devices.values(), poolFeePpm)),
    simulated: payout.simulated || price.simulated || outside.network.simulated,
  };
  await insertSettlementDay(pool, figures);
  return figures;
};

const settleFigures = async (
  context: Context,
  credit: CreditRewards,
  fleet: Fleet,
  wish: SettlementWish,
): Promise<SettlementOutcome> => {
  const { day } = fleet.figures;
  const outcome = { day, reason: null, orders: 0, sat: 0n, openOrders: 0 };
  let after = FIRST_ID;
  for (;;) {
    const page = await listDueOrders(context.pool, day, after, PAGE);
    if (page.length === 0) break;
    const rewards = await rewardsOf(context, fleet, page, wish);
    outcome.openOrders += page.length - rewards.length;
    const { settled, stale } = await credit(context, day, rewards);
    outcome.orders += settled;
    const left = new Set(stale);
    for (const { orderId, sat } of rewards) if (!left.has(orderId)) outcome.sat += sat;
    // Only settlements change these balances and they run one at a time, so a stale one is an operator's doing: next run.
    outcome.openOrders += left.size;
    after = page.at(-1)!.id;
  }
  const state = outcome.openOrders === 0 ? 'settled' : 'provisional';
  await setSettlementState(context.pool, day, state);
  return { ...outcome, state };
};

/** The rewards of those orders of a page that need not wait. */
const rewardsOf = async (
  { pool }: Context,
  fleet: Fleet,
  page: readonly DueOrder[],
  { withoutPoolFigures = false }: SettlementWish,
): Promise<ComputedReward[]> => {
  const { day, stretches } = fleet.figures;
  const start = dayStart(day);
  // From the first full minute after activation.
  const late = page.flatMap(({ id, activatedAt }) =>
    activatedAt.getTime() <= start ? [] : [{ id, fromMinute: Math.ceil((activatedAt.getTime() - start) / MINUTE_MS) }],
  );
  const windows = late.length === 0 ? new Map<string, MeasuredDay>() : await measureWindows(pool, day, stretches, late);
  const fromMinutes = new Map(late.map(({ id, fromMinute }) => [id, fromMinute]));
  return page.flatMap((order) => {
    const fromMinute = fromMinutes.get(order.id) ?? 0;
    const work = workOf(order, fleet, fromMinute, fromMinute === 0 ? null : (windows.get(order.id) ?? new Map()));
    if (work.open && !withoutPoolFigures) return [];
    return [rewardOf(order, fleet.figures, work, fromMinute)];
  });
};

interface OrderWork {
  hashesTenths: bigint[];
  open: boolean;
  simulated: boolean;
}

const workOf = (order: DueOrder, fleet: Fleet, fromMinute: number, window: MeasuredDay | null): OrderWork => {
  const { stretches } = fleet.figures;
  const work: OrderWork = { hashesTenths: stretches.map(() => 0n), open: false, simulated: fleet.figures.simulated };
  for (const [index, deviceId] of order.deviceIds.entries()) {
    const device = fleet.devices.get(deviceId);
    if (device === undefined) continue; // Retired before the day began.
    const part = window === null ? null : windowOf(device, stretches, window.get(deviceId) ?? [], fromMinute);
    const tenths = BigInt(order.sharesTenths[index]!);
    for (let at = 0; at < stretches.length; at++) {
      work.hashesTenths[at]! += tenths * (part === null ? device.hashes[at]! + device.filled[at]! : part.hashes[at]!);
    }
    work.open ||= device.open && (part === null || part.blindS > 0);
    work.simulated ||= device.simulated;
  }
  return work;
};

const rewardOf = (order: DueOrder, figures: SettlementDay, work: OrderWork, fromMinute: number): ComputedReward => {
  const start = dayStart(figures.day);
  const iso = (minute: number): string => new Date(start + minute * MINUTE_MS).toISOString();
  const inputs = {
    segments: figures.stretches
      .map(({ fromMinute: from, toMinute, bits, height }, index) => ({
        from: iso(Math.min(toMinute, Math.max(from, fromMinute))),
        to: iso(toMinute),
        bits,
        height,
        hashesTenths: work.hashesTenths[index]!.toString(),
      }))
      .filter(({ from, to }) => from < to),
    poolFeePpm: figures.poolFeePpm,
    payoutFactor: {
      numerator: figures.payout.numerator.toString(),
      denominator: figures.payout.denominator.toString(),
    },
    carryPicoSat: order.carryPicoSat.toString(),
    btcPriceUnits: figures.priceUnits.toString(),
    profitBalanceUnits: order.profitBalanceUnits.toString(),
  };
  const { rewardSat, usdValueUnits, carryPicoSat, capped } = computeReward(inputs);
  return {
    orderId: order.id,
    sat: rewardSat,
    usdUnits: usdValueUnits,
    carryPicoSat,
    endsOrder: capped,
    inputs,
    simulated: work.simulated,
  };
};
