import type { ColumnType } from 'kysely';

type BigNumeric = ColumnType<string, string | bigint, string | bigint>;
type Day = ColumnType<string, string, string>;

export type DeviceDayTable = {
  day: Day;
  device_id: number;
  part: number;
  stretch: number;
  measured: BigNumeric;
  filled: BigNumeric;
  cut: BigNumeric;
  blind_s: number;
  pool_hashes: string | null;
  pool_late_s: number;
  recorded_at: Date;
};

export type SettlementFiguresTable = {
  day: Day;
  part: number;
  payout_part: number;
  payout_sat: bigint;
  band_ppm: number;
  payout_numerator: BigNumeric;
  payout_denominator: BigNumeric;
  recorded_at: Date;
};

export type PoolFeeTable = {
  from_day: Day;
  fee_ppm: number;
  set_at: Date;
};
