import { nftGetById, nftOwned, nftWithdraw, nftWithdrawCancel, nftWithdrawHistory } from '@minerx/contract/nft';
import { unitsOf } from '@minerx/rules/money';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { isUuid } from '../../base/ids.ts';
import { pageOrRow } from '../../base/page.ts';
import { simulatedChainOf } from '../../outside/outside.ts';
import { refuse } from '../../refusal.ts';
import { requireReceiver } from './nft-receiver.command.ts';
import { cancelNftWithdrawal, withdrawNft } from './nft-withdrawal.command.ts';
import { presentNft, presentNftWithdrawal } from './nft.presenter.ts';
import { findNft, findOwnNftWithdrawal, listNfts, listNftWithdrawals } from './nft.query.ts';

/** An id that cannot be one answers like one that is not there. */
const requireId = (id: string): string => (isUuid(id) ? id : refuse('err_not_found'));

export const addNftRoutes = (api: Api): void => {
  const { pool, funnel, outside } = api.context;
  const simulatedChain = simulatedChainOf(outside);

  addRoute(api, nftOwned, { limit: perMinute(300) }, async ({ member, body }) => {
    const { rows, total } = await listNfts(pool, member.memberId, body);
    return { data: rows.map(presentNft), paginator: { page: body.page, pageSize: body.pageSize, total } };
  });

  addRoute(api, nftGetById, { limit: perMinute(300) }, async ({ member, query }) => {
    const nft = await findNft(pool, member.memberId, requireId(query.id));
    return { nft: presentNft(nft ?? refuse('err_not_found')) };
  });

  addRoute(api, nftWithdraw, { limit: perMinute(60), pin: true }, async ({ member, body, idempotencyKey }) => {
    const seen = body.nft_withdraw_fee;
    const input = {
      nftId: requireId(body.id),
      address: body.withdrawal_address,
      seenFeeUnits: seen === undefined ? null : unitsOf(seen),
    };
    await requireReceiver(api.context, member.memberId, input);
    return funnel.run(withdrawNft(member.memberId, input, idempotencyKey));
  });

  addRoute(api, nftWithdrawHistory, { limit: perMinute(300) }, async ({ member, body }) => {
    const { rows, total } = await pageOrRow(
      body,
      () => listNftWithdrawals(pool, member.memberId, body),
      (id) => findOwnNftWithdrawal(pool, member.memberId, id),
    );
    const data = rows.map((row) => presentNftWithdrawal(row, simulatedChain));
    return { data, paginator: { page: body.page, pageSize: body.pageSize, total } };
  });

  addRoute(api, nftWithdrawCancel, { limit: perMinute(60) }, async ({ member, body, idempotencyKey }) => {
    const withdrawal = await findOwnNftWithdrawal(pool, member.memberId, requireId(body.id));
    const command = cancelNftWithdrawal(member.memberId, withdrawal ?? refuse('err_not_found'), idempotencyKey);
    return funnel.run(command);
  });
};
