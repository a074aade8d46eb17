import { packageOrderActivate, packageOrderCancel } from '@minerx/contract/order';
import { newIdempotencyKey as newKey, request } from '../../base/api.ts';
import { askOnce } from '../../base/ask-once.ts';

/** Pays the activation fee from AOGTD and starts the order's machines. */
export const activateOrder = (id: string) =>
  askOnce({
    intent: `activate:${id}`,
    newKey,
    send: (idempotencyKey) => request(packageOrderActivate, { body: { id }, idempotencyKey }),
  });

/** Gives up the place in line; everything paid comes back. */
export const cancelOrder = (id: string) =>
  askOnce({
    intent: `cancel:${id}`,
    newKey,
    send: (idempotencyKey) => request(packageOrderCancel, { body: { id }, idempotencyKey }),
  });
