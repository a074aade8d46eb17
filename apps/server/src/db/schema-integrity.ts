import type { Generated, GeneratedAlways } from 'kysely';
import type { Json } from './schema.ts';

export type OrderTermsTable = {
  order_id: string;
  member_id: bigint;
  package_id: number;
  amount_units: bigint;
  max_profit_units: bigint;
  voucher_id: string | null;
  package_amount_units: bigint;
  package_max_profit_units: bigint;
  activation_fee_units: bigint;
  tx: Generated<bigint | null>;
};

export type OrderPlacementTable = {
  order_id: string;
  packs: number;
  tx: Generated<bigint | null>;
};

export type OrderActivationTable = {
  order_id: string;
  activated_at: Date;
  activation_fee_units: bigint;
  price_units: bigint;
  tx: Generated<bigint | null>;
};

export type RowVersionTable = {
  id: GeneratedAlways<bigint>;
  table_name: string;
  key: string;
  value: Json;
  tx: Generated<bigint | null>;
  at: Generated<Date>;
};

export type PayoutFreezeTable = {
  id: GeneratedAlways<bigint>;
  frozen_at: Date;
  violations: Json;
  lifted_at: Date | null;
  lifted_by: string | null;
  reason: string | null;
  known: Json | null;
};
