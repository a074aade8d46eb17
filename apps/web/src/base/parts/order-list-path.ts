import type { OrderFilter } from '@minerx/rules/order-status';

/** Where the list of a filter is. */
export const orderListPath = (filter: OrderFilter): string => (filter === 'all' ? '/order' : `/order?filter=${filter}`);
