import type { NoticeKind } from '@minerx/rules/notice';

/** The topic of the outbox for what became of orders. */
export const ORDER_NEWS = 'order_news';

type OrderEvent = Extract<NoticeKind, `order_${string}`>;

/** As it stands in the outbox. */
export interface OrderNews {
  readonly kind: OrderEvent;
  readonly orderIds: readonly string[];
}

/** Orders that became Ready while their members waited; none: nothing to tell. */
export const readyNews = (orderIds: readonly string[]) =>
  orderIds.length === 0 ? [] : [orderNews('order_ready', orderIds)];

/** What their members are to be told of orders, noted with what happened. */
export const orderNews = (kind: OrderEvent, orderIds: readonly string[]) => ({
  topic: ORDER_NEWS,
  payload: { kind, orderIds },
});
