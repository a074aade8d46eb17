import type { OrderFilter } from '@minerx/rules/order-status';

/** Which orders are shown: the listed ones, or those that wait for the member, or for their group and for stock. */
export type OrderView = OrderFilter | 'ready' | 'waiting';

/** Where the list of a view is. */
export const orderListPath = (view: OrderView): string => (view === 'all' ? '/order' : `/order?filter=${view}`);
