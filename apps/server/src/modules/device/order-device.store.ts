import type { PackageLine } from '@minerx/rules/miner-package';
import { ENDED } from '@minerx/rules/order-status';
import type { Tx } from '../../db/transaction.ts';

/** Devices in one unit of a line's stock. */
const DEVICES_PER_UNIT: Record<PackageLine, number> = { x1: 1, x2: 10 };

/**
 * Gives back the devices of orders that have ended: those of own and X2 orders at once, those of a shared group when the
 * last of its ten orders has ended. Stock goes down with them. The caller holds the stock rows and has set the status.
 * Gives the lines that have room now, so that waiting orders can be placed.
 */
export const releaseOrderDevices = async (
  tx: Tx,
  endedOrderIds: readonly string[],
  at: Date,
): Promise<PackageLine[]> => {
  if (endedOrderIds.length === 0) return [];
  const { rows } = await tx.query<{ line: PackageLine; devices: number }>({
    name: 'order_release_devices',
    text: `WITH held AS (SELECT DISTINCT device_id FROM allocation WHERE order_id = ANY($1::uuid[]) AND released_at IS NULL),
                over AS (SELECT device_id FROM held WHERE NOT EXISTS (
                           SELECT FROM allocation a JOIN miner_order o ON o.id = a.order_id
                           WHERE a.device_id = held.device_id AND a.released_at IS NULL AND o.status <> ${ENDED})),
                released AS (UPDATE allocation a SET released_at = $2 FROM over WHERE a.device_id = over.device_id AND a.released_at IS NULL),
                freed AS (UPDATE device_stock d SET free = true FROM over WHERE d.device_id = over.device_id RETURNING d.line)
           SELECT line, count(*)::integer AS devices FROM freed GROUP BY line ORDER BY line`,
    values: [endedOrderIds, at.toISOString()],
  });
  for (const { line, devices } of rows) {
    const units = devices / DEVICES_PER_UNIT[line];
    if (!Number.isInteger(units)) throw new Error(`${devices} devices of line ${line} make no whole units`);
    await tx.query('UPDATE stock SET used = used - $2 WHERE line = $1', [line, units]);
  }
  return rows.map(({ line }) => line);
};
