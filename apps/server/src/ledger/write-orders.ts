import type { PoolClient } from 'pg';
import type { BatchState } from './state.ts';
import { iso, list, send } from './statement.ts';

export const writeStocks = (client: PoolClient, state: BatchState): Promise<unknown>[] =>
  [...state.changedStocks].map((line) => {
    const { used, waiting, sharedQueue } = state.stock(line);
    return send(
      client,
      'ledger_stock_after',
      'UPDATE stock SET used = $2, waiting = $3, shared_queue = $4 WHERE line = $1',
      [line, used, waiting, sharedQueue],
    );
  });

export const writeNewOrders = (client: PoolClient, state: BatchState, now: Date): Promise<unknown>[] => {
  const rows = [...state.newOrderRows.values()];
  if (rows.length === 0) return [];
  // An order may have changed since it was made in this same batch: its group became complete.
  const current = rows.map(({ id }) => state.order(id)!);
  return [
    send(
      client,
      'ledger_new_order',
      `INSERT INTO miner_order (id, number, serial, member_id, package_id, status, amount_units, paid_usdt_units, paid_cw_units, paid_rw_units,
         max_profit_units, profit_balance_units, activation_fee_units, voucher_id, hold_owner_id, place, created_at)
       SELECT o.*, $16::timestamptz FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::smallint[], $6::smallint[], $7::bigint[], $8::bigint[],
         $9::bigint[], $10::bigint[], $11::bigint[], $11::bigint[], $12::bigint[], $13::uuid[], $14::bigint[], $15::bigint[]) AS o`,
      [
        list(rows.map(({ id }) => id)),
        list(rows.map(({ number }) => number)),
        list(rows.map(({ serial }) => serial)),
        list(rows.map(({ memberId }) => memberId)),
        list(rows.map(({ packageId }) => packageId)),
        list(current.map(({ status }) => status)),
        list(rows.map(({ amountUnits }) => amountUnits)),
        list(rows.map(({ parts }) => parts.usdt)),
        list(rows.map(({ parts }) => parts.cw)),
        list(rows.map(({ parts }) => parts.rw)),
        list(rows.map(({ maxProfitUnits }) => maxProfitUnits)),
        list(rows.map(({ activationFeeUnits }) => activationFeeUnits)),
        list(current.map(({ voucherId }) => voucherId)),
        list(current.map(({ holdOwnerId }) => holdOwnerId)),
        list(current.map(({ place }) => place)),
        now.toISOString(),
      ],
    ),
  ];
};

export const writePatchedOrders = (client: PoolClient, state: BatchState): Promise<unknown>[] => {
  const orders = [...state.patchedOrders].filter((id) => !state.newOrderRows.has(id)).map((id) => state.order(id)!);
  if (orders.length === 0) return [];
  return [
    send(
      client,
      'ledger_order_after',
      `UPDATE miner_order SET status = c.status, hold_owner_id = c.hold_owner_id, place = c.place, voucher_id = c.voucher_id, activated_at = c.activated_at
       FROM unnest($1::uuid[], $2::smallint[], $3::bigint[], $4::bigint[], $5::uuid[], $6::timestamptz[])
         AS c(id, status, hold_owner_id, place, voucher_id, activated_at)
       WHERE miner_order.id = c.id`,
      [
        list(orders.map(({ id }) => id)),
        list(orders.map(({ status }) => status)),
        list(orders.map(({ holdOwnerId }) => holdOwnerId)),
        list(orders.map(({ place }) => place)),
        list(orders.map(({ voucherId }) => voucherId)),
        list(orders.map(({ activatedAt }) => iso(activatedAt))),
      ],
    ),
  ];
};

export const writeAllocations = (client: PoolClient, { allocations }: BatchState): Promise<unknown>[] => {
  if (allocations.length === 0) return [];
  return [
    send(client, 'ledger_device_taken', 'UPDATE device SET free = false WHERE id = ANY($1::integer[])', [
      list(new Set(allocations.map(({ deviceId }) => deviceId))),
    ]),
    send(
      client,
      'ledger_allocation',
      'INSERT INTO allocation (order_id, device_id, share_tenths) SELECT * FROM unnest($1::uuid[], $2::integer[], $3::smallint[])',
      [
        list(allocations.map(({ orderId }) => orderId)),
        list(allocations.map(({ deviceId }) => deviceId)),
        list(allocations.map(({ shareTenths }) => shareTenths)),
      ],
    ),
  ];
};
