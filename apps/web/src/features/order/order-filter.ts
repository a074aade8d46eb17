import { isOrderFilter, type OrderFilter } from '@minerx/rules/order-status';
import { onSessionEnd } from '../../base/session.ts';

/** Which orders the address asks for. */
export const readFilter = (text: string | undefined): OrderFilter =>
  text !== undefined && isOrderFilter(text) ? text : 'all';

/** Where the list of a filter is. */
const pathOf = (filter: OrderFilter) => (filter === 'all' ? '/order' : `/order?filter=${filter}`);

let last: OrderFilter = 'all';

onSessionEnd(() => keepFilter('all'));

export function keepFilter(filter: OrderFilter): void {
  last = filter;
}

/** The way back from an order: to the list as it was seen last. */
export const listPath = (): string => pathOf(last);
