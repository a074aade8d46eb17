import { MINUTE_MS } from '@minerx/rules/duration';
import { LIVE_STATUSES } from '@minerx/rules/order-status';
import type { Db } from '../../db/transaction.ts';
import { settingSql } from '../setting/setting.query.ts';
import { readSetting, type NetworkTip } from '../setting/setting.ts';

/** What the collector wrote last about a device. */
export interface DeviceStateRow {
  deviceId: number;
  answeredAt: Date | null;
  /** Every second before this one is in `device_minute`. */
  polledAt: Date | null;
  hashrateThs: number;
  counterHashes: bigint | null;
  elapsedS: number | null;
  connected: boolean;
}

export const listDeviceStates = async (db: Db): Promise<DeviceStateRow[]> => {
  const { rows } = await db.query<Omit<DeviceStateRow, 'counterHashes'> & { counterHashes: string | null }>(
    `SELECT /* whole device_state: the collector's places, when it begins */ device_id AS "deviceId", answered_at AS "answeredAt", polled_at AS "polledAt", hashrate_ths AS "hashrateThs",
            counter_hashes AS "counterHashes", elapsed_s AS "elapsedS", connected FROM device_state`,
  );
  return rows.map((row) => ({ ...row, counterHashes: row.counterHashes === null ? null : BigInt(row.counterHashes) }));
};

/** Hashes × tenths and device seconds of one order on the minutes of a day; `BigInt` because ten devices exceed 2^63 in a year. */
export interface OrderDay {
  hashesTenths: bigint;
  coveredSeconds: number;
  downSeconds: number;
  /** Seconds in which a device of the order was due and nobody saw it, minutes without a row included. */
  blindSeconds: number;
}

const ORDER_DAY = `
  SELECT o.id AS "orderId", count(a.device_id)::integer AS devices,
         greatest(0, least(1440, ceil(extract(epoch FROM (o.activated_at - $2::date)) / 60)))::integer AS "fromMinute",
         coalesce(sum(m.hashes * a.share_tenths), 0)::numeric(60, 0) AS "hashesTenths",
         coalesce(sum(m.covered_s), 0)::integer AS "coveredSeconds", coalesce(sum(m.down_s), 0)::integer AS "downSeconds"
    FROM miner_order o
    JOIN allocation a ON a.order_id = o.id AND a.released_at IS NULL
    LEFT JOIN LATERAL (
      SELECT sum(d.hashes) AS hashes, sum(d.covered_s) AS covered_s, sum(d.down_s) AS down_s FROM device_minute d
       WHERE d.day = $2 AND d.device_id = a.device_id
         AND d.minute >= ceil(extract(epoch FROM (o.activated_at - $2::date)) / 60) AND d.minute < $3) m ON true
   WHERE o.id = ANY ($1::uuid[]) AND o.status = ANY ($4)
   GROUP BY o.id`;

/** What the devices of live orders have done on a UTC day, from the first full minute after activation up to `toMinute` (not included). */
export const measureOrderDay = async (
  db: Db,
  orderIds: readonly string[],
  day: string,
  toMinute: number,
): Promise<Map<string, OrderDay>> => {
  const { rows } = await db.query<{
    orderId: string;
    devices: number;
    fromMinute: number;
    hashesTenths: string;
    coveredSeconds: number;
    downSeconds: number;
  }>({ name: 'order_day', text: ORDER_DAY, values: [orderIds, day, toMinute, LIVE_STATUSES] });
  return new Map(
    rows.map(({ orderId, devices, fromMinute, hashesTenths, coveredSeconds, downSeconds }) => [
      orderId,
      {
        hashesTenths: BigInt(hashesTenths),
        coveredSeconds,
        downSeconds,
        blindSeconds: Math.max(0, devices * Math.max(0, toMinute - fromMinute) * 60 - coveredSeconds - downSeconds),
      },
    ]),
  );
};

