import type { Tx } from '../../db/transaction.ts';
import type { OrderReward } from './order-reward.ts';

export interface RewardableOrder {
  readonly memberId: bigint;
  readonly status: number;
  readonly profitBalanceUnits: bigint;
  readonly carryPicoSat: bigint;
  /** Whether that part of the day is credited already. */
  readonly settled: boolean;
}

/** Locks orders in order of id and tells which of them have that part of the day's reward. */
export const lockOrdersForReward = async (
  tx: Tx,
  day: string,
  parts: readonly { readonly orderId: string; readonly part: number }[],
): Promise<Map<string, RewardableOrder>> => {
  const orderIds = parts.map(({ orderId }) => orderId);
  await tx.query({
    name: 'reward_lock_orders',
    text: 'SELECT id FROM miner_order WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE',
    values: [orderIds],
  });
  // Read after the locks: a settlement that ran at the same time has committed by now.
  const { rows } = await tx.query<RewardableOrder & { id: string }>({
    name: 'reward_orders',
    text: `SELECT o.id, o.member_id AS "memberId", o.status, o.profit_balance_units AS "profitBalanceUnits", o.carry_pico_sat AS "carryPicoSat",
                  r.order_id IS NOT NULL AS settled
           FROM unnest($1::uuid[], $3::smallint[]) AS w (id, part) JOIN miner_order o ON o.id = w.id
           LEFT JOIN reward r ON r.order_id = o.id AND r.day = $2 AND r.part = w.part`,
    values: [orderIds, day, parts.map(({ part }) => part)],
  });
  return new Map(rows.map((row) => [row.id, row]));
};

type DueReward = OrderReward & { readonly memberId: bigint; readonly transferId: string | null };

/** Records the receipts. */
export const insertRewards = async (tx: Tx, day: string, rewards: readonly DueReward[], at: Date): Promise<void> => {
  if (rewards.length === 0) return;
  await tx.query({
    name: 'reward_insert',
    text: `INSERT INTO reward (day, settled_at, order_id, member_id, sat, usd_units, transfer_id, inputs, simulated, part, cause)
           SELECT $1::date, $2::timestamptz, r.order_id, r.member_id, r.sat, r.usd_units, r.transfer_id, r.inputs::jsonb, r.simulated, r.part, r.cause
           FROM unnest($3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[], $7::uuid[], $8::text[], $9::boolean[], $10::smallint[], $11::text[])
             AS r(order_id, member_id, sat, usd_units, transfer_id, inputs, simulated, part, cause)`,
    values: [
      day,
      at.toISOString(),
      rewards.map(({ orderId }) => orderId),
      rewards.map(({ memberId }) => memberId),
      rewards.map(({ sat }) => sat),
      rewards.map(({ usdUnits }) => usdUnits),
      rewards.map(({ transferId }) => transferId),
      rewards.map(({ inputs }) => JSON.stringify(inputs)),
      rewards.map(({ simulated }) => simulated),
      rewards.map(({ part }) => part),
      rewards.map(({ cause }) => cause),
    ],
  });
};

/** Takes the worth of the rewards from the profit balances, keeps what is left below a satoshi, ends what is used up. */
export const updateRewardedOrders = async (tx: Tx, rewards: readonly DueReward[], at: Date): Promise<void> => {
  if (rewards.length === 0) return;
  await tx.query({
    name: 'reward_update_orders',
    text: `UPDATE miner_order o SET profit_balance_units = o.profit_balance_units - r.usd_units, carry_pico_sat = r.carry,
             status = CASE WHEN r.ends THEN 9 ELSE o.status END, ended_at = CASE WHEN r.ends THEN $5::timestamptz ELSE o.ended_at END
           FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::boolean[]) AS r(order_id, usd_units, carry, ends) WHERE o.id = r.order_id`,
    values: [
      rewards.map(({ orderId }) => orderId),
      rewards.map(({ usdUnits }) => usdUnits),
      rewards.map(({ carryPicoSat }) => carryPicoSat),
      rewards.map(({ endsOrder }) => endsOrder),
      at.toISOString(),
    ],
  });
};
