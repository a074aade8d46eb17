import { ACTIVATED, DISCONNECTED, type OrderStatus } from '@minerx/rules/order-status';
import type { Tx } from '../../db/transaction.ts';

const TO_RELINK = `
  SELECT /* whole miner_order: the sweep in case a message was lost */ o.id, o.status FROM miner_order o
   WHERE o.status IN (${ACTIVATED}, ${DISCONNECTED})
     AND ($1::integer[] IS NULL OR o.id IN (SELECT order_id FROM allocation WHERE released_at IS NULL AND device_id = ANY ($1)))
     AND (o.status = ${DISCONNECTED} OR o.activated_at < now() - interval '60 seconds')
     AND (o.status = ${DISCONNECTED}) = EXISTS (
           SELECT FROM allocation a JOIN device_state s ON s.device_id = a.device_id AND s.connected
            WHERE a.order_id = o.id AND a.released_at IS NULL)
   ORDER BY o.id`;

/** Orders whose status no longer fits their devices: `lost` are activated and silent, `found` disconnected and answering. */
export const listOrdersToRelink = async (
  tx: Tx,
  deviceIds: readonly number[] | null,
): Promise<{ lost: string[]; found: string[] }> => {
  const { rows } = await tx.query<{ id: string; status: OrderStatus }>(TO_RELINK, [deviceIds]);
  const of = (status: OrderStatus): string[] => rows.filter((row) => row.status === status).map(({ id }) => id);
  return { lost: of(ACTIVATED), found: of(DISCONNECTED) };
};

/** Moves those that still are where they were, locked in order of their ids as everybody does. */
export const moveOrders = async (
  tx: Tx,
  ids: readonly string[],
  from: OrderStatus,
  to: OrderStatus,
): Promise<{ orderId: string; memberId: bigint }[]> => {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<{ orderId: string; memberId: bigint }>(
    `WITH held AS (SELECT id FROM miner_order WHERE id = ANY ($1::uuid[]) AND status = $2 ORDER BY id FOR UPDATE)
     UPDATE miner_order o SET status = $3 FROM held WHERE o.id = held.id RETURNING o.id AS "orderId", o.member_id AS "memberId"`,
    [ids, from, to],
  );
  return rows;
};
