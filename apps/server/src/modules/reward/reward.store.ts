import type { Tx } from '../../db/transaction.ts';

/** Which of these orders have that part of the day's reward. Read after the orders' locks: a settlement that ran at the same time has committed by then. */
export const findRewarded = async (
  tx: Tx,
  day: string,
  parts: readonly { readonly orderId: string; readonly part: number }[],
): Promise<Set<string>> => {
  const { rows } = await tx.query<{ id: string }>({
    name: 'reward_known',
    text: `SELECT r.order_id AS id FROM unnest($1::uuid[], $2::smallint[]) AS w (id, part)
             JOIN reward r ON r.order_id = w.id AND r.day = $3 AND r.part = w.part`,
    values: [parts.map(({ orderId }) => orderId), parts.map(({ part }) => part), day],
  });
  return new Set(rows.map(({ id }) => id));
};
