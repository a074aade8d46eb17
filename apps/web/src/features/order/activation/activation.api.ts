import { packageOrderActivate, packageOrderCancel } from '@minerx/contract/order';
import { request } from '../../../base/api.ts';
import { askFor } from '../../../base/asking/intent.ts';

/** Pays the activation fee from AOGTD and starts the order's machines. */
export const activateOrder = (id: string) =>
  askFor(`activate:${id}`, { id }, (idempotencyKey) => request(packageOrderActivate, { body: { id }, idempotencyKey }));

/** Gives up the place in line; everything paid comes back. */
export const cancelOrder = (id: string) =>
  askFor(`cancel:${id}`, { id }, (idempotencyKey) => request(packageOrderCancel, { body: { id }, idempotencyKey }));
