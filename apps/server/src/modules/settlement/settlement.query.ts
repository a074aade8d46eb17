import type { Db } from '../../db/transaction.ts';
import { IS_LIVE } from '../order/live-order.store.ts';
import type { Measured, PoolFigure, Stretch } from './day-work.ts';
import { ratedOnDay } from './settlement.store.ts';
import { DUE_ORDERS, fromMinute, heldOn, shareColumn, sharesOf, toMinute } from './share.sql.ts';
import { MINUTES_PER_DAY, type Share } from './share.ts';

/** Minutes summed by device and stretch, `[device id][stretch]`. */
export type MeasuredDay = Map<number, (Measured | undefined)[]>;

const startsOf = (stretches: readonly Stretch[]): number[] => stretches.map(({ fromMinute }) => fromMinute);

type Sums = [deviceId: number, stretch: number, hashes: string, coveredS: bigint, downS: bigint];

const addSums = (days: MeasuredDay, [deviceId, stretch, hashes, coveredS, downS]: Sums): void => {
  let parts = days.get(deviceId);
  if (parts === undefined) days.set(deviceId, (parts = []));
  parts[stretch - 1] = { hashes: BigInt(hashes), coveredS: Number(coveredS), downS: Number(downS) };
};

/** With one stretch the database need not look at the minute at all. */
const DAY_SUMS = `
  SELECT device_id, 1 AS stretch, sum(hashes), sum(covered_s), sum(down_s)
    FROM device_minute WHERE day = $1 GROUP BY device_id`;
/** `width_bucket` counts from 1. */
const STRETCH_SUMS = `
  SELECT device_id, width_bucket(minute::integer, $2::integer[]) AS stretch, sum(hashes), sum(covered_s), sum(down_s)
    FROM device_minute WHERE day = $1 GROUP BY device_id, 2`;

/** Sums the minutes of a day by device and stretch: one pass over the samples. */
export const measureDay = async (db: Db, day: string, stretches: readonly Stretch[]): Promise<MeasuredDay> => {
  const several = stretches.length > 1;
  const { rows } = await db.query<Sums>({
    rowMode: 'array',
    text: several ? STRETCH_SUMS : DAY_SUMS,
    values: several ? [day, startsOf(stretches)] : [day],
  });
  const days: MeasuredDay = new Map();
  for (const row of rows) addSums(days, row);
  return days;
};

/** The day's minutes, or what became of them, and those that came after it was settled: all of them, or those that a correction has taken. */
const minutesWithLate = (which: 'all' | 'taken') =>
  `(SELECT device_id, minute, hashes, covered_s, down_s FROM device_span WHERE day = $1 AND device_id = ANY ($3)
    UNION ALL SELECT device_id, minute, hashes, covered_s, down_s FROM device_minute_late l WHERE day = $1 AND device_id = ANY ($3)
    ${which === 'all' ? '' : 'AND EXISTS (SELECT FROM device_day d WHERE d.day = l.day AND d.device_id = l.device_id AND d.part = l.part)'}) m`;

/** The same for some devices, with the minutes that came after the day was settled. */
export const measureDevices = async (
  db: Db,
  day: string,
  stretches: readonly Stretch[],
  deviceIds: readonly number[],
): Promise<MeasuredDay> => {
  const { rows } = await db.query<Sums>({
    rowMode: 'array',
    text: `SELECT device_id, width_bucket(minute::integer, $2::integer[]), sum(hashes), sum(covered_s), sum(down_s)
             FROM ${minutesWithLate('all')} GROUP BY 1, 2`,
    values: [day, startsOf(stretches), deviceIds],
  });
  const days: MeasuredDay = new Map();
  for (const row of rows) addSums(days, row);
  return days;
};

export interface ServiceDevice {
  id: number;
  /** The minutes of the day in which live orders had a share in it; null when none had: what nobody saw of it is then nobody's. */
  live: { fromMinute: number; toMinute: number } | null;
  simulated: boolean;
  /** The pool's figure of the day; null while there is none. */
  pool: PoolFigure | null;
  /** What its machine was rated at that day; the highest of a day with several. */
  ratedThs: number;
}

/** The span of a device without live orders. */
export const UNUSED = { fromMinute: MINUTES_PER_DAY, toMinute: MINUTES_PER_DAY };

/** So many at once that their statement is far from the time that it has. */
const DEVICES_AT_ONCE = 20_000;

/** Every device that was not retired before the day, with the pool's figure of it. */
export const listDevicesOfDay = async (db: Db, day: string): Promise<ServiceDevice[]> => {
  const { rows } = await db.query<{ last: number | null }>('SELECT max(id) AS last FROM device');
  const pages: ServiceDevice[][] = [];
  for (let after = 0; after < (rows[0]?.last ?? 0); after += DEVICES_AT_ONCE)
    pages.push(await listSomeOfDay(db, day, after, after + DEVICES_AT_ONCE));
  return pages.flat();
};

