import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { amount } from '../wire/wire.ts';

const minerPackage = z.object({
  package_id: z.number(),
  package_name: z.string(),
  package_price: amount,
  package_quantity: z.number(),
  package_max_profit: amount,
  /** Contract figures: BTC a day, from and to. */
  package_roi_display: amount,
  package_roi_display_max: amount,
  package_free_angpau_qty: z.number(),
  package_activate_price: amount,
});
export type MinerPackage = z.output<typeof minerPackage>;

const packages = z.object({ package: z.array(minerPackage), queue: z.number() });

export const packageAll = defineCall({
  method: 'GET',
  path: 'package/all',
  summary: 'Packages of the X1 page and the length of the shared queue (n of 10).',
  session: 'member',
  result: packages,
  refusals: [],
});

export const packageAll2 = defineCall({
  method: 'GET',
  path: 'package/all2',
  summary: 'Packages of the X2 page.',
  session: 'member',
  result: packages,
  refusals: [],
});

export const packageSubscriber = defineCall({
  method: 'GET',
  path: 'package/subscriber',
  summary: 'Stock of both lines in units. `waiting*`: units already ordered ahead of new stock.',
  session: 'member',
  result: z.object({
    total_stock: z.number(),
    used_stock: z.number(),
    waiting_stock: z.number(),
    total_stock_x2: z.number(),
    used_stock_x2: z.number(),
    waiting_stock_x2: z.number(),
  }),
  refusals: [],
});

export const memberCommunity = defineCall({
  method: 'GET',
  path: 'member/community',
  summary: "The member's community with its allowed payment methods, pipe-separated.",
  session: 'member',
  result: z.object({ community: z.array(z.object({ community_payment_method: z.string() })) }),
  refusals: [],
});
