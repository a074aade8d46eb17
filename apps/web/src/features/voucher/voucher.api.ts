import { voucherRedeem } from '@minerx/contract/voucher';
import { unitsFrom, type Units } from '@minerx/rules/money';
import { request } from '../../base/api.ts';
import { intentPlace } from '../../base/asking/intent.ts';

/** A code is money: of one that was sent only what cannot be turned back into it is kept. */
export const redemptionPlace = intentPlace<{ digest: string }>('voucher', {
  fits: ({ digest }) => typeof digest === 'string',
});

/**
 * Redeems a code into a miner order; gives its amount in USDT.
 * @throws {Refusal}
 */
export async function redeemVoucher(code: string, idempotencyKey: string): Promise<Units> {
  const { data } = await request(voucherRedeem, { body: { voucher_code: code }, idempotencyKey });
  return unitsFrom(data);
}
