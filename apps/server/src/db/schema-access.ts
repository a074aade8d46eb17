import type { Generated, GeneratedAlways } from 'kysely';

/** How members get in and prove who they are. See `schema.ts`. */

export type SessionTable = {
  id: string;
  member_id: bigint;
  transport: 'cookie' | 'body';
  device: string;
  address: string;
  created_at: Generated<Date>;
  last_used_at: Generated<Date>;
  expires_at: Date;
  ended_at: Date | null;
  ended_reason: string | null;
};

export type RefreshTokenTable = {
  token_hash: Buffer;
  session_id: string;
  issued_at: Generated<Date>;
  rotated_at: Date | null;
};

export type EmailCodeTable = {
  id: GeneratedAlways<bigint>;
  email_key: string;
  purpose: string;
  code_hash: Buffer;
  created_at: Generated<Date>;
  expires_at: Date;
  tries: Generated<number>;
  used_at: Date | null;
};

export type WithdrawalAddressTable = {
  id: GeneratedAlways<bigint>;
  member_id: bigint;
  wallet_id: number;
  network: string;
  address: string;
  saved_at: Date;
  usable_at: Date;
};

export type OneUseLinkTable = {
  token_hash: Buffer;
  purpose: 'reset' | 'redirect' | 'freeze';
  member_id: bigint;
  created_at: Generated<Date>;
  expires_at: Date;
  used_at: Date | null;
};

export type FactorChangeTable = {
  id: GeneratedAlways<bigint>;
  member_id: bigint;
  kind: 'reset' | 'password' | 'pin';
  at: Date;
  tx: Generated<bigint | null>;
};

export type ExpiryFloorTable = {
  single: Generated<boolean>;
  at: Date;
};

export type AttemptTable = {
  subject: string;
  failures: number;
  lockouts: Generated<number>;
  locked_until: Date | null;
  updated_at: Generated<Date>;
};

/** `balance` is null for house accounts: theirs is derived from the postings. */
