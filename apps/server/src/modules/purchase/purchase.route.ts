import { amountsFromWire, packagePurchase, packagePurchase2 } from '@minerx/contract/purchase';
import { perMinute } from '../../http/limit.ts';
import { addRoute } from '../../http/route.ts';
import type { Api } from '../../http/route.ts';
import { bringSeed, subscribedCounts, subscribeMiner } from './purchase.command.ts';

export const addPurchaseRoutes = (api: Api): void => {
  const { funnel } = api.context;

  addRoute(api, packagePurchase, { limit: perMinute(600), pin: true }, async ({ member, body, idempotencyKey }) => {
    await bringSeed(api.context, member.memberId, body.angpau_seed);
    return subscribedCounts(
      await funnel.run(
        subscribeMiner(
          member.memberId,
          {
            page: 'x1',
            packageId: body.package,
            method: body.payment_method,
            quantity: body.quantity,
            amounts: amountsFromWire('x1', body)!,
            acceptWaiting: body.accept_waiting,
          },
          idempotencyKey,
        ),
      ),
    );
  });

  addRoute(api, packagePurchase2, { limit: perMinute(600), pin: true }, async ({ member, body, idempotencyKey }) => {
    await bringSeed(api.context, member.memberId, body.angpau_seed);
    return subscribedCounts(
      await funnel.run(
        subscribeMiner(
          member.memberId,
          {
            page: 'x2',
            packageId: body.package,
            walletType: body.wallet_type,
            quantity: body.quantity,
            amounts: amountsFromWire('x2', body)!,
            acceptWaiting: body.accept_waiting,
          },
          idempotencyKey,
        ),
      ),
    );
  });
};
