import { MINUTE_MS } from '@minerx/rules/duration';
import type { Db, Tx } from '../../db/transaction.ts';
import { boundPerMinute } from '@minerx/rules/device-bound';

/** Adds to one minute of one device; seconds may be negative where an earlier verdict is put right. */
export interface MinuteRow {
  deviceId: number;
  /** Minutes since 1970 UTC. */
  minute: number;
  hashes: bigint;
  coveredS: number;
  downS: number;
  blindS: number;
}

const MINUTES_PER_DAY = 1440;
/** More rows than this in one statement gain nothing and hold a big message in memory. */
const CHUNK = 10_000;
/**
 * Adds up to a full minute and to what the device can do in it, and no further: time that is measured twice (a clock was set
 * back) changes nothing, and no sum can leave the range of its column.
 */
const ADD_MINUTES = `
  INSERT INTO device_minute AS m (day, device_id, minute, hashes, covered_s, down_s, blind_s)
  SELECT * FROM unnest($1::date[], $2::integer[], $3::smallint[], $4::bigint[], $5::smallint[], $6::smallint[], $7::smallint[])
  ON CONFLICT (day, device_id, minute) DO UPDATE SET
    hashes = greatest(m.hashes, least(m.hashes + excluded.hashes, $8::bigint * (SELECT rated_ths FROM device WHERE id = excluded.device_id))),
    covered_s = m.covered_s + excluded.covered_s, down_s = m.down_s + excluded.down_s, blind_s = m.blind_s + excluded.blind_s
  WHERE m.covered_s + m.down_s + m.blind_s + excluded.covered_s + excluded.down_s + excluded.blind_s <= 60`;

/** Minutes come by thousands of one day, and its name takes longer to write than all else of their rows. */
const dayNames = new Map<number, string>();

export const dayOfMinute = (minute: number): string => {
  const day = Math.floor(minute / MINUTES_PER_DAY);
  let name = dayNames.get(day);
  if (name === undefined) {
    name = new Date(day * MINUTES_PER_DAY * MINUTE_MS).toISOString().slice(0, 10);
    dayNames.set(day, name);
  }
  return name;
};

export const ensureDay = async (tx: Tx, day: string): Promise<void> => {
  await tx.query('SELECT ensure_device_minute_day($1)', [day]);
};

