import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { amount, text } from '../wire/wire.ts';

export const voucherRedeem = defineCall({
  method: 'POST',
  path: 'voucher/package/redeem',
  summary: 'Redeems a voucher into a miner order; data is its amount in USDT.',
  session: 'member',
  body: z.object({ voucher_code: text(64, { pattern: /^[0-9A-Za-z -]+$/, code: 'err_format' }) }),
  result: z.object({ data: amount }),
  refusals: [
    'err_voucher_invalid',
    'err_too_many',
    'err_country_unavailable',
    'err_account_frozen',
    'err_payouts_frozen',
  ],
  idempotent: true,
});
