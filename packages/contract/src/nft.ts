import { NFT_RARITIES } from '@minerx/rules/nft-collection';
import { NFT_REJECTION_CAUSES } from '@minerx/rules/nft-status';
import { networkLabel } from '@minerx/rules/network';
import { isNftAddress, NFT_NETWORK } from '@minerx/rules/nft-withdrawal';
import * as z from 'zod/mini';
import { defineCall } from './wire/call.ts';
import { pin } from './member/member.ts';
import { amount, checked, opaqueId, pageBody, pageResult, soughtBody, timestamp, variantsOf } from './wire/wire.ts';

/** A category with its name in each language. */
const category = {
  /** For styles; the name is operators' text. */
  nft_category: z.enum(NFT_RARITIES),
  nft_category_name: z.string(),
  ...variantsOf('nft_category_name'),
};

const nft = z.object({
  id: z.string(),
  nft_name: z.string(),
  /** Path of a picture on this site. */
  nft_image: z.string(),
  ...category,
  /** 1 ready to withdraw, 2 pending, 3 approved, 9 rejected. */
  nft_status: z.number(),
  /** Since when the member has it. */
  nft_created_date: timestamp,
  /** Of its latest withdrawal, null when there was none: 0 pending, 1 approved, 8 cancelled, 9 rejected. */
  nft_withdraw_status: z.nullable(z.number()),
  /** Fee in USDT, network and address of that withdrawal. */
  nft_withdraw_fee: z.nullable(amount),
  nft_withdraw_network_type: z.nullable(z.string()),
  nft_withdraw_address: z.nullable(z.string()),
});
export type Nft = z.output<typeof nft>;

const nftWithdrawal = z.object({
  id: z.string(),
  nft_id: z.string(),
  nft_name: z.string(),
  nft_image: z.string(),
  ...category,
  /** When the member asked. */
  nft_created_date: timestamp,
  /** 0 pending, 1 approved, 8 cancelled, 9 rejected. */
  nft_withdraw_status: z.number(),
  /** USDT. */
  nft_withdraw_fee: amount,
  nft_withdraw_network_type: z.string(),
  nft_withdraw_address: z.string(),
  /** Why it was rejected. */
  nft_withdraw_cause: z.nullable(z.enum(NFT_REJECTION_CAUSES)),
  /** Hash of the transaction that sent it, as soon as there is one. */
  nft_withdraw_hash: z.nullable(z.string()),
  /** Where it can be looked up; null where nobody shows it. */
  nft_withdraw_hash_url: z.nullable(z.string()),
  /** The network is a simulated chain, with this id; null on a real one. */
  simulated_chain_id: z.nullable(z.number()),
  /**
   * How that transaction stands where a worker sends: told and not final yet, final, or nobody can say yet whether it took place, which
   * only proof ends. Null before it is sent, where it did not take place, and where an operator sends by hand.
   */
  nft_withdraw_sending: z.nullable(z.enum(['sent', 'final', 'errored'])),
  /** Blocks on that transaction, at most as many as make it final; null where an operator sends by hand, before it is sent, and where nobody can say whether it was. */
  nft_withdraw_confirmed: z.nullable(z.number()),
  nft_withdraw_confirmations: z.number(),
  /** Whom the contract named as the owner when the transaction was final, and when it was asked. */
  nft_withdraw_owner: z.nullable(z.string()),
  nft_withdraw_owner_date: z.nullable(timestamp),
  nft_withdraw_decided_date: z.nullable(timestamp),
  /** A pending one goes back by itself at this moment. */
  nft_withdraw_deadline: timestamp,
});
export type NftWithdrawal = z.output<typeof nftWithdrawal>;

export const nftOwned = defineCall({
  method: 'POST',
  path: 'nft/owned',
  summary: 'Own NFTs, those that came last first.',
  session: 'member',
  body: pageBody,
  result: pageResult(nft),
  refusals: [],
});

export const nftGetById = defineCall({
  method: 'GET',
  path: 'nft/getById',
  summary: 'One of the own NFTs.',
  session: 'member',
  query: z.object({ id: opaqueId }),
  result: z.object({ nft }),
  refusals: ['err_not_found'],
});

export const nftWithdraw = defineCall({
  method: 'POST',
  path: 'nft/withdraw',
  summary: 'Asks for an own NFT to be sent to an address. The fee is held in USDT until operators have decided.',
  session: 'member',
  secondFactor: true,
  body: z.object({
    id: opaqueId,
    network_type: checked(16, (text) => text === networkLabel(NFT_NETWORK), 'err_withdrawal_network'),
    withdrawal_address: checked(42, isNftAddress, 'err_withdrawal_address'),
    /** The fee that the member was shown; another one now is refused with `err_amount_changed`. */
    nft_withdraw_fee: z.optional(amount),
    member_security_pin: pin,
  }),
  /** Id of the withdrawal. */
  result: z.object({ id: z.string() }),
  refusals: [
    'err_not_found',
    'err_nft_status',
    'err_amount_changed',
    'err_network_closed',
    'err_insufficient_balance',
    'err_account_frozen',
    'err_recent_reset',
    'err_pin_wrong',
    'err_pin_locked',
  ],
  idempotent: true,
});

export const nftWithdrawHistory = defineCall({
  method: 'POST',
  path: 'nft/withdraw/history',
  summary: 'Own withdrawals of NFTs, newest first.',
  session: 'member',
  body: soughtBody,
  result: pageResult(nftWithdrawal),
  refusals: [],
});

export const nftWithdrawCancel = defineCall({
  method: 'POST',
  path: 'nft/withdraw/cancel',
  summary: 'Takes an own withdrawal back while it is pending: the item is ready again and the fee is in the wallet.',
  session: 'member',
  body: z.object({ id: opaqueId }),
  result: z.object({}),
  refusals: ['err_not_found', 'err_nft_status', 'err_account_frozen'],
  idempotent: true,
});
