import { pageOffset } from '@minerx/rules/paging';
import type { Reward } from '@minerx/contract/order';
import { LIVE_STATUSES } from '@minerx/rules/order-status';
import type { Db } from '../../db/transaction.ts';

/** A settled day of an order, or a correction of one, with the inputs that its amount follows from. */
export interface RewardRow {
  day: string;
  part: number;
  cause: Reward['cause'];
  sat: bigint;
  usdUnits: bigint;
  simulated: boolean;
  transferId: string | null;
  settledAt: Date;
  priceSource: string | null;
  pricePair: string | null;
  priceAt: Date | null;
  inputs: Reward['inputs'];
}

const REWARDS = `
  SELECT r.day, r.part, r.cause, r.sat, r.usd_units AS "usdUnits", r.simulated, r.transfer_id AS "transferId", r.settled_at AS "settledAt",
         r.inputs, s.price_source AS "priceSource", s.price_pair AS "pricePair", s.price_at AS "priceAt"
    FROM reward r LEFT JOIN settlement_day s ON s.day = r.day
   WHERE r.order_id = $1`;

/** The receipt of a movement of an order, if it is one. The caller has checked whose order it is. */
export const listRewardOf = async (db: Db, orderId: string, transferId: string): Promise<RewardRow[]> => {
  const { rows } = await db.query<RewardRow>({
    name: 'reward_of_transfer',
    text: `${REWARDS} AND r.transfer_id = $2`,
    values: [orderId, transferId],
  });
  return rows;
};

/** One page of an order's rewards, newest day first, and how many there are. The caller has checked whose order it is. */
export const listRewards = async (
  db: Db,
  orderId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: RewardRow[]; total: number }> => {
  const [list, count] = await Promise.all([
    db.query<RewardRow>({
      name: 'rewards_of_order',
      text: `${REWARDS} ORDER BY r.day DESC, r.part DESC LIMIT $2 OFFSET $3`,
      values: [orderId, pageSize, pageOffset(page, pageSize)],
    }),
    db.query<{ total: number }>({
      name: 'reward_count_of_order',
      text: 'SELECT count(*)::integer AS total FROM reward WHERE order_id = $1',
      values: [orderId],
    }),
  ]);
  return { rows: list.rows, total: count.rows[0]?.total ?? 0 };
};

/** The last receipt that was read. */
export interface ReceiptPlace {
  day: string;
  orderId: string;
  part: number;
}

/** The next receipts of all of a member's orders, newest day first. */
export const listReceipts = async (
  db: Db,
  memberId: bigint,
  after: ReceiptPlace | null,
  limit: number,
): Promise<(RewardRow & { orderId: string })[]> => {
  const { rows } = await db.query<RewardRow & { orderId: string }>({
    name: 'receipts_of_member',
    text: `SELECT r.order_id AS "orderId", r.day, r.part, r.cause, r.sat, r.usd_units AS "usdUnits", r.simulated, r.transfer_id AS "transferId",
                  r.settled_at AS "settledAt", r.inputs, s.price_source AS "priceSource", s.price_pair AS "pricePair", s.price_at AS "priceAt"
             FROM reward r LEFT JOIN settlement_day s ON s.day = r.day
            WHERE r.member_id = $1 AND r.day <= coalesce($2::date, 'infinity'::date)
              AND ($2::date IS NULL OR (r.day, r.order_id, r.part) < ($2::date, $3::uuid, $4::smallint))
            ORDER BY r.day DESC, r.order_id DESC, r.part DESC LIMIT $5`,
    values: [memberId, after?.day ?? null, after?.orderId ?? null, after?.part ?? null, limit],
  });
  return rows;
};

const LOOK_BACK_DAYS = 40;

/** Past days on which a live order worked and that are not settled for it yet, oldest first; `today` is `YYYY-MM-DD`, UTC. */
export const listProvisionalDays = async (db: Db, orderId: string, today: string): Promise<string[]> => {
  const { rows } = await db.query<{ day: string }>({
    name: 'provisional_days_of_order',
    text: `SELECT d.day::date AS day FROM miner_order o
             CROSS JOIN LATERAL generate_series(greatest((o.activated_at AT TIME ZONE 'UTC')::date, $2::date - ${LOOK_BACK_DAYS}), $2::date - 1, interval '1 day') AS d (day)
            WHERE o.id = $1 AND o.status = ANY ($3)
              AND NOT EXISTS (SELECT FROM reward r WHERE r.order_id = o.id AND r.day = d.day::date)
              AND NOT EXISTS (SELECT FROM settlement_day s WHERE s.day = d.day::date AND s.state <> 'provisional')
            ORDER BY 1`,
    values: [orderId, today, LIVE_STATUSES],
  });
  return rows.map(({ day }) => day);
};
