import type { BodyOf } from '@minerx/contract/call';
import { btapayModify } from '@minerx/contract/member';
import { withdrawalCodeRequest, withdrawalModify } from '@minerx/contract/withdrawal-address';
import type { WalletId } from '@minerx/rules/wallet';
import { findNetworkOf } from '@minerx/rules/withdrawal-network';
import { perMinute } from '../../../http/limit.ts';
import { addRoute, type Api } from '../../../http/route.ts';
import { saveBtapayId } from './btapay.command.ts';
import {
  requestWithdrawalAddressCode,
  saveWithdrawalAddress,
  type WithdrawalAddressTarget,
} from './withdrawal-address.command.ts';

/** The contract lets no other coin and network pass. */
const targetOf = (body: BodyOf<typeof withdrawalCodeRequest>): WithdrawalAddressTarget => ({
  walletId: body.member_bank_type as WalletId,
  network: findNetworkOf(body.member_bank_type, body.member_bank_network)!,
  address: body.member_bank_number,
});

/** Where a member's money may go. */
export const addWithdrawalAddressRoutes = (api: Api): void => {
  const { context } = api;

  addRoute(api, withdrawalCodeRequest, { limit: perMinute(30), pin: true }, async ({ member, body }) => {
    await requestWithdrawalAddressCode(context, member.memberId, targetOf(body));
    return {};
  });

  addRoute(api, withdrawalModify, { limit: perMinute(30), pin: true }, async ({ member, body, idempotencyKey }) => {
    const input = { ...targetOf(body), code: body.verify_code };
    await saveWithdrawalAddress(context, member.memberId, input, idempotencyKey);
    return {};
  });

  addRoute(api, btapayModify, { limit: perMinute(30), pin: true }, async ({ member, body }) => {
    await saveBtapayId(context, member.memberId, body.btapay_id);
    return {};
  });
};
