import type { Tx } from '../../db/transaction.ts';

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

export interface StateRow {
  deviceId: number;
  answeredAt: number | null;
  polledAt: number | null;
  hashrateThs: number;
  counterHashes: bigint | null;
  elapsedS: number | null;
  connected: boolean;
}

const MINUTES_PER_DAY = 1440;
/** More rows than this in one statement gain nothing and hold a big message in memory. */
const CHUNK = 10_000;

const ADD_MINUTES = `
  INSERT INTO device_minute AS m (day, device_id, minute, hashes, covered_s, down_s, blind_s)
  SELECT * FROM unnest($1::date[], $2::integer[], $3::smallint[], $4::bigint[], $5::smallint[], $6::smallint[], $7::smallint[])
  ON CONFLICT (day, device_id, minute) DO UPDATE SET hashes = m.hashes + excluded.hashes, covered_s = m.covered_s + excluded.covered_s,
    down_s = m.down_s + excluded.down_s, blind_s = m.blind_s + excluded.blind_s`;

export const dayOfMinute = (minute: number): string => new Date(minute * 60_000).toISOString().slice(0, 10);

export const ensureDay = async (tx: Tx, day: string): Promise<void> => {
  await tx.query('SELECT ensure_device_minute_day($1)', [day]);
};

export const addMinutes = async (tx: Tx, rows: readonly MinuteRow[]): Promise<void> => {
  for (let from = 0; from < rows.length; from += CHUNK) {
    const part = rows.slice(from, from + CHUNK);
    await tx.query({
      name: 'add_minutes',
      text: ADD_MINUTES,
      values: [
        part.map((row) => dayOfMinute(row.minute)),
        part.map((row) => row.deviceId),
        part.map((row) => row.minute % MINUTES_PER_DAY),
        part.map((row) => row.hashes),
        part.map((row) => row.coveredS),
        part.map((row) => row.downS),
        part.map((row) => row.blindS),
      ],
    });
  }
};

const KEEP_STATES = `
  INSERT INTO device_state AS s (device_id, answered_at, polled_at, hashrate_ths, counter_hashes, elapsed_s, connected)
  SELECT * FROM unnest($1::integer[], $2::timestamptz[], $3::timestamptz[], $4::float8[], $5::numeric[], $6::integer[], $7::boolean[])
  ON CONFLICT (device_id) DO UPDATE SET answered_at = excluded.answered_at, polled_at = excluded.polled_at,
    hashrate_ths = excluded.hashrate_ths, counter_hashes = excluded.counter_hashes, elapsed_s = excluded.elapsed_s,
    connected = excluded.connected, changed_at = CASE WHEN s.connected <> excluded.connected THEN now() ELSE s.changed_at END`;

export const keepStates = async (tx: Tx, rows: readonly StateRow[]): Promise<void> => {
  const moment = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
  for (let from = 0; from < rows.length; from += CHUNK) {
    const part = rows.slice(from, from + CHUNK);
    await tx.query({
      name: 'keep_states',
      text: KEEP_STATES,
      values: [
        part.map((row) => row.deviceId),
        part.map((row) => moment(row.answeredAt)),
        part.map((row) => moment(row.polledAt)),
        part.map((row) => row.hashrateThs),
        part.map((row) => row.counterHashes),
        part.map((row) => row.elapsedS),
        part.map((row) => row.connected),
      ],
    });
  }
};

/** Only whether the devices answer; their place in the minutes is not touched. */
export const keepLinks = async (tx: Tx, links: readonly [deviceId: number, connected: boolean][]): Promise<void> => {
  await tx.query(
    `INSERT INTO device_state AS s (device_id, connected) SELECT * FROM unnest($1::integer[], $2::boolean[])
     ON CONFLICT (device_id) DO UPDATE SET connected = excluded.connected, changed_at = now() WHERE s.connected <> excluded.connected`,
    [links.map(([id]) => id), links.map(([, connected]) => connected)],
  );
};
