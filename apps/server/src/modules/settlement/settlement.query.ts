import { LIVE_STATUSES } from '@minerx/rules/order-status';
import type { Pool } from 'pg';
import { allowTime } from '../../db/shared-pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Measured, Stretch } from './day-work.ts';

/** A day of many devices is read in one pass over its minutes; that takes longer than a request may. */
const READ_TIMEOUT_MS = 600_000;

/** Minutes summed by device and stretch, `[device id][stretch]`. */
export type MeasuredDay = Map<number, (Measured | undefined)[]>;

/** `width_bucket` counts from 1; with one stretch the database need not look at the minute at all. */
const stretchColumn = (stretches: readonly Stretch[], minute: string): string =>
  stretches.length === 1 ? '1' : `width_bucket(${minute}::integer, $2::integer[])`;

const startsOf = (stretches: readonly Stretch[]): number[] => stretches.map(({ fromMinute }) => fromMinute);

/** Sums the minutes of a day by device and stretch: one pass over the samples. */
export const measureDay = async (pool: Pool, day: string, stretches: readonly Stretch[]): Promise<MeasuredDay> => {
  const rows = await inTransaction(pool, async (tx) => {
    await allowTime(tx, READ_TIMEOUT_MS);
    const several = stretches.length > 1;
    const answer = await tx.query<[number, number, string, bigint, bigint]>({
      rowMode: 'array',
      text: `SELECT device_id, ${stretchColumn(stretches, 'minute')} AS stretch, sum(hashes), sum(covered_s), sum(down_s)
               FROM device_minute WHERE day = $1 GROUP BY device_id${several ? ', 2' : ''}`,
      values: several ? [day, startsOf(stretches)] : [day],
    });
    return answer.rows;
  });
  const days: MeasuredDay = new Map();
  for (const [deviceId, stretch, hashes, coveredS, downS] of rows) {
    let parts = days.get(deviceId);
    if (parts === undefined) days.set(deviceId, (parts = []));
    parts[stretch - 1] = { hashes: BigInt(hashes), coveredS: Number(coveredS), downS: Number(downS) };
  }
  return days;
};

export interface ServiceDevice {
  id: number;
  /** Since when a live order has a share in it; null when none has: what nobody saw of it is then nobody's. */
  liveFrom: Date | null;
  retiredAt: Date | null;
  simulated: boolean;
  /** The pool's figure of the day; null while there is none. */
  poolHashes: bigint | null;
}

/** Every device that was not retired before the day, with the pool's figure of it. */
export const listDevicesOfDay = async (pool: Pool, day: string): Promise<ServiceDevice[]> => {
  const { rows } = await pool.query<[number, Date | null, Date | null, boolean, string | null]>({
    rowMode: 'array',
    text: `SELECT d.id, l.live_from, d.retired_at, d.simulated, w.hashes
             FROM device d LEFT JOIN pool_worker_day w ON w.day = $1 AND w.device_id = d.id
             LEFT JOIN (SELECT a.device_id, min(o.activated_at) AS live_from
                          FROM allocation a JOIN miner_order o ON o.id = a.order_id AND o.status = ANY ($2)
                         WHERE a.released_at IS NULL GROUP BY a.device_id) l ON l.device_id = d.id
            WHERE d.retired_at IS NULL OR d.retired_at > $1::date::timestamptz`,
    values: [day, LIVE_STATUSES],
  });
  return rows.map(([id, liveFrom, retiredAt, simulated, hashes]) => ({
    id,
    liveFrom,
    retiredAt,
    simulated,
    poolHashes: hashes === null ? null : BigInt(hashes),
  }));
};

export interface DueOrder {
  id: string;
  profitBalanceUnits: bigint;
  carryPicoSat: bigint;
  activatedAt: Date;
  deviceIds: number[];
  sharesTenths: number[];
}

