import { isOrderFilter, type OrderFilter } from '@minerx/rules/order-status';
import { orderListPath } from '../../base/parts/order-list-path.ts';
import { onSessionEnd } from '../../base/session.ts';

/** Which orders the address asks for. */
export const readFilter = (text: string | undefined): OrderFilter =>
  text !== undefined && isOrderFilter(text) ? text : 'all';

let last: OrderFilter = 'all';

onSessionEnd(() => keepFilter('all'));

export function keepFilter(filter: OrderFilter): void {
  last = filter;
}

/** The way back from an order: to the list as it was seen last. */
export const listPath = (): string => orderListPath(last);
