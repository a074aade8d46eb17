import { ACTIVATED, canMove, DISCONNECTED, type OrderStatus } from '@minerx/rules/order-status';
import type { Tx } from '../../db/transaction.ts';
import { queueMany } from '../../outbox/outbox.ts';
import { listOrdersToRelink, moveOrders } from '../order/order-link.store.ts';
import { orderNews } from '../order/order-news.ledger.ts';

export interface MovedOrder {
  orderId: string;
  memberId: bigint;
}

/** Orders in one entry of the outbox: of a fleet that is gone as a whole it makes several. */
const ORDERS_AT_ONCE = 2000;

/**
 * An order is disconnected when none of its devices has answered for a minute, and activated again by itself as soon as
 * one does. An order activated less than a minute ago is left alone: its devices may not have been asked yet.
 * @param deviceIds only orders on these devices; null for all.
 */
export const followDeviceLinks = async (
  tx: Tx,
  deviceIds: readonly number[] | null,
  at: Date,
): Promise<MovedOrder[]> => {
  const { lost, found } = await listOrdersToRelink(tx, deviceIds);
  const move = async (
    kind: 'order_disconnected' | 'order_back',
    ids: readonly string[],
    from: OrderStatus,
    to: OrderStatus,
  ): Promise<MovedOrder[]> => {
    if (!canMove(from, to)) return [];
    const moved = await moveOrders(tx, ids, from, to);
    const news = [];
    for (let first = 0; first < moved.length; first += ORDERS_AT_ONCE)
      news.push(
        orderNews(
          kind,
          moved.slice(first, first + ORDERS_AT_ONCE).map(({ orderId }) => orderId),
        ),
      );
    if (news.length > 0) await queueMany(tx, news, at);
    return moved;
  };
  return [
    ...(await move('order_disconnected', lost, ACTIVATED, DISCONNECTED)),
    ...(await move('order_back', found, DISCONNECTED, ACTIVATED)),
  ];
};
