import type { BodyOf } from '@minerx/contract/call';
import {
  withdraw,
  withdrawCancel,
  withdrawCodeRequest,
  withdrawHistory,
  withdrawOptions,
} from '@minerx/contract/withdrawal';
import { unitsOf } from '@minerx/rules/money';
import type { WalletId } from '@minerx/rules/wallet';
import { findNetworkOf } from '@minerx/rules/withdrawal-network';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { isUuid } from '../../base/ids.ts';
import { pageOrRow } from '../../base/page.ts';
import { simulatedChainOf } from '../../outside/outside.ts';
import { refuse } from '../../refusal.ts';
import { requestWithdrawal, requestWithdrawCode } from './withdrawal-request.command.ts';
import { cancelWithdrawal } from './withdrawal-review.command.ts';
import type { WithdrawalRequest } from './withdrawal.command.ts';
import { presentOption, presentWithdrawal } from './withdrawal.presenter.ts';
import { findOwnWithdrawal, getOutgoing, listWithdrawalOptions, listWithdrawals } from './withdrawal.query.ts';

/** The contract lets no other coin and network pass. */
const requestOf = (body: BodyOf<typeof withdrawCodeRequest>, fee?: string): WithdrawalRequest => ({
  walletId: body.wallet_type as WalletId,
  networkId: findNetworkOf(body.wallet_type, body.network)!,
  amountUnits: unitsOf(body.amount),
  address: body.address,
  seenFeeUnits: fee === undefined ? null : unitsOf(fee),
});

export const addWithdrawalRoutes = (api: Api): void => {
  const { context } = api;
  const { pool, funnel, clock, expiryClock, outside } = context;
  const simulatedChain = simulatedChainOf(outside);

  addRoute(api, withdrawOptions, { limit: perMinute(300) }, async ({ member: { memberId } }) => {
    const options = await listWithdrawalOptions(pool, memberId, clock.now());
    return { options: options.map((option) => presentOption(option, expiryClock.now())) };
  });

  addRoute(api, withdrawCodeRequest, { limit: perMinute(30), pin: true }, async ({ member, body }) => {
    await requestWithdrawCode(context, member.memberId, requestOf(body));
    return {};
  });

  addRoute(api, withdraw, { limit: perMinute(30), pin: true }, async ({ member, body, idempotencyKey }) =>
    requestWithdrawal(context, member.memberId, requestOf(body, body.fee), body.verify_code, idempotencyKey),
  );

  addRoute(api, withdrawCancel, { limit: perMinute(60) }, async ({ member, body, idempotencyKey }) => {
    const id = isUuid(body.id) ? body.id : refuse('err_not_found');
    return funnel.run(cancelWithdrawal(member.memberId, id, idempotencyKey));
  });

  addRoute(api, withdrawHistory, { limit: perMinute(300) }, async ({ member, body }) => {
    const [{ rows, total }, { resetAt }] = await Promise.all([
      pageOrRow(
        body,
        () => listWithdrawals(pool, member.memberId, body),
        (id) => findOwnWithdrawal(pool, member.memberId, id),
      ),
      getOutgoing(pool, member.memberId),
    ]);
    const data = rows.map((row) => presentWithdrawal(row, simulatedChain, resetAt));
    return { data, paginator: { page: body.page, pageSize: body.pageSize, total } };
  });
};
