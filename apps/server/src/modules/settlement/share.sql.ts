import { IS_LIVE } from '../order/live-order.store.ts';
import { MINUTES_PER_DAY, type Share } from './share.ts';

const minuteOf = (at: string, day: string): string =>
  `least(${MINUTES_PER_DAY}, greatest(0, ceil(extract(epoch FROM ${at} - ${day}::date::timestamptz) / 60)))::integer`;

/*
 * Which machine worked for an order is asked of the day in question, never of now: it may have another one by then, and its
 * own may work for somebody else. In these texts `a` is an allocation, `o` its order, `day` a placeholder.
 */

/** Whether the order had the device at any time of the day. */
export const heldOn = (day: string): string =>
  `a.allocated_at < ${day}::date + 1 AND (a.released_at IS NULL OR a.released_at > ${day}::date)`;

/** The first full minute of the live order on the device. */
export const fromMinute = (day: string): string => minuteOf('greatest(o.activated_at, a.allocated_at)', day);

/** The minute after the last one. */
export const toMinute = (day: string): string =>
  `CASE WHEN a.released_at IS NULL THEN ${MINUTES_PER_DAY} ELSE ${minuteOf('a.released_at', day)} END`;

/** All shares of an order as one column; `sharesOf` reads it. */
export const shareColumn = (day: string): string =>
  `array_agg(ARRAY[a.device_id, a.share_tenths::integer, ${fromMinute(day)}, ${toMinute(day)}] ORDER BY a.device_id)`;

export const sharesOf = (column: readonly number[][]): Share[] =>
  column.map(([deviceId, tenths, from, to]) => ({
    deviceId: deviceId!,
    tenths: tenths!,
    fromMinute: from!,
    toMinute: to!,
  }));

/** Live orders without a reward of the day `$2`. */
export const DUE_ORDERS = `miner_order o WHERE ${IS_LIVE} AND o.activated_at < $2::date + 1
             AND NOT EXISTS (SELECT FROM reward r WHERE r.order_id = o.id AND r.day = $2)`;
