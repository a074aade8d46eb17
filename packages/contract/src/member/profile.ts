import { HOLD_REASONS } from '@minerx/rules/hold-reason';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { ranking } from './ranking.ts';
import { amount, timestamp } from '../wire/wire.ts';
import { memberBank } from '../wallet/withdrawal-address.ts';

/** One wallet of a member, by position (wallet id − 1). */
const memberWallet = z.object({ member_wallet_balance: amount });
const memberWalletType = z.object({
  member_wallet_type_id: z.number(),
  member_wallet_type_name: z.string(),
  member_wallet_type_price: amount,
  member_wallet_type_precision: z.number(),
});

/** What is set aside of a wallet, and for what; it is no part of the balance. */
const memberHeld = z.object({ member_wallet_type_id: z.number(), held_for: z.enum(HOLD_REASONS), amount });

const member = z.object({
  member_username: z.string(),
  member_email: z.string(),
  member_detail_fullname: z.string(),
  member_referral_code: z.string(),
  /** The number of the member's rank; from 2 on it wears the crown. */
  member_ranking3: z.number(),
  ...ranking.shape,
  member_created_date: timestamp,
  member_capital: amount,
  /** A miner of the member's was activated, today or long ago. */
  member_has_mined: z.boolean(),
  member_detail_countryid: z.number(),
  /** The shared contract, bought or by voucher, is not available in the member's country. */
  member_shared_closed: z.boolean(),
  member_wallet: z.array(memberWallet),
  member_wallet_type: z.array(memberWalletType),
  /** In order of wallets; none where nothing is set aside. */
  member_held: z.array(memberHeld),
  member_bank: z.array(memberBank),
  /** The member's account at BTA Pay; empty when none is saved. */
  member_btapay_id: z.string(),
  /** Until when nothing of value leaves the account, because password and PIN were reset; null when it may leave now. */
  outgoing_held_until: z.nullable(timestamp),
  /** `withdrawal_hold_hours`: how long a new or changed withdrawal address waits before it can be used. */
  system_setting: z.object({ nft_withdraw_fee: amount, withdrawal_hold_hours: z.number() }),
  helpcenter: z.boolean(),
  /** Notices that the member has not read; counted up to a hundred. */
  member_unread_notices: z.number(),
  /** The newest version of the terms that the member agreed to; null for none. */
  member_terms_version: z.nullable(z.number()),
});
export type Member = z.output<typeof member>;

export const memberProfile = defineCall({
  method: 'GET',
  path: 'member/profile',
  summary: 'The signed-in member with wallets, prices and settings.',
  session: 'member',
  result: z.object({ member }),
  refusals: [],
});
