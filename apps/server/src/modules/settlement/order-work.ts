import { MINUTE_MS } from '@minerx/rules/duration';
import { computeReward, type RewardInputs, type RewardSegment, type RewardWork } from '@minerx/rules/mining-reward';
import type { Pool } from 'pg';
import type { OrderReward } from '../reward/reward.ledger.ts';
import { dayStart } from '../../outside/utc-day.ts';
import { windowOf, type DeviceDay } from './day-work.ts';
import { MINUTES_PER_DAY, type Share } from './share.ts';
import { measureWindows, type DueOrder, type MeasuredDay } from './settlement.query.ts';
import type { SettlementDay, SettlementFigures } from './settlement.store.ts';

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

/** Each order's work of the day, by the machines that it had then, from the first full minute after its activation; null while one of them waits for the pool. */
export const workOfOrders = async (
  pool: Pool,
  fleet: Fleet,
  orders: readonly DueOrder[],
): Promise<Map<string, OrderWork | null>> => {
  const { day, stretches } = fleet.day;
  const parts = orders.flatMap(({ id, shares }) =>
    shares.filter((share) => !isWholeDay(share)).map((share) => ({ ...share, orderId: id })),
  );
  const windows =
    parts.length === 0 ? new Map<string, MeasuredDay>() : await measureWindows(pool, day, stretches, parts);
  return new Map(
    orders.map((order) => {
      if (order.shares.some(({ deviceId }) => fleet.open.has(deviceId))) return [order.id, null];
      return [order.id, workOf(order, fleet, windows.get(order.id) ?? new Map())];
    }),
  );
};

const isWholeDay = ({ fromMinute, toMinute }: Share): boolean => fromMinute === 0 && toMinute === MINUTES_PER_DAY;

const workOf = ({ shares }: DueOrder, fleet: Fleet, window: MeasuredDay): OrderWork => {
  const { day, stretches } = fleet.day;
  const start = dayStart(day);
  const iso = (minute: number): string => new Date(start + minute * MINUTE_MS).toISOString();
  const totals = stretches.map(() => ({ measured: 0n, filled: 0n, cut: 0n }));
  let simulated = fleet.day.simulated;
  for (const share of shares) {
    const { deviceId } = share;
    simulated ||= fleet.simulated.has(deviceId);
    const device = fleet.devices.get(deviceId);
    if (device === undefined) continue; // Retired before the day began, or nothing was seen of it.
    const part = isWholeDay(share) ? device : windowOf(device, stretches, window.get(deviceId) ?? [], share);
    const tenths = BigInt(share.tenths);
    for (const [at, total] of totals.entries()) {
      total.measured += tenths * part.measured[at]!;
      total.filled += tenths * part.filled[at]!;
      total.cut += tenths * part.cut[at]!;
    }
  }
  const fromMinute = Math.min(...shares.map((share) => share.fromMinute));
  const untilMinute = Math.max(...shares.map((share) => share.toMinute));
  const segments = stretches
    .map(({ fromMinute: from, toMinute, bits, height }, index) => {
      const { measured, filled, cut } = totals[index]!;
      return {
        from: iso(Math.min(toMinute, Math.max(from, fromMinute))),
        to: iso(Math.min(toMinute, untilMinute)),
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
  correction?: { part: number; cause: NonNullable<OrderReward['cause']>; before: RewardWork },
): OrderReward => {
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
