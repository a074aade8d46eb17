import type { Generated } from 'kysely';

/** `YYYY-MM-DD`. */
type Day = string;

/** The tables of Raya Blessings, in the same words as `schema.ts`. */

export type BlessingPrizeTable = {
  id: number;
  name: string;
  min_units: bigint;
  max_units: bigint;
  weight: number;
  total: number | null;
  remaining: number | null;
  voucher_package_id: number | null;
  enabled: Generated<boolean>;
};

export type BlessingPackTable = {
  id: string;
  member_id: bigint;
  order_id: string;
  number: number;
  granted_at: Date;
  opened_at: Date | null;
};

export type BlessingDeckTable = {
  pack_id: string;
  clear_deck: string | null;
  clear_salt: Buffer | null;
  commitment: Buffer;
  dealt_at: Date;
  sealed: Buffer | null;
  prize_ids: number[];
  member_id: bigint | null;
  number: number | null;
  day: Day | null;
  member_seed: string | null;
  table_hash: Buffer | null;
  left_before: string | null;
};

export type BlessingOpenedTable = {
  pack_id: string;
  deck: string;
  salt: Buffer;
  signature: Buffer | null;
};

export type BlessingSeedTable = {
  day: Day;
  commitment: Buffer;
  public_key: Buffer;
  sealed: Buffer;
  committed_at: Date;
  seed: Buffer | null;
  revealed_at: Date | null;
};

export type BlessingTableTable = {
  hash: Buffer;
  lines: string;
  since: Date;
};

export type BlessingMemberSeedTable = {
  member_id: bigint;
  seed: string;
  chosen: boolean;
  set_at: Date;
};

export type BlessingCardTable = {
  pack_id: string;
  position: number;
  prize_id: number;
  amount_units: bigint;
};

export type BlessingPickTable = {
  pack_id: string;
  position: number;
  member_id: bigint;
  wallet_id: number | null;
  credited_units: bigint | null;
  price_units: bigint | null;
  transfer_id: string | null;
  voucher_id: string | null;
  picked_at: Date;
};

export type BlessingFulfilmentTable = {
  pack_id: string;
  created_at: Date;
  done_at: Date | null;
  done_by: string | null;
  note: string | null;
};
