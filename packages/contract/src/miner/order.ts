import { isOrderFilter } from '@minerx/rules/order-status';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { amount, checked, chunks, done, opaqueId, pageBody, pageResult, paginator, timestamp } from '../wire/wire.ts';

const order = z.object({
  id: z.string(),
  package_order_id: z.string(),
  package_order_no: z.string(),
  package_order_created_date: timestamp,
  package_order_isvoucher: z.boolean(),
  package_order_amount: amount,
  package_order_max_profit: amount,
  package_order_profit_balance: amount,
  package_order_packageid: z.number(),
  /** The order's own serial; '-' while it queues or waits. */
  package_order_serial_no: z.string(),
  /** 1 Activated, 2 Ready, 7 On-Queue or waiting, 8 Disconnected, 9 Ended; 10 Cancelled, which `order/getById` alone answers. */
  package_order_status: z.number(),
  package_order_activated_date: z.nullable(timestamp),
  /** USDT; shown and paid from AOGTD when activating. */
  package_activate_price: amount,
  /** Own miners count 1; a shared unit is ten shares of a tenth. */
  package_order_shared: z.boolean(),
  /** Position in the group of ten (On-Queue) or place in line (waiting for stock); 0 otherwise. */
  queue: z.number(),
  package_name: z.string(),
  /** Th/s measured now; null when nothing was measured. */
  hashrate: z.nullable(z.number()),
  simulated: z.boolean(),
});
export type Order = z.output<typeof order>;

/** Of a live order what the dashboard draws: a member may have a thousand of them. */
const liveOrder = z.pick(order, {
  id: true,
  package_order_serial_no: true,
  package_order_status: true,
  hashrate: true,
  simulated: true,
});
export type LiveOrder = z.output<typeof liveOrder>;

export const packageOrder = defineCall({
  method: 'POST',
  path: 'package/order',
  summary:
    'Orders in status 1, 2, 8 and 9, newest first and the ended ones last; with `filter` only the `live` ones (1, 8), or the `activated` (1), `disconnected` (8) or `ended` (9) of them.',
  session: 'member',
  body: z.extend(pageBody, { filter: z.optional(checked(12, isOrderFilter, 'err_format')) }),
  result: pageResult(order),
  refusals: [],
});

/** `paid`: what it was paid with, by wallet, which is what comes back when it is cancelled; nothing for a voucher's order. */
const stockOrder = z.extend(order, {
  paid: z.array(z.object({ member_wallet_type_name: z.string(), paid_amount: amount })),
});
export type StockOrder = z.output<typeof stockOrder>;

export const packageOrderQueue = defineCall({
  method: 'GET',
  path: 'package/order/queue',
  summary: 'Orders that queue for a group of ten, orders that wait for stock, and all that are ready to be activated.',
  session: 'member',
  result: z.object({ queue: z.array(order), outOfStock: z.array(stockOrder), ready: z.array(order) }),
  refusals: [],
});

export const packageOrderActivate = defineCall({
  method: 'POST',
  path: 'package/order/activate',
  summary: 'Activates a ready order; the fee is taken from AOGTD. Only `id` is read.',
  session: 'member',
  body: z.object({ id: opaqueId }),
  result: z.object({ fee: amount }),
  refusals: ['err_not_found', 'err_order_status', 'err_insufficient_balance', 'err_account_frozen'],
  idempotent: true,
});

export const packageOrderCancel = defineCall({
  method: 'POST',
  path: 'package/order/cancel',
  summary: 'Cancels an order that waits for stock; everything paid comes back.',
  session: 'member',
  body: z.object({ id: opaqueId }),
  result: done,
  refusals: ['err_not_found', 'err_order_status', 'err_account_frozen', 'err_recent_reset', 'err_payouts_frozen'],
  idempotent: true,
});

export const orderGetById = defineCall({
  method: 'GET',
  path: 'order/getById',
  summary:
    'One order and the BTC it has mined; of an ended one (status 9) when it ended, of a cancelled one (status 10) what came back.',
  session: 'member',
  query: z.object({ id: opaqueId }),
  result: z.object({
    order,
    /** What was paid for it, and the movement that says so; null for a voucher's order. */
    payment: z.nullable(
      z.object({
        transaction_id: z.string(),
        wallets: z.array(z.object({ member_wallet_type_name: z.string(), paid_amount: amount })),
      }),
    ),
    total_mined: amount,
    device_count: z.number(),
    /** Of a disconnected order: when one of its machines answered last; null for every other, and where none has since its activation. */
    last_answer_date: z.nullable(timestamp),
    /** Of an ended order: when its maximum profit was reached; null for every other, and of one that ended before that was kept. */
    ended_date: z.nullable(timestamp),
    /** Of a cancelled order; null for every other. A voucher's order gave its voucher back, and no money: then `refund_date` is when. */
    refund: z.nullable(
      z.object({
        refund_date: z.nullable(timestamp),
        wallets: z.array(z.object({ member_wallet_type_name: z.string(), refund_amount: amount })),
      }),
    ),
  }),
  refusals: ['err_not_found'],
});

