import { ADDRESS_MAX_LENGTH, findNetworkOf, networksOf, readAddress } from '@minerx/rules/withdrawal-network';
import { WITHDRAWAL_CAUSES } from '@minerx/rules/withdrawal';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { pin, verificationCode } from '../member/member.ts';
import { amount, done, opaqueId, pageResult, soughtBody, text, timestamp, walletTypeId } from '../wire/wire.ts';

/** What stands in the way of any withdrawal of a coin on a network. */
const WITHDRAWAL_OBSTACLES = [
  'err_account_frozen',
  'err_recent_reset',
  'err_network_closed',
  'err_address_not_saved',
  'err_address_wait',
  'err_withdrawal_limit',
] as const;

const withdrawalOption = z.object({
  /** Wallet type id. */
  wallet_type: z.number(),
  network: z.string(),
  /** Decimals that an amount may have. */
  decimals: z.number(),
  /** Of the coin; it comes on top of the amount. */
  fee: amount,
  minimum: amount,
  /** Of the coin, over all its networks and one UTC day. */
  daily_limit: amount,
  limit_left: amount,
  /** The one that counts, and from when on it can be used; null when none is saved. */
  address: z.nullable(z.string()),
  address_usable_date: z.nullable(timestamp),
  /** More than this is looked at by two operators. */
  two_operators_above: amount,
  /** In which a request is usually looked at, in hours. */
  review_hours: z.number(),
  /** What stands in the way now, whatever the amount, and until when if that is known; null when nothing does. */
  obstacle: z.nullable(z.enum(WITHDRAWAL_OBSTACLES)),
  obstacle_until: z.nullable(timestamp),
});
export type WithdrawalOption = z.output<typeof withdrawalOption>;

const withdrawal = z.object({
  id: z.string(),
  wallet_type: z.number(),
  network: z.string(),
  /** What arrives, and the fee that was taken on top. */
  amount,
  fee: amount,
  address: z.string(),
  /** 0 under review, 1 approved, 2 sent, 3 confirmed, 7 errored, 8 cancelled, 9 rejected. */
  status: z.number(),
  /** Why it was rejected. */
  cause: z.nullable(z.enum(WITHDRAWAL_CAUSES)),
  /** Of the transaction that sends it, and where it can be looked up; null as long as there is none. */
  hash: z.nullable(z.string()),
  hash_url: z.nullable(z.string()),
  /** The network is a simulated chain, with this id; null on a real one. */
  simulated_chain_id: z.nullable(z.number()),
  /** Blocks on it now, its own included, at most as many as are needed. */
  confirmations: z.number(),
  confirmations_needed: z.number(),
  /** Whose word it is that it has arrived: the chain's own, or that of two operators where nobody reads the chain. */
  confirmed_by: z.nullable(z.enum(['chain', 'operators'])),
  /** The first of two operators has said yes. */
  half_approved: z.boolean(),
  created_date: timestamp,
  /** Since when it is in its state. */
  changed_date: timestamp,
  sent_date: z.nullable(timestamp),
  /** By when the next step is usually done; null when it is over. */
  expected_date: z.nullable(timestamp),
  /** Under review it goes back by itself at this moment. */
  deadline: timestamp,
});
export type Withdrawal = z.output<typeof withdrawal>;

const request = z.object({
  wallet_type: walletTypeId('err_withdrawal_coin'),
  network: text(32),
  /** What shall arrive. */
  amount,
  /** The saved address, as the member was shown it. */
  address: text(ADDRESS_MAX_LENGTH),
});

type Request = z.output<typeof request>;

/** A coin, a network of it and an address there, each judged only when those before it are right. */
const isRequest = [
  z.refine<Request>((form) => networksOf(form.wallet_type).length > 0, {
    path: ['wallet_type'],
    error: 'err_withdrawal_coin',
    abort: true,
  }),
  z.refine<Request>((form) => findNetworkOf(form.wallet_type, form.network) !== null, {
    path: ['network'],
    error: 'err_withdrawal_network',
    abort: true,
  }),
  z.refine<Request>(
    (form) => {
      const network = findNetworkOf(form.wallet_type, form.network);
      return network !== null && readAddress(network, form.address) !== null;
    },
    { path: ['address'], error: 'err_withdrawal_address' },
  ),
] as const;

/** What stands in the way of a request: of its code as well, so that nobody types one for nothing. */
const REFUSALS = [
  'err_pin_wrong',
  'err_pin_locked',
  'err_account_frozen',
  'err_recent_reset',
  'err_network_closed',
  'err_address_not_saved',
  'err_address_wait',
  'err_amount_decimals',
  'err_withdrawal_minimum',
  'err_withdrawal_limit',
  'err_insufficient_balance',
] as const;

export const withdrawOptions = defineCall({
  method: 'GET',
  path: 'wallet/withdraw/options',
  summary:
    'On which terms each coin can be withdrawn on each of its networks now: fee, minimum, what is left of today’s limit, the saved address.',
  session: 'member',
  result: z.object({ options: z.array(withdrawalOption) }),
  refusals: [],
});

export const withdrawCodeRequest = defineCall({
  method: 'POST',
  path: 'wallet/withdraw/request/code',
  summary:
    'Sends a code for withdrawing this amount to this address to the member’s own email address. It is good for no other.',
  session: 'member',
  secondFactor: false,
  body: z.object({ ...request.shape, member_security_pin: pin }).check(...isRequest),
  result: done,
  refusals: [...REFUSALS, 'err_code_wait'],
});

export const withdraw = defineCall({
  method: 'POST',
  path: 'wallet/withdraw',
  summary:
    'Asks for an amount to be sent to the saved address. Amount and fee are held until it is sent, or given back.',
  session: 'member',
  secondFactor: true,
  body: z
    .object({
      ...request.shape,
      /** The fee that the member was shown; another one now is refused with `err_amount_changed`. */
      fee: z.optional(amount),
      verify_code: verificationCode,
      member_security_pin: pin,
    })
    .check(...isRequest),
  /** Id of the withdrawal. */
  result: z.object({ id: z.string() }),
  refusals: [...REFUSALS, 'err_amount_changed', 'err_code_wrong', 'err_conflict'],
  idempotent: true,
});

export const withdrawCancel = defineCall({
  method: 'POST',
  path: 'wallet/withdraw/cancel',
  summary: 'Takes an own withdrawal back while it is under review: amount and fee are in the wallet again.',
  session: 'member',
  body: z.object({ id: opaqueId }),
  result: done,
  refusals: ['err_not_found', 'err_withdrawal_status', 'err_account_frozen'],
  idempotent: true,
});

export const withdrawHistory = defineCall({
  method: 'POST',
  path: 'wallet/withdraw/history',
  summary: 'Own withdrawals, newest first, each with what happens next and by when.',
  session: 'member',
  body: soughtBody,
  result: pageResult(withdrawal),
  refusals: [],
});
