import { DAY_MS, MINUTE_MS } from '@minerx/rules/duration';
import { expectedSat } from '@minerx/rules/mining-reward';
import type { Context } from '../../context.ts';
import type { Readings } from './readings.ts';
import {
  findNetworkSettings,
  hashrateSeries,
  listLiveOrderIds,
  measureOrderDay,
  type MinuteAverage,
  type NetworkSettings,
  type OrderDay,
} from './telemetry.query.ts';

const MINUTES_PER_DAY = 1440;
const TENTHS = 10n;
const SERIES_MINUTES = 360;
/** The collector writes a minute some seconds after its end. */
const WRITTEN_AFTER_MS = 15_000;

/** What was mined since midnight UTC; provisional, never credited as it stands. */
interface TodayEstimate {
  day: string;
  estimatedSat: bigint;
  coveredSeconds: number;
  downSeconds: number;
  blindSeconds: number;
}

/** What screens read of the measurements; fits `OrderMeasurements` of modules/order. */
interface Measurements {
  hashrateOf: Readings['hashrateOf'];
  /** Null when nothing was measured today or the network's difficulty is not known. */
  todayOfOrder(orderId: string): Promise<TodayEstimate | null>;
  /** The same of a day that is over and not settled. */
  dayOfOrder(orderId: string, day: string): Promise<TodayEstimate | null>;
  todaySatOfMember(memberId: bigint): Promise<bigint>;
  daySatOfOrders(orderIds: readonly string[], day: string): Promise<bigint>;
  /** Minute averages of the last six hours; null in those before the order was activated. */
  hashrateSeries(orderId: string): Promise<MinuteAverage[]>;
}

export const createMeasurements = ({ pool, clock }: Context, readings: Readings): Measurements => {
  const written = (): { day: string; toMinute: number; minute: number } => {
    const at = clock.now() - WRITTEN_AFTER_MS;
    return {
      day: new Date(at).toISOString().slice(0, 10),
      toMinute: Math.floor((at % DAY_MS) / MINUTE_MS),
      minute: Math.floor(at / MINUTE_MS) - 1,
    };
  };

  /** In the first seconds of a day its minutes are not written yet, and those of the day before are another day's. */
  const isToday = (day: string): boolean => day === new Date(clock.now()).toISOString().slice(0, 10);

  const ofOrder = async (orderId: string, day: string, toMinute: number): Promise<TodayEstimate | null> => {
    const [settings, measured] = await Promise.all([
      findNetworkSettings(pool),
      measureOrderDay(pool, [orderId], day, toMinute),
    ]);
    const found = measured.get(orderId);
    if (settings.tip === null || found === undefined || found.coveredSeconds + found.downSeconds === 0) return null;
    const { coveredSeconds, downSeconds, blindSeconds } = found;
    return { day, estimatedSat: estimate(found, settings), coveredSeconds, downSeconds, blindSeconds };
  };

  const satOf = async (orderIds: readonly string[], day: string, toMinute: number): Promise<bigint> => {
    const settings = await findNetworkSettings(pool);
    if (settings.tip === null || orderIds.length === 0) return 0n;
    const measured = await measureOrderDay(pool, orderIds, day, toMinute);
    return [...measured.values()].reduce((sum, each) => sum + estimate(each, settings), 0n);
  };

  return {
    hashrateOf: readings.hashrateOf,

    todayOfOrder: async (orderId) => {
      const { day, toMinute } = written();
      return isToday(day) ? ofOrder(orderId, day, toMinute) : null;
    },

    dayOfOrder: (orderId, day) => ofOrder(orderId, day, MINUTES_PER_DAY),

    todaySatOfMember: async (memberId) => {
      const { day, toMinute } = written();
      return isToday(day) ? satOf(await listLiveOrderIds(pool, memberId), day, toMinute) : 0n;
    },

    daySatOfOrders: (orderIds, day) => satOf(orderIds, day, MINUTES_PER_DAY),

    hashrateSeries: (orderId) => {
      const { minute } = written();
      const to = new Date(minute * MINUTE_MS);
      return hashrateSeries(pool, orderId, new Date((minute - SERIES_MINUTES + 1) * MINUTE_MS), to);
    },
  };
};

const estimate = ({ hashesTenths }: OrderDay, { tip, poolFeePpm }: NetworkSettings): bigint =>
  expectedSat(hashesTenths / TENTHS, tip!.bits, tip!.height, poolFeePpm);
