import type { RewardInputs } from '@minerx/rules/mining-reward';
import type { Db } from '../../db/transaction.ts';
import { IS_LIVE } from '../order/live-order.store.ts';
import type { DueOrder } from './settlement.query.ts';
import { heldOn, shareColumn, sharesOf } from './share.sql.ts';

/** Devices of a settled day of which minutes became known that no correction has taken yet. */
export const listLateDevices = async (db: Db, day: string): Promise<number[]> => {
  const { rows } = await db.query<{ id: number }>(
    `SELECT DISTINCT l.device_id AS id FROM device_minute_late l
      WHERE l.day = $1 AND EXISTS (SELECT FROM device_day d WHERE d.day = $1 AND d.device_id = l.device_id)
        AND NOT EXISTS (SELECT FROM device_day d WHERE d.day = $1 AND d.device_id = l.device_id AND d.part = l.part) ORDER BY 1`,
    [day],
  );
  return rows.map(({ id }) => id);
};

interface PaidOrder extends DueOrder {
  /** The newest receipt of the day. */
  lastPart: number;
  lastInputs: RewardInputs;
}

const PAID = `
  SELECT o.id, o.profit_balance_units, o.carry_pico_sat, a.shares, r.part, r.inputs
    FROM miner_order o
    JOIN LATERAL (SELECT part, inputs FROM reward r WHERE r.order_id = o.id AND r.day = $2 ORDER BY part DESC LIMIT 1) r ON true
    JOIN LATERAL (SELECT ${shareColumn('$2')} AS shares, array_agg(a.device_id) AS device_ids FROM allocation a
                   WHERE a.order_id = o.id AND ${heldOn('$2')}) a ON a.device_ids IS NOT NULL
   WHERE ${IS_LIVE} AND o.id > $1
     AND (EXISTS (SELECT FROM settlement_figures f WHERE f.day = $2 AND f.part > 0)
       OR EXISTS (SELECT FROM device_day d WHERE d.day = $2 AND d.part > 0 AND d.device_id = ANY (a.device_ids)))
   ORDER BY o.id LIMIT $3`;

/**
 * Live orders that were paid for a day and that a correction of it may concern, in order of id, with the machines that they had then.
 * One that has ended since had its whole maximum profit, so nothing more is due to it, nor to whoever has its machine now.
 */
export const listPaidOrders = async (db: Db, day: string, afterId: string, limit: number): Promise<PaidOrder[]> => {
  const { rows } = await db.query<[string, bigint, bigint, number[][], number, RewardInputs]>({
    rowMode: 'array',
    text: PAID,
    values: [afterId, day, limit],
  });
  return rows.map(([id, profitBalanceUnits, carryPicoSat, shares, lastPart, lastInputs]) => ({
    id,
    profitBalanceUnits,
    carryPicoSat,
    shares: sharesOf(shares),
    lastPart,
    lastInputs,
  }));
};

/** Settled days with late minutes, a payout that was put right, room kept for devices that are decided now, or a correction that was begun. */
export const listDaysToCorrect = async (db: Db, fromDay: string): Promise<string[]> => {
  const { rows } = await db.query<{ day: string }>(
    `SELECT s.day FROM settlement_day s
      WHERE s.day >= $1 AND (s.state = 'correcting' OR s.state = 'settled' AND (
        EXISTS (SELECT FROM device_minute_late l JOIN device_day d ON d.day = l.day AND d.device_id = l.device_id AND d.part = l.part - 1
                 WHERE l.day = s.day AND NOT EXISTS (SELECT FROM device_day n WHERE n.day = l.day AND n.device_id = l.device_id AND n.part = l.part))
        OR (SELECT f.open_devices FROM settlement_figures f WHERE f.day = s.day ORDER BY f.part DESC LIMIT 1) > 0
        OR (SELECT max(p.part) FROM pool_payout p WHERE p.day = s.day) > (SELECT max(f.payout_part) FROM settlement_figures f WHERE f.day = s.day)))
      ORDER BY s.day`,
    [fromDay],
  );
  return rows.map(({ day }) => day);
};
