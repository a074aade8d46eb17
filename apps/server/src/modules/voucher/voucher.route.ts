import { voucherRedeem } from '@minerx/contract/voucher';
import { perMinute } from '../../http/limit.ts';
import { addRoute } from '../../http/route.ts';
import type { Api } from '../../http/route.ts';
import { redeemVoucher } from './voucher.command.ts';

export const addVoucherRoutes = (api: Api): void => {
  addRoute(api, voucherRedeem, { limit: perMinute(30) }, async ({ member, body, idempotencyKey }) => {
    const { amount } = await redeemVoucher(api.context, member.memberId, body.voucher_code, idempotencyKey);
    return { data: amount };
  });
};
