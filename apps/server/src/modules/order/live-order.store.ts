import { LIVE_STATUSES } from '@minerx/rules/order-status';

/** SQL: the order `o` is live. Written out, for of a value that comes later the planner does not know that the indexes of live orders hold it. */
export const IS_LIVE = `o.status IN (${LIVE_STATUSES.join(', ')})`;
