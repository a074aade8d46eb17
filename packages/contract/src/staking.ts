import * as z from 'zod/mini';
import { defineCall } from './wire/call.ts';
import { pin } from './member/member.ts';
import { amount, pageResult, soughtBody, timestamp, variantsOf, whole } from './wire/wire.ts';

const stakingType = z.object({
  staking_id: z.number(),
  /** Short, the same in every language: what is staked. */
  staking_name: z.string(),
  /** In words, with language variants. */
  staking_name2: z.string(),
  ...variantsOf('staking_name2'),
  /** Wallet type of `amount`. */
  staking_wallet_type: z.number(),
  /** Wallet type of `amount2`. */
  staking_wallet_type2: z.number(),
  staking_min_amount: amount,
  staking_max_amount: amount,
  /** Days until an order ends and both amounts come back. */
  staking_term_days: z.number(),
});
export type StakingType = z.output<typeof stakingType>;

const stakingOrder = z.object({
  id: z.string(),
  /** 1 active, 9 ended. */
  staking_order_status: z.number(),
  staking_order_created_date: timestamp,
  /** When it ends, or has ended. */
  staking_order_end_date: timestamp,
  staking_order_amount: amount,
  staking_order_amount2: amount,
  staking_name: z.string(),
  staking_wallet_type: z.number(),
  staking_wallet_type2: z.number(),
});
export type StakingOrder = z.output<typeof stakingOrder>;

export const stakingAll = defineCall({
  method: 'GET',
  path: 'staking/all',
  summary: 'The staking types on offer, and whether staking is switched on.',
  session: 'member',
  result: z.object({ staking: z.array(stakingType), available: z.boolean() }),
  refusals: [],
});

/** `err_amount_changed` and `err_staking_amount` carry the right amounts in `err_details`. */
export const staking = defineCall({
  method: 'POST',
  path: 'staking',
  summary:
    'Stakes an amount of the type’s first wallet and 250 times as much of its second, until the end of its term.',
  session: 'member',
  secondFactor: false,
  body: z.object({
    amount,
    amount2: amount,
    staking_type: whole(1, 32_767, 'err_staking_type'),
    member_security_pin: pin,
  }),
  result: z.object({ staking: stakingOrder }),
  refusals: [
    'err_pin_wrong',
    'err_pin_locked',
    'err_staking_unavailable',
    'err_staking_type',
    'err_staking_amount',
    'err_amount_changed',
    'err_insufficient_balance',
    'err_account_frozen',
  ],
  idempotent: true,
});

export const stakingHistory = defineCall({
  method: 'POST',
  path: 'staking/history',
  summary: 'Own staking orders, newest first.',
  session: 'member',
  body: soughtBody,
  result: pageResult(stakingOrder),
  refusals: [],
});