export const listLiveOrderIds = async (db: Db, memberId: bigint): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>({
    name: 'live_order_ids',
    text: 'SELECT id FROM miner_order WHERE member_id = $1 AND status = ANY ($2)',
    values: [memberId, LIVE_STATUSES],
  });
  return rows.map(({ id }) => id);
};

export interface MinuteAverage {
  at: Date;
  /** Th/s over the seconds we saw; 0 while the devices were down; null where nobody looked. */
  hashrateThs: number | null;
}

const SERIES = `
  SELECT (m.day - '1970-01-01'::date) * 1440 + m.minute AS minute,
         sum(m.hashes::float8 * a.share_tenths / greatest(1, m.covered_s + m.down_s)) / 1e13 AS "hashrateThs"
    FROM miner_order o
    JOIN allocation a ON a.order_id = o.id AND a.released_at IS NULL
    JOIN device_minute m ON m.device_id = a.device_id
   WHERE o.id = $1 AND m.day BETWEEN $2::timestamptz::date AND $3::timestamptz::date
     AND m.day + make_interval(mins => m.minute) BETWEEN greatest($2::timestamptz, o.activated_at)::timestamp AND $3::timestamptz::timestamp
     AND o.activated_at IS NOT NULL AND m.covered_s + m.down_s > 0
   GROUP BY 1`;

/**
 * Minute averages of an order, oldest first. Both ends are whole minutes and included. What its devices did before it was activated
 * is not its work: as where a day is settled, its first full minute is the first that counts.
 */
export const hashrateSeries = async (db: Db, orderId: string, from: Date, to: Date): Promise<MinuteAverage[]> => {
  const { rows } = await db.query<{ minute: number; hashrateThs: number }>({
    name: 'hashrate_series',
    text: SERIES,
    values: [orderId, from, to],
  });
  const known = new Map(rows.map(({ minute, hashrateThs }) => [minute, hashrateThs]));
  const series: MinuteAverage[] = [];
  for (let at = from.getTime(); at <= to.getTime(); at += MINUTE_MS) {
    series.push({ at: new Date(at), hashrateThs: known.get(at / MINUTE_MS) ?? null });
  }
  return series;
};

export interface NetworkSettings {
  tip: NetworkTip | null;
  poolFeePpm: number;
}

export const findNetworkSettings = async (db: Db): Promise<NetworkSettings> => {
  const { rows } = await db.query<{ tip: unknown; fee: unknown }>({
    name: 'network_settings',
    text: `SELECT ${settingSql('network_tip')} AS tip,
                  coalesce((SELECT to_jsonb(fee_ppm) FROM pool_fee WHERE from_day <= (now() AT TIME ZONE 'UTC')::date ORDER BY from_day DESC LIMIT 1),
                           ${settingSql('pool_fee_ppm')}) AS fee`,
  });
  return {
    tip: readSetting('network_tip', rows[0]?.tip),
    poolFeePpm: readSetting('pool_fee_ppm', rows[0]?.fee),
  };
};

/** One order with the devices that work for it, as the feeds need it. */
export interface FeedOrder {
  orderId: string;
  serial: string;
  memberId: bigint;
  devices: { deviceId: number; shareTenths: number }[];
}

/** Live orders with these serials, whoever owns them; the caller compares the member. */
export const listFeedOrders = async (db: Db, serials: readonly string[]): Promise<FeedOrder[]> => {
  const { rows } = await db.query<Omit<FeedOrder, 'devices'> & { ids: number[]; tenths: number[] }>({
    name: 'feed_orders',
    text: `SELECT o.id AS "orderId", o.serial, o.member_id AS "memberId", array_agg(a.device_id) AS ids, array_agg(a.share_tenths) AS tenths
             FROM miner_order o JOIN allocation a ON a.order_id = o.id AND a.released_at IS NULL
            WHERE o.serial = ANY ($1) AND o.status = ANY ($2) GROUP BY o.id`,
    values: [serials, LIVE_STATUSES],
  });
  return rows.map(({ ids, tenths, ...row }) => ({
    ...row,
    devices: ids.map((deviceId, index) => ({ deviceId, shareTenths: tenths[index]! })),
  }));
};
