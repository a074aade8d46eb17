import { isOrderFilter, type OrderFilter } from '@minerx/rules/order-status';
import { orderListPath, type OrderView } from '../../base/parts/order-list-path.ts';
import { onSessionEnd } from '../../base/session.ts';
import type { TextKey } from '../../i18n/keys.ts';

/** What each view is called, as where its orders are counted. */
export const VIEW_TEXTS = {
  all: 'order.filter.all',
  live: 'order.filter.live',
  activated: 'order.status.activated',
  disconnected: 'order.status.disconnected',
  ready: 'order.status.ready',
  waiting: 'dashboard.orders.waiting',
  ended: 'order.status.ended',
} as const satisfies Record<OrderView, TextKey>;

const isView = (text: string): text is OrderView => Object.hasOwn(VIEW_TEXTS, text);

/** Which orders the address asks for. */
export const readView = (text: string | undefined): OrderView => (text !== undefined && isView(text) ? text : 'all');

/** What the server is asked for: all, where none but what waits is shown. */
export const filterOf = (view: OrderView): OrderFilter => (isOrderFilter(view) ? view : 'all');

let last: OrderView = 'all';

onSessionEnd(() => keepView('all'));

export function keepView(view: OrderView): void {
  last = view;
}

/** The way back from an order: to the list as it was seen last. */
export const listPath = (): string => orderListPath(last);