/** A stretch of a receipt's day. Tenths of hashes: credited = measured + filled − cut; the three are absent in receipts of before. */
const rewardSegment = z.object({
  from: z.string(),
  to: z.string(),
  bits: z.string(),
  height: z.number(),
  hashesTenths: z.string(),
  /** What the machines told by themselves. */
  measuredTenths: z.optional(z.string()),
  /** What the pool's figure added where nobody had seen a machine. */
  filledTenths: z.optional(z.string()),
  /** What the pool's figure took away where a machine had told more than the pool saw. */
  cutTenths: z.optional(z.string()),
});

const rewardWork = {
  segments: z.array(rewardSegment),
  payoutFactor: z.object({ numerator: z.string(), denominator: z.string() }),
};

/** The receipt of a reward: `rules/mining/mining-reward.ts` computes `reward_amount` from `inputs` alone. */
const reward = z.object({
  day: z.string(),
  /** 0 for the settlement of the day; corrections of it count up. */
  part: z.number(),
  /** Why a correction was due; null for the settlement. */
  cause: z.nullable(z.enum(['late_minutes', 'pool_payout', 'pool_figures'])),
  reward_amount: amount,
  reward_usd: amount,
  simulated: z.boolean(),
  transaction_id: z.nullable(z.string()),
  settled_date: timestamp,
  /** Where `inputs.btcPriceUnits` comes from; null in receipts of before. */
  price: z.nullable(z.object({ source: z.string(), pair: z.string(), time: timestamp })),
  inputs: z.object({
    ...rewardWork,
    poolFeePpm: z.number(),
    /** Of a correction: what had been paid of the day before it. */
    before: z.optional(z.object(rewardWork)),
    carryPicoSat: z.string(),
    btcPriceUnits: z.string(),
    profitBalanceUnits: z.string(),
  }),
});
export type Reward = z.output<typeof reward>;

const dayEstimate = z.object({
  day: z.string(),
  estimated_amount: amount,
  /** Machine seconds measured, those in which a machine stood still, and those that nobody could see: together all that have passed. */
  covered_seconds: z.number(),
  down_seconds: z.number(),
  blind_seconds: z.number(),
});

export const orderRewards = defineCall({
  method: 'POST',
  path: 'order/rewards',
  summary:
    'Rewards of an order with their receipts and corrections, newest day first; and what today has measured so far.',
  session: 'member',
  /** With `transaction_id` the receipt of that movement alone. */
  body: z.object({ ...paginator, id: opaqueId, transaction_id: z.optional(opaqueId) }),
  result: z.object({
    data: z.array(reward),
    paginator: z.object({ page: z.number(), pageSize: z.number(), total: z.number() }),
    /** Provisional: measured since midnight UTC at the difficulty of now; null when nothing can be said. */
    today: z.nullable(dayEstimate),
    /** Days that are over and not settled for this order yet, oldest first. */
    provisional_days: z.array(z.string()),
    /** What was measured on them, where something was. */
    provisional: z.array(dayEstimate),
  }),
  refusals: ['err_not_found'],
});

export const orderRewardsExport = defineCall({
  method: 'GET',
  path: 'order/rewards/export',
  summary: 'The receipts of all rewards of all orders in one file of JSON, newest day first.',
  session: 'member',
  result: chunks,
  download: 'application/json; charset=utf-8',
  refusals: [],
});

export const orderHashrate = defineCall({
  method: 'GET',
  path: 'order/hashrate',
  summary:
    'Minute averages of an order in Th/s for the last hours, oldest first; null where nothing was measured, and in the minutes that began before its activation.',
  session: 'member',
  query: z.object({ id: opaqueId }),
  result: z.object({ points: z.array(z.object({ time: timestamp, hashrate: z.nullable(z.number()) })) }),
  refusals: ['err_not_found'],
});

export const packageOrderAll = defineCall({
  method: 'GET',
  path: 'package/order/all',
  summary: 'Live orders, summary and seven days of rewards for the dashboard.',
  session: 'member',
  result: z.object({
    data: z.array(liveOrder),
    summary: z.object({
      total_mined: amount,
      /** Provisional: today is not settled. */
      today_mined: amount,
      /** Until yesterday is settled its orders that wait count with what was measured of them. */
      ytd_mined: amount,
      ytd_provisional: z.boolean(),
      /** Shares of live orders: ten for each shared unit. */
      shared: z.number(),
      /** Whole miners of live orders: ten for each X2. */
      own: z.number(),
      /** On-Queue, and waiting for stock. */
      queue: z.number(),
      /** They wait for their member to activate them. */
      ready: z.number(),
      active: z.number(),
      end: z.number(),
      disconnect: z.number(),
      /** Network-based expectation for the same machines, BTC a day; null without a network source. */
      expected_daily: z.nullable(amount),
      simulated: z.boolean(),
    }),
    /** `provisional`: the day is not settled for all of the member's orders, and counts with what was measured of them. */
    graph_data: z.array(z.object({ total: amount, bonus_tmp_release_date: z.string(), provisional: z.boolean() })),
  }),
  refusals: [],
});