const listSomeOfDay = async (db: Db, day: string, after: number, last: number): Promise<ServiceDevice[]> => {
  const { rows } = await db.query<
    [number, number | null, number | null, boolean, string | null, number | null, number]
  >({
    rowMode: 'array',
    text: `SELECT d.id, l.from_minute, l.to_minute, d.simulated, w.hashes, w.late_s, r.rated_ths
             FROM device d JOIN ${ratedOnDay('device_id > $2 AND device_id <= $3')} r ON r.device_id = d.id
             LEFT JOIN pool_worker_day w ON w.day = $1 AND w.device_id = d.id
             LEFT JOIN (SELECT a.device_id, min(${fromMinute('$1')}) AS from_minute, max(${toMinute('$1')}) AS to_minute
                          FROM allocation a JOIN miner_order o ON o.id = a.order_id AND ${IS_LIVE} AND o.activated_at < $1::date + 1
                         WHERE a.device_id > $2 AND a.device_id <= $3 AND ${heldOn('$1')} GROUP BY a.device_id) l ON l.device_id = d.id
            WHERE d.id > $2 AND d.id <= $3 AND (d.retired_at IS NULL OR d.retired_at > $1::date::timestamptz)`,
    values: [day, after, last],
  });
  return rows.map(([id, from, to, simulated, hashes, lateS, ratedThs]) => ({
    id,
    live: from === null || to === null ? null : { fromMinute: from, toMinute: to },
    simulated,
    ratedThs,
    pool: hashes === null ? null : { hashes: BigInt(hashes), lateS: lateS! },
  }));
};

export interface DueOrder {
  id: string;
  profitBalanceUnits: bigint;
  carryPicoSat: bigint;
  /** What worked for it on the day in question. */
  shares: Share[];
}

// Rewards and shares are looked up order by order: joined, they would be read whole for every page.
const DUE = `
  SELECT o.id, o.profit_balance_units, o.carry_pico_sat, s.shares
    FROM (SELECT o.id, o.profit_balance_units, o.carry_pico_sat, o.activated_at FROM ${DUE_ORDERS}
             AND o.id > $1 AND o.id <= $3 ORDER BY o.id LIMIT $4) o
   CROSS JOIN LATERAL (SELECT ${shareColumn('$2')} AS shares FROM allocation a WHERE a.order_id = o.id AND ${heldOn('$2')}) s
   WHERE s.shares IS NOT NULL ORDER BY o.id`;

type OrderColumns = [string, bigint, bigint, number[][]];

const orderOf = ([id, profitBalanceUnits, carryPicoSat, shares]: OrderColumns): DueOrder => ({
  id,
  profitBalanceUnits,
  carryPicoSat,
  shares: sharesOf(shares),
});

/** The next live orders without a reward of that day, in order of id. */
export const listDueOrders = async (
  db: Db,
  day: string,
  { afterId, untilId }: { afterId: string; untilId: string },
  limit: number,
): Promise<DueOrder[]> => {
  const { rows } = await db.query<OrderColumns>({
    rowMode: 'array',
    text: DUE,
    values: [afterId, day, untilId, limit],
  });
  return rows.map(orderOf);
};

/** The same sums for shares of a part of the day only, each in its own minutes. `[order id][device id][stretch]`. */
export const measureWindows = async (
  db: Db,
  day: string,
  stretches: readonly Stretch[],
  parts: readonly (Share & { orderId: string })[],
): Promise<Map<string, MeasuredDay>> => {
  const { rows } = await db.query<[string, ...Sums]>({
    rowMode: 'array',
    text: `SELECT w.id, m.device_id, width_bucket(m.minute::integer, $2::integer[]), sum(m.hashes), sum(m.covered_s), sum(m.down_s)
             FROM unnest($4::uuid[], $5::integer[], $6::integer[], $7::integer[]) AS w (id, device_id, from_minute, to_minute)
             JOIN ${minutesWithLate('taken')} ON m.device_id = w.device_id AND m.minute >= w.from_minute AND m.minute < w.to_minute
            GROUP BY 1, 2, 3`,
    values: [
      day,
      startsOf(stretches),
      [...new Set(parts.map(({ deviceId }) => deviceId))],
      parts.map(({ orderId }) => orderId),
      parts.map(({ deviceId }) => deviceId),
      parts.map((part) => part.fromMinute),
      parts.map((part) => part.toMinute),
    ],
  });
  const windows = new Map<string, MeasuredDay>();
  for (const [orderId, ...sums] of rows) {
    let days = windows.get(orderId);
    if (days === undefined) windows.set(orderId, (days = new Map()));
    addSums(days, sums);
  }
  return windows;
};

/**
 * Past days that are not settled and on which an order was live or something was measured, oldest first. Asked every minute: it looks
 * at the live order that began first, of each open day at one sample, and at nothing of settled ones.
 */
export const listOpenDays = async (db: Db, fromDay: string, today: string): Promise<string[]> => {
  const { rows } = await db.query<{ day: string }>(
    `SELECT d.day
       FROM (SELECT d.day::date AS day FROM generate_series($1::date, $2::date - 1, interval '1 day') AS d (day)
              WHERE NOT EXISTS (SELECT FROM settlement_day s WHERE s.day = d.day::date AND s.state = 'settled')) d
      CROSS JOIN (SELECT min(o.activated_at) AS first_live FROM miner_order o WHERE ${IS_LIVE}) o
       LEFT JOIN LATERAL (SELECT true AS any FROM device_minute m WHERE m.day = d.day LIMIT 1) m ON true
      WHERE o.first_live < d.day + 1 OR m.any ORDER BY d.day`,
    [fromDay, today],
  );
  return rows.map(({ day }) => day);
};
