import type { Db } from '../../db/transaction.ts';
import type { DeviceDay, Stretch } from './day-work.ts';
import type { Shares } from './share-out.ts';

export type SettlementState = 'provisional' | 'settled' | 'correcting';

/** What a day is settled by; fixed when the day is first settled, so that orders which wait are settled by the same. */
export interface SettlementDay {
  day: string;
  state: SettlementState;
  stretches: Stretch[];
  poolFeePpm: number;
  priceUnits: bigint;
  priceAt: Date;
  priceSource: string | null;
  pricePair: string | null;
  /** Whether network, market or pool are simulated. */
  simulated: boolean;
}

/** What the payout that was known left of the day's work; a payout that is put right later makes the next part. */
export interface SettlementFigures extends Shares {
  part: number;
  payoutPart: number;
  payoutSat: bigint;
  /** Devices that the pool had told nothing of: the shares keep room for the most that they could come to. */
  openDevices: number;
}

const DAY = `SELECT day, state, segments AS stretches, pool_fee_ppm AS "poolFeePpm", price_units AS "priceUnits", price_at AS "priceAt",
  price_source AS "priceSource", price_pair AS "pricePair", simulated FROM settlement_day WHERE day = $1`;

export const findSettlementDay = async (db: Db, day: string): Promise<SettlementDay | null> =>
  (await db.query<SettlementDay>(DAY, [day])).rows[0] ?? null;

export const insertSettlementDay = async (db: Db, row: SettlementDay): Promise<void> => {
  await db.query(
    `INSERT INTO settlement_day (day, state, segments, pool_fee_ppm, price_units, price_at, price_source, price_pair, simulated)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      row.day,
      row.state,
      JSON.stringify(row.stretches),
      row.poolFeePpm,
      row.priceUnits,
      row.priceAt,
      row.priceSource,
      row.pricePair,
      row.simulated,
    ],
  );
};

export const setSettlementState = async (db: Db, day: string, state: SettlementState): Promise<void> => {
  await db.query('UPDATE settlement_day SET state = $2, updated_at = now() WHERE day = $1', [day, state]);
};

/** The figures in force. */
export const findFigures = async (db: Db, day: string): Promise<SettlementFigures | null> => {
  const { rows } = await db.query<{
    part: number;
    payoutPart: number;
    payoutSat: bigint;
    openDevices: number;
    bandPpm: number;
    numerator: string;
    denominator: string;
  }>(
    `SELECT part, payout_part AS "payoutPart", payout_sat AS "payoutSat", open_devices AS "openDevices", band_ppm AS "bandPpm", payout_numerator AS numerator,
            payout_denominator AS denominator FROM settlement_figures WHERE day = $1 ORDER BY part DESC LIMIT 1`,
    [day],
  );
  const row = rows[0];
  if (row === undefined) return null;
  const { numerator, denominator, ...rest } = row;
  return { ...rest, payout: { numerator: BigInt(numerator), denominator: BigInt(denominator) } };
};

/** Whether the figures in force are of another payout than those before. */
export const isPayoutCorrected = async (db: Db, day: string): Promise<boolean> =>
  (
    await db.query(
      `SELECT FROM settlement_figures f JOIN settlement_figures b ON b.day = f.day AND b.part = f.part - 1
        WHERE f.day = $1 AND f.payout_part <> b.payout_part AND f.part = (SELECT max(part) FROM settlement_figures WHERE day = $1)`,
      [day],
    )
  ).rowCount === 1;

export const insertFigures = async (db: Db, day: string, figures: SettlementFigures, at: Date): Promise<void> => {
  await db.query(
    `INSERT INTO settlement_figures (day, part, payout_part, payout_sat, band_ppm, payout_numerator, payout_denominator, recorded_at, open_devices)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      day,
      figures.part,
      figures.payoutPart,
      figures.payoutSat,
      figures.bandPpm,
      figures.payout.numerator,
      figures.payout.denominator,
      at,
      figures.openDevices,
    ],
  );
};

/** Takes the day's lock: writers of its minutes have finished, and others wait until this transaction ends. */
export const lockDay = async (db: Db, day: string): Promise<void> => {
  await db.query('SELECT lock_day_minutes($1, true)', [day]);
};

/** What each device's machine was rated at on the day `$1`; the highest of a day with several. `which`: SQL on its `device_id`. */
export const ratedOnDay = (which = 'true'): string =>
  `(SELECT device_id, max(rated_ths) AS rated_ths FROM device_rated WHERE since < $1::date + 1 AND until > $1::date AND ${which} GROUP BY 1)`;

export interface DeviceDayRow extends DeviceDay {
  deviceId: number;
  part: number;
  /** What its machine was rated at that day. */
  ratedThs: number;
}

/** From here on the minutes of these devices do not change: the database refuses. */
export const insertDeviceDays = async (db: Db, day: string, rows: readonly DeviceDayRow[], at: Date): Promise<void> => {
  const lines = rows.flatMap(({ deviceId, part, measured, filled, cut, blindS, pool }) =>
    measured.map((hashes, index) => ({
      deviceId,
      part,
      index,
      hashes,
      filled: filled[index]!,
      cut: cut[index]!,
      blindS: blindS[index]!,
      pool,
    })),
  );
  if (lines.length === 0) return;
  await db.query(
    `INSERT INTO device_day (day, recorded_at, device_id, part, stretch, measured, filled, cut, blind_s, pool_hashes, pool_late_s)
     SELECT $1::date, $2::timestamptz, r.* FROM unnest($3::integer[], $4::smallint[], $5::smallint[], $6::numeric[], $7::numeric[], $8::numeric[],
       $9::integer[], $10::numeric[], $11::integer[]) AS r`,
    [
      day,
      at,
      lines.map((line) => line.deviceId),
      lines.map((line) => line.part),
      lines.map((line) => line.index),
      lines.map((line) => line.hashes),
      lines.map((line) => line.filled),
      lines.map((line) => line.cut),
      lines.map((line) => line.blindS),
      lines.map((line) => line.pool?.hashes ?? null),
      lines.map((line) => line.pool?.lateS ?? 0),
    ],
  );
};

/** What each device was credited of a day, its newest part. */
export const listDeviceDays = async (db: Db, day: string): Promise<Map<number, DeviceDayRow>> => {
  const { rows } = await db.query<
    [number, number, number, string, string, string, number, string | null, number, number]
  >({
    rowMode: 'array',
    text: `SELECT /* whole device: all that were measured have a row of the day */ /* whole device_rating: the same */ device_id, part, stretch, measured, filled, cut, blind_s, pool_hashes, pool_late_s, r.rated_ths
             FROM device_day d JOIN ${ratedOnDay()} r USING (device_id)
            WHERE day = $1 AND NOT EXISTS (SELECT FROM device_day n WHERE n.day = $1 AND n.device_id = d.device_id AND n.part > d.part)
            ORDER BY device_id, stretch`,
    values: [day],
  });
  const days = new Map<number, DeviceDayRow>();
  for (const [deviceId, part, stretch, measured, filled, cut, blindS, poolHashes, lateS, ratedThs] of rows) {
    let row = days.get(deviceId);
    if (row === undefined) {
      const pool = poolHashes === null ? null : { hashes: BigInt(poolHashes), lateS };
      days.set(deviceId, (row = { deviceId, part, measured: [], filled: [], cut: [], blindS: [], pool, ratedThs }));
    }
    row.measured[stretch] = BigInt(measured);
    row.filled[stretch] = BigInt(filled);
    row.cut[stretch] = BigInt(cut);
    row.blindS[stretch] = blindS;
  }
  return days;
};
