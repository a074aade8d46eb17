import type { Generated } from 'kysely';
import type { Json } from './schema.ts';

/** The NFT collection and its withdrawals. See `schema.ts`. */

export type NftCategoryTable = { id: number; name: string; names: Json };

export type NftTable = {
  id: Generated<string>;
  token: number;
  category_id: number;
  member_id: bigint | null;
  status: number | null;
  acquired_at: Date | null;
};

export type NftWithdrawalTable = {
  id: string;
  nft_id: string;
  member_id: bigint;
  status: number;
  fee_units: bigint;
  hold_owner_id: bigint;
  network: string;
  address: string;
  cause: string | null;
  first_approver: string | null;
  tx_hash: string | null;
  created_at: Date;
  decided_at: Date | null;
};
