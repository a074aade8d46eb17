import type { Generated } from 'kysely';
import type { Json } from './schema.ts';

export type StakingTypeTable = {
  id: number;
  name: string;
  name2: string;
  names2: Json;
  wallet_id: number;
  wallet2_id: number;
  max_units: bigint;
  term_days: number;
  active: Generated<boolean>;
};

export type StakingOrderTable = {
  id: string;
  member_id: bigint;
  type_id: number;
  status: Generated<number>;
  wallet_id: number;
  wallet2_id: number;
  amount_units: bigint;
  amount2_units: bigint;
  hold_owner_id: bigint;
  created_at: Date;
  ends_at: Date;
  ended_at: Date | null;
};
