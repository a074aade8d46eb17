import { memberCommunity } from '@minerx/contract/miner-package';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { findCommunityPaymentMethods } from './community.query.ts';

export const addCommunityRoutes = (api: Api): void => {
  addRoute(api, memberCommunity, { limit: perMinute(600) }, async ({ member }) => {
    const methods = await findCommunityPaymentMethods(api.context.pool, member.memberId);
    return { community: methods === null ? [] : [{ community_payment_method: methods }] };
  });
};
