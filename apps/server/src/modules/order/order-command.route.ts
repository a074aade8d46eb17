import { packageOrderActivate, packageOrderCancel } from '@minerx/contract/order';
import { perMinute } from '../../http/limit.ts';
import { addRoute } from '../../http/route.ts';
import type { Api } from '../../http/route.ts';
import { isUuid } from '../../ids.ts';
import { refuse } from '../../refusal.ts';
import { activateOrder } from './activation.command.ts';
import { cancelWaitingOrder } from './waiting-order.command.ts';

/** An id that cannot be one answers like one that is not there. */
const requireId = (id: string): string => (isUuid(id) ? id : refuse('err_not_found'));

export const addOrderCommandRoutes = (api: Api): void => {
  const { funnel } = api.context;

  addRoute(api, packageOrderActivate, { limit: perMinute(120) }, async ({ member, body, idempotencyKey }) =>
    funnel.run(activateOrder(member.memberId, requireId(body.id), idempotencyKey)),
  );

  addRoute(api, packageOrderCancel, { limit: perMinute(120) }, async ({ member, body, idempotencyKey }) =>
    funnel.run(cancelWaitingOrder(member.memberId, requireId(body.id), idempotencyKey)),
  );
};
