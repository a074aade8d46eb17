import { ACTIVATED, canMove, DISCONNECTED } from '@minerx/rules/order-status';
import type { Tx } from '../../db/transaction.ts';
import { listOrdersToRelink, moveOrders } from '../order/order-link.store.ts';

export interface MovedOrder {
  orderId: string;
  memberId: bigint;
}

/**
 * An order is disconnected when none of its devices has answered for a minute, and activated again by itself as soon as
 * one does. An order activated less than a minute ago is left alone: its devices may not have been asked yet.
 * @param deviceIds only orders on these devices; null for all.
 */
export const followDeviceLinks = async (tx: Tx, deviceIds: readonly number[] | null): Promise<MovedOrder[]> => {
  const { lost, found } = await listOrdersToRelink(tx, deviceIds);
  const moved: MovedOrder[] = [];
  if (canMove(ACTIVATED, DISCONNECTED)) moved.push(...(await moveOrders(tx, lost, ACTIVATED, DISCONNECTED)));
  if (canMove(DISCONNECTED, ACTIVATED)) moved.push(...(await moveOrders(tx, found, DISCONNECTED, ACTIVATED)));
  return moved;
};
