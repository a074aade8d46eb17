import type { NoticeKind } from '@minerx/rules/notice';

/** The topic of the outbox for what became of orders. */
export const ORDER_NEWS = 'order_news';

type OrderEvent = Extract<NoticeKind, `order_${string}`>;

/** As it stands in the outbox. */
export interface OrderNews {
  readonly kind: OrderEvent;
  readonly orderIds: readonly string[];
}

/** What their members are to be told of orders, noted with what happened. */
export const orderNews = (kind: OrderEvent, orderIds: readonly string[]) => ({
  topic: ORDER_NEWS,
  payload: { kind, orderIds },
});