const DUE = `
  SELECT o.id, o.profit_balance_units, o.carry_pico_sat, o.activated_at, array_agg(a.device_id), array_agg(a.share_tenths)
    FROM (SELECT id, profit_balance_units, carry_pico_sat, activated_at FROM miner_order o
           WHERE status = ANY ($4) AND id > $1 AND activated_at < $2::date + 1
             AND NOT EXISTS (SELECT FROM reward r WHERE r.order_id = o.id AND r.day = $2)
           ORDER BY id LIMIT $3) o
    JOIN allocation a ON a.order_id = o.id AND a.released_at IS NULL
   GROUP BY o.id, o.profit_balance_units, o.carry_pico_sat, o.activated_at ORDER BY o.id`;

export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The next live orders without a reward of that day, in order of id. */
export const listDueOrders = async (pool: Pool, day: string, afterId: string, limit: number): Promise<DueOrder[]> => {
  const { rows } = await pool.query<[string, bigint, bigint, Date, number[], number[]]>({
    rowMode: 'array',
    text: DUE,
    values: [afterId, day, limit, LIVE_STATUSES],
  });
  return rows.map(([id, profitBalanceUnits, carryPicoSat, activatedAt, deviceIds, sharesTenths]) => ({
    id,
    profitBalanceUnits,
    carryPicoSat,
    activatedAt,
    deviceIds,
    sharesTenths,
  }));
};

/** The same sums for orders that were live for a part of the day only: from each order's own minute on. `[order id][device id][stretch]`. */
export const measureWindows = async (
  pool: Pool,
  day: string,
  stretches: readonly Stretch[],
  orders: readonly { id: string; fromMinute: number }[],
): Promise<Map<string, MeasuredDay>> => {
  const { rows } = await pool.query<[string, number, number, string, bigint, bigint]>({
    rowMode: 'array',
    text: `SELECT w.id, a.device_id, width_bucket(m.minute::integer, $2::integer[]), sum(m.hashes), sum(m.covered_s), sum(m.down_s)
             FROM unnest($3::uuid[], $4::integer[]) AS w (id, from_minute)
             JOIN allocation a ON a.order_id = w.id AND a.released_at IS NULL
             JOIN device_minute m ON m.day = $1 AND m.device_id = a.device_id AND m.minute >= w.from_minute
            GROUP BY 1, 2, 3`,
    values: [day, startsOf(stretches), orders.map(({ id }) => id), orders.map(({ fromMinute }) => fromMinute)],
  });
  const windows = new Map<string, MeasuredDay>();
  for (const [orderId, deviceId, stretch, hashes, coveredS, downS] of rows) {
    let days = windows.get(orderId);
    if (days === undefined) windows.set(orderId, (days = new Map()));
    let parts = days.get(deviceId);
    if (parts === undefined) days.set(deviceId, (parts = []));
    parts[stretch - 1] = { hashes: BigInt(hashes), coveredS: Number(coveredS), downS: Number(downS) };
  }
  return windows;
};

export interface PoolPayout {
  rewardSat: bigint;
  simulated: boolean;
}

export const findPoolPayout = async (pool: Pool, day: string): Promise<PoolPayout | null> => {
  const { rows } = await pool.query<PoolPayout>(
    'SELECT reward_sat AS "rewardSat", simulated FROM pool_payout WHERE day = $1',
    [day],
  );
  return rows[0] ?? null;
};

export const findPoolFeePpm = async (pool: Pool): Promise<number | null> => {
  const { rows } = await pool.query<{ value: unknown }>(`SELECT value FROM setting WHERE key = 'pool_fee_ppm'`);
  const fee = rows[0]?.value;
  return typeof fee === 'number' && Number.isInteger(fee) && fee >= 0 && fee <= 1_000_000 ? fee : null;
};

/** Past days that have measurements and are not settled, oldest first, from `fromDay` on and before `today`. */
export const listOpenDays = async (pool: Pool, fromDay: string, today: string): Promise<string[]> => {
  const { rows } = await pool.query<{ day: string }>(
    `SELECT d.day::date AS day FROM generate_series($1::date, $2::date - 1, interval '1 day') AS d (day)
      WHERE NOT EXISTS (SELECT FROM settlement_day s WHERE s.day = d.day::date AND s.state = 'settled')
        AND EXISTS (SELECT FROM device_minute m WHERE m.day = d.day::date)
      ORDER BY 1`,
    [fromDay, today],
  );
  return rows.map(({ day }) => day);
};
