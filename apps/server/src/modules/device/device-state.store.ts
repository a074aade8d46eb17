import type { Tx } from '../../db/transaction.ts';

export interface StateRow {
  deviceId: number;
  answeredAt: number | null;
  polledAt: number | null;
  hashrateThs: number;
  counterHashes: bigint | null;
  elapsedS: number | null;
  connected: boolean;
}

/** More rows than this in one statement gain nothing and hold a big message in memory. */
const CHUNK = 10_000;

const KEEP_STATES = `
  INSERT INTO device_state AS s (device_id, answered_at, polled_at, hashrate_ths, counter_hashes, elapsed_s, connected)
  SELECT id, to_timestamp(answered / 1000), to_timestamp(polled / 1000), ths, hashes, elapsed, connected
    FROM unnest($1::integer[], $2::float8[], $3::float8[], $4::float8[], $5::numeric[], $6::integer[], $7::boolean[])
      AS t (id, answered, polled, ths, hashes, elapsed, connected)
  ON CONFLICT (device_id) DO UPDATE SET answered_at = excluded.answered_at, polled_at = excluded.polled_at,
    hashrate_ths = excluded.hashrate_ths, counter_hashes = excluded.counter_hashes, elapsed_s = excluded.elapsed_s,
    connected = excluded.connected, changed_at = CASE WHEN s.connected <> excluded.connected THEN now() ELSE s.changed_at END`;

export const keepStates = async (tx: Tx, rows: readonly StateRow[]): Promise<void> => {
  for (let from = 0; from < rows.length; from += CHUNK) {
    const part = rows.slice(from, from + CHUNK);
    await tx.query({
      name: 'keep_states',
      text: KEEP_STATES,
      values: [
        part.map((row) => row.deviceId),
        // As numbers: a date is written out for its zone, which costs more than all the rest of the row.
        part.map((row) => row.answeredAt),
        part.map((row) => row.polledAt),
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
