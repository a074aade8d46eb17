import { swap, swapOptions, swapQuote } from '@minerx/contract/swap';
import { unitsOf } from '@minerx/rules/money';
import { keep } from '../../bus/kept.ts';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { isUuid } from '../../base/ids.ts';
import { refuse } from '../../refusal.ts';
import { quoteSwap } from './swap-quote.command.ts';
import { swapWallets } from './swap.command.ts';
import { presentPair, presentQuote } from './swap.presenter.ts';
import { findOwnQuote, listSwapPairs } from './swap.query.ts';

export const addSwapRoutes = (api: Api): void => {
  const { context } = api;
  const { pool, funnel, bus } = context;

  const load = async () => ({ swap: (await listSwapPairs(pool)).filter(({ enabled }) => enabled).map(presentPair) });
  const options = keep(load, bus, ['settings_changed']);
  api.http.addHook('onClose', async () => options.close());
  addRoute(api, swapOptions, { limit: perMinute(1200) }, () => options.get());

  addRoute(api, swapQuote, { limit: perMinute(60) }, async ({ member, body }) => {
    const input = { from: body.swap_from_type, to: body.swap_to_type, amountUnits: unitsOf(body.amount) };
    return { quote: presentQuote(await quoteSwap(context, member.memberId, input)) };
  });

  addRoute(api, swap, { limit: perMinute(60), pin: true }, async ({ member, body, idempotencyKey }) => {
    const quote = isUuid(body.id) ? await findOwnQuote(pool, member.memberId, body.id) : null;
    return funnel.run(swapWallets(quote ?? refuse('err_not_found'), idempotencyKey));
  });
};
