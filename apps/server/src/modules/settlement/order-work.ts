import { computeReward, type RewardInputs, type RewardSegment, type RewardWork } from '@minerx/rules/mining-reward';
import type { Pool } from 'pg';
import { dayStart } from '../../outside/utc-day.ts';
import { windowOf, type DeviceDay } from './day-work.ts';
import { measureWindows, type DueOrder, type MeasuredDay } from './settlement.query.ts';
import type { SettlementDay, SettlementFigures } from './settlement.store.ts';

/** A computed reward as `modules/reward` credits it. */
export interface ComputedReward {
  orderId: string;
  /** 0 for the day's settlement, then one for each correction. */
  part: number;
  cause: 'late_minutes' | 'pool_payout' | null;
  sat: bigint;
  usdUnits: bigint;
  carryPicoSat: bigint;
  endsOrder: boolean;
  inputs: RewardInputs;
  simulated: boolean;
}

/** A settled day as orders are paid by it. */
export interface Fleet {
  day: SettlementDay;
  figures: SettlementFigures;
  /** What each device is credited. */
  devices: ReadonlyMap<number, DeviceDay>;
  /** Devices whose orders wait for the pool's figure. */
  open: ReadonlySet<number>;
  simulated: ReadonlySet<number>;
}

type Segment = RewardSegment & { from: string; to: string };

export interface OrderWork extends RewardWork {
  segments: Segment[];
  simulated: boolean;
}

const MINUTE_MS = 60_000;

/** Each order's work of the day, from the first full minute after its activation; null while one of its devices waits for the pool. */
export const workOfOrders = async (
  pool: Pool,
  fleet: Fleet,
  orders: readonly DueOrder[],
): Promise<Map<string, OrderWork | null>> => {
  const { day, stretches } = fleet.day;
  const start = dayStart(day);
  const fromMinuteOf = ({ activatedAt }: DueOrder): number =>
    Math.max(0, Math.ceil((activatedAt.getTime() - start) / MINUTE_MS));
  const late = orders
    .filter((order) => fromMinuteOf(order) > 0)
    .map((order) => ({ id: order.id, fromMinute: fromMinuteOf(order), deviceIds: order.deviceIds }));
  const windows = late.length === 0 ? new Map<string, MeasuredDay>() : await measureWindows(pool, day, stretches, late);
  return new Map(
    orders.map((order) => {
      if (order.deviceIds.some((id) => fleet.open.has(id))) return [order.id, null];
      return [order.id, workOf(order, fleet, fromMinuteOf(order), windows.get(order.id) ?? new Map())];
    }),
  );
};

const workOf = (order: DueOrder, fleet: Fleet, fromMinute: number, window: MeasuredDay): OrderWork => {
  const { day, stretches } = fleet.day;
  const start = dayStart(day);
  const iso = (minute: number): string => new Date(start + minute * MINUTE_MS).toISOString();
  const totals = stretches.map(() => ({ measured: 0n, filled: 0n, cut: 0n }));
  let simulated = fleet.day.simulated;
  for (const [index, deviceId] of order.deviceIds.entries()) {
    simulated ||= fleet.simulated.has(deviceId);
    const device = fleet.devices.get(deviceId);
    if (device === undefined) continue; // Retired before the day began, or nothing was seen of it.
    const part = fromMinute === 0 ? device : windowOf(device, stretches, window.get(deviceId) ?? [], fromMinute);
    const tenths = BigInt(order.sharesTenths[index]!);
    for (const [at, total] of totals.entries()) {
      total.measured += tenths * part.measured[at]!;
      total.filled += tenths * part.filled[at]!;
      total.cut += tenths * part.cut[at]!;
    }
  }
  const segments = stretches
    .map(({ fromMinute: from, toMinute, bits, height }, index) => {
      const { measured, filled, cut } = totals[index]!;
      return {
        from: iso(Math.min(toMinute, Math.max(from, fromMinute))),
        to: iso(toMinute),
        bits,
        height,
        hashesTenths: String(measured + filled - cut),
        measuredTenths: String(measured),
        filledTenths: String(filled),
        cutTenths: String(cut),
      };
    })
    .filter(({ from, to }) => from < to);
  const { numerator, denominator } = fleet.figures.payout;
  return { segments, payoutFactor: { numerator: String(numerator), denominator: String(denominator) }, simulated };
};

/** The reward of a day's work; of a correction: what is due beyond the work that was paid before. */
export const rewardOf = (
  order: DueOrder,
  day: SettlementDay,
  { simulated, ...work }: OrderWork,
  correction?: { part: number; cause: NonNullable<ComputedReward['cause']>; before: RewardWork },
): ComputedReward => {
  const inputs: RewardInputs = {
    ...work,
    poolFeePpm: day.poolFeePpm,
    ...(correction && { before: correction.before }),
    carryPicoSat: order.carryPicoSat.toString(),
    btcPriceUnits: day.priceUnits.toString(),
    profitBalanceUnits: order.profitBalanceUnits.toString(),
  };
  const { rewardSat, usdValueUnits, carryPicoSat, capped } = computeReward(inputs);
  return {
    orderId: order.id,
    part: correction?.part ?? 0,
    cause: correction?.cause ?? null,
    sat: rewardSat,
    usdUnits: usdValueUnits,
    carryPicoSat,
    endsOrder: capped,
    inputs,
    simulated,
  };
};
