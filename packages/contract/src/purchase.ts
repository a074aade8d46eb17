import * as z from 'zod/mini';
import { memberSeed } from './blessing.ts';
import { defineCall } from './call.ts';
import { pin } from './member.ts';
import { amount, whole } from './wire.ts';

/** The member has seen that stock is short and wants to wait for it (decisions section 5). */
const acceptWaiting = z._default(z.boolean('err_type'), false);

/** The browser's part in the draw of the Raya decks that this order grants; a seed that the member has chosen stays. */
const angpauSeed = z.optional(memberSeed);

/** What a purchase made, and what stands against it when the amounts changed. */
const purchased = z.object({ order_count: z.number(), waiting_count: z.number() });

/** `err_amount_changed` carries the amounts of now in `err_details`. */
export const packagePurchase = defineCall({
  method: 'POST',
  path: 'package/purchase',
  summary: 'Subscribes to an X1 package with a wallet split. amount1 is CW, amount2 RW, amount3 USDT.',
  session: 'member',
  body: z.object({
    package: whole(1, 99, 'err_package_unavailable'),
    payment_method: whole(1, 6, 'err_payment_method'),
    quantity: whole(1, 100, 'err_quantity'),
    amount1: amount,
    amount2: z._default(amount, '0'),
    amount3: z._default(amount, '0'),
    accept_waiting: acceptWaiting,
    angpau_seed: angpauSeed,
    member_security_pin: pin,
  }),
  result: purchased,
  refusals: [
    'err_pin_wrong',
    'err_pin_locked',
    'err_insufficient_balance',
    'err_amount_changed',
    'err_country_unavailable',
    'err_package_unavailable',
    'err_payment_method',
    'err_voucher_only',
    'err_out_of_stock',
    'err_account_frozen',
  ],
  idempotent: true,
});

export const packagePurchase2 = defineCall({
  method: 'POST',
  path: 'package/purchase2',
  summary: 'Subscribes to the X2 package with USDT. amount1 is USDT; amount2 is not used by any reachable option.',
  session: 'member',
  body: z.object({
    package: whole(1, 99, 'err_package_unavailable'),
    wallet_type: whole(1, 1, 'err_payment_method'),
    quantity: whole(1, 100, 'err_quantity'),
    amount1: amount,
    amount2: z._default(amount, '0'),
    accept_waiting: acceptWaiting,
    angpau_seed: angpauSeed,
    member_security_pin: pin,
  }),
  result: purchased,
  refusals: [
    'err_pin_wrong',
    'err_pin_locked',
    'err_insufficient_balance',
    'err_amount_changed',
    'err_country_unavailable',
    'err_package_unavailable',
    'err_voucher_only',
    'err_out_of_stock',
    'err_account_frozen',
  ],
  idempotent: true,
});