/** Minutes that do not change any more: of settled days, and of devices whose day is decided already. */
export interface ClosedMinutes {
  days: ReadonlySet<string>;
  devices: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Which minutes of some days are closed: what is proved of them now goes to `addLateMinutes`. Holds the days still until the transaction ends. */
export const findClosedMinutes = async (tx: Tx, days: readonly string[]): Promise<ClosedMinutes> => {
  await tx.query('SELECT lock_day_minutes(d.day, false) FROM unnest($1::date[]) AS d (day)', [days.toSorted()]);
  const settled = await tx.query<{ day: string }>(
    `SELECT day FROM settlement_day WHERE state <> 'provisional' AND day = ANY ($1::date[])`,
    [days],
  );
  const decided = await tx.query<{ day: string; ids: number[] }>(
    `SELECT day, array_agg(DISTINCT device_id) AS ids FROM device_day WHERE day = ANY ($1::date[]) GROUP BY day`,
    [days],
  );
  return {
    days: new Set(settled.rows.map(({ day }) => day)),
    devices: new Map(decided.rows.map(({ day, ids }) => [day, new Set(ids)])),
  };
};

/**
 * Adds to minutes up to a full minute and to what the device can do in it, and no further: time that is measured twice (a
 * clock was set back) changes nothing, and no sum can leave the range of its column.
 */
export const addMinutes = async (tx: Tx, rows: readonly MinuteRow[]): Promise<void> => {
  for (let from = 0; from < rows.length; from += CHUNK) {
    const part = rows.slice(from, from + CHUNK);
    await tx.query({ name: 'add_minutes', text: ADD_MINUTES, values: [...columnsOf(part), boundPerMinute(1)] });
  }
};

/** Closed minutes: kept aside for the next correction of the device's day, up to what still fits into each, as `addMinutes` does; nothing of days that have become hours. */
export const addLateMinutes = async (tx: Tx, rows: readonly MinuteRow[]): Promise<void> => {
  await tx.query(
    `WITH told AS (
       SELECT * FROM unnest($1::date[], $2::integer[], $3::smallint[], $4::bigint[], $5::smallint[], $6::smallint[], $7::smallint[])
         AS t (day, device_id, minute, hashes, covered_s, down_s, blind_s)),
     late AS (
       SELECT l.day, l.device_id, l.minute, sum(l.hashes) AS hashes, sum(l.covered_s + l.down_s + l.blind_s) AS seconds FROM device_minute_late l
        WHERE (l.day, l.device_id) IN (SELECT day, device_id FROM told) GROUP BY 1, 2, 3)
     INSERT INTO device_minute_late (day, device_id, minute, hashes, covered_s, down_s, blind_s, part)
     SELECT t.day, t.device_id, t.minute,
            least(t.hashes, greatest(0, $8::bigint * d.rated_ths - coalesce(m.hashes, 0) - coalesce(l.hashes, 0))), t.covered_s, t.down_s, t.blind_s,
            coalesce((SELECT max(d.part) FROM device_day d WHERE d.day = t.day AND d.device_id = t.device_id), -1) + 1
       FROM told t JOIN device d ON d.id = t.device_id
       LEFT JOIN device_minute m ON m.day = t.day AND m.device_id = t.device_id AND m.minute = t.minute
       LEFT JOIN late l ON l.day = t.day AND l.device_id = t.device_id AND l.minute = t.minute
      WHERE coalesce(m.covered_s + m.down_s + m.blind_s, 0) + coalesce(l.seconds, 0) + t.covered_s + t.down_s + t.blind_s <= 60
        AND NOT EXISTS (SELECT FROM device_hours h WHERE h.day = t.day)`,
    [...columnsOf(rows), boundPerMinute(1)],
  );
};

const columnsOf = (rows: readonly MinuteRow[]): unknown[][] => [
  rows.map((row) => dayOfMinute(row.minute)),
  rows.map((row) => row.deviceId),
  rows.map((row) => row.minute % MINUTES_PER_DAY),
  rows.map((row) => row.hashes),
  rows.map((row) => row.coveredS),
  rows.map((row) => row.downS),
  rows.map((row) => row.blindS),
];

/** Settled days before one whose minutes are still there, oldest first; none that may be corrected. */
export const listDaysToFold = async (db: Db, before: string): Promise<string[]> => {
  const { rows } = await db.query<{ day: string }>(
    `SELECT day FROM settlement_day
      WHERE state = 'settled' AND day < least($1::date, (now() AT TIME ZONE 'UTC')::date - 40)
        AND to_regclass('public.device_minute_' || to_char(day, 'YYYYMMDD')) IS NOT NULL ORDER BY day`,
    [before],
  );
  return rows.map(({ day }) => day);
};

/** The minutes of a past day become its hours. */
export const foldMinutes = async (tx: Tx, day: string): Promise<void> => {
  await tx.query('SELECT fold_past_minutes($1)', [day]);
};

/** What the database did not take of a device, for people to look at. Gives whether it is the device's first for a day. */
export const putAside = async (tx: Tx, deviceId: number, reason: string, told: unknown): Promise<boolean> => {
  const text = `INSERT INTO device_minute_rejected (device_id, reason, told) VALUES ($1, $2, $3)
    RETURNING NOT EXISTS (SELECT FROM device_minute_rejected o WHERE o.device_id = $1 AND o.rejected_at > now() - interval '1 day') AS "isFirst"`;
  const { rows } = await tx.query<{ isFirst: boolean }>(text, [
    deviceId,
    reason,
    JSON.stringify(told, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
  ]);
  return rows[0]!.isFirst;
};

/** What people call these devices, and when it is. */
export const listSerials = async (
  tx: Tx,
  deviceIds: readonly number[],
): Promise<{ id: number; serial: string; at: Date }[]> => {
  const { rows } = await tx.query<{ id: number; serial: string; at: Date }>(
    'SELECT id, serial, now() AS at FROM device WHERE id = ANY ($1) ORDER BY id',
    [deviceIds],
  );
  return rows;
};
