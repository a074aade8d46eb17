import { depositAddress, depositCheck, depositFaucet, depositHistory, depositOptions } from '@minerx/contract/deposit';
import { findNetwork } from '@minerx/rules/network';
import type { WalletId } from '@minerx/rules/wallet';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { simulatedChainOf } from '../../outside/outside.ts';
import { pageOrRow } from '../../base/page.ts';
import { refuse } from '../../refusal.ts';
import { checkDeposit } from './check-deposit.command.ts';
import { requireDepositAddress } from './deposit-address.command.ts';
import { findOption, listOptions } from './deposit-options.query.ts';
import { isRead, presentDeposit, presentDepositTerms } from './deposit.presenter.ts';
import { listDeposits, listDepositsWith } from './deposit.query.ts';
import { giveTestCoins } from './faucet.command.ts';

/** The contract lets no other coin and network pass. */
const coinOf = (walletType: number, network: string) => ({
  walletId: walletType as WalletId,
  network: findNetwork(network)!.id,
});

export const addDepositRoutes = (api: Api): void => {
  const { context } = api;
  const { pool, outside, clock } = context;
  const simulatedChain = simulatedChainOf(outside);

  addRoute(api, depositOptions, { limit: perMinute(300) }, async () => ({
    options: (await listOptions(pool)).map((option) => ({
      ...presentDepositTerms(option, simulatedChain),
      network_read: isRead(option, clock.now()),
    })),
    faucet: outside.faucets.size > 0,
  }));

  addRoute(api, depositAddress, { limit: perMinute(120) }, async ({ member, query }) => {
    const coin = coinOf(Number(query.wallet_type), query.network);
    const address = await requireDepositAddress(context, member.memberId, coin);
    const option = (await findOption(pool, coin)) ?? refuse('err_deposit_unavailable');
    return { ...presentDepositTerms(option, simulatedChain), deposit_address: address };
  });

  // A screen that waits for confirmations asks every two seconds.
  addRoute(api, depositHistory, { limit: perMinute(300) }, async ({ member, body }) => {
    const { rows, total } = await pageOrRow(
      body,
      () => listDeposits(pool, member.memberId, body),
      (id) => listDepositsWith(pool, member.memberId, id),
    );
    const data = rows.map((row) => presentDeposit(row, simulatedChain));
    return { data, paginator: { page: body.page, pageSize: body.pageSize, total } };
  });

  addRoute(api, depositCheck, { limit: perMinute(20) }, async ({ member, body }) => {
    const network = findNetwork(body.network)!.id;
    const { check, deposits } = await checkDeposit(context, member.memberId, network, body.deposit_hash);
    return { check, deposits: deposits.map((row) => presentDeposit(row, simulatedChain)) };
  });

  addRoute(api, depositFaucet, { limit: perMinute(6) }, async ({ member, body, idempotencyKey }) => {
    const coin = coinOf(body.wallet_type, body.network);
    const { amount } = await giveTestCoins(context, member.memberId, coin, idempotencyKey);
    return { deposit_amount: amount };
  });
};
