import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Json } from './schema.ts';

type Day = string;

/* Miners and what was measured of them. */

export type DeviceTable = {
  id: GeneratedAlways<number>;
  serial: string;
  line: 'x1' | 'x2';
  host: string;
  port: number;
  simulated: boolean;
  free: Generated<boolean>;
  registered_at: Generated<Date>;
  retired_at: Date | null;
  rated_ths: Generated<number>;
  site: string | null;
  mac: string | null;
  machine_serial: string | null;
  pool_worker: string | null;
  in_stock: Generated<boolean>;
  identity_at: Date | null;
  same_as: number | null;
  exchanged_at: Date | null;
};

export type DeviceRatingTable = { device_id: number; until: Date; rated_ths: number };

export type DeviceMinuteTable = {
  day: Day;
  device_id: number;
  minute: number;
  hashes: bigint;
  covered_s: number;
  down_s: number;
  blind_s: number;
};

export type DeviceStateTable = {
  device_id: number;
  answered_at: Date | null;
  polled_at: Date | null;
  hashrate_ths: Generated<number>;
  counter_hashes: ColumnType<string | null, string | bigint | null, string | bigint | null>;
  elapsed_s: number | null;
  connected: Generated<boolean>;
  changed_at: Generated<Date>;
  pool_seen_at: Date | null;
};

export type DeviceMinuteLateTable = {
  id: Generated<bigint>;
  day: Day;
  device_id: number;
  minute: number;
  hashes: bigint;
  covered_s: number;
  down_s: number;
  blind_s: number;
  proved_at: Generated<Date>;
  part: Generated<number>;
};

export type DeviceMinuteRejectedTable = {
  id: Generated<bigint>;
  device_id: number;
  reason: string;
  told: Json;
  rejected_at: Generated<Date>;
};
