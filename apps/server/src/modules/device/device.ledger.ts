import type { PackageLine } from '@minerx/rules/miner-package';
import type { Stock } from '@minerx/rules/stock';
import type { LedgerView } from '../../ledger/command.ts';
import { columns, list } from '../../ledger/statement.ts';
import { defineLedgerList, defineLedgerRecords, defineLedgerTable } from '../../ledger/table.ts';
import type { RowChange } from '../../ledger/table.ts';

interface LedgerStock extends Stock {
  readonly id: PackageLine;
}

/** Whoever changes stock, places orders or takes devices names the line. */
export const stock = defineLedgerTable<LedgerStock, 'used' | 'waiting' | 'sharedQueue'>({
  name: 'stock',
  load: async (db, { ids }) => {
    const rows = await db.lock<[PackageLine, number, number, number, number]>(
      'ledger_stock',
      'SELECT line, total, used, waiting, shared_queue FROM stock WHERE line = ANY($1::text[]) ORDER BY line',
      [list(ids)],
    );
    return rows.map(([id, total, used, waiting, sharedQueue]) => ({ id, total, used, waiting, sharedQueue }));
  },
  update: (db, rows) =>
    db.send(
      'ledger_stock_after',
      `UPDATE stock SET used = c.used, waiting = c.waiting, shared_queue = c.shared_queue
         FROM unnest($1::text[], $2::integer[], $3::integer[], $4::integer[]) AS c(line, used, waiting, shared_queue) WHERE stock.line = c.line`,
      columns(rows, 'id', 'used', 'waiting', 'sharedQueue'),
    ),
});

export const stockOf = (view: LedgerView, line: PackageLine): Stock => {
  const found = view.get(stock, line);
  if (found === null) throw new Error(`line ${line} has no stock row`);
  return found;
};

export const setStock = (line: PackageLine, { used, waiting, sharedQueue }: Stock): RowChange =>
  stock.set(line, { used, waiting, sharedQueue });

interface LedgerDevice {
  readonly id: number;
  readonly line: PackageLine;
  readonly free: boolean;
}

/** So many free ones of a line, if there are. */
interface DeviceAsk {
  readonly line: PackageLine;
  readonly count: number;
}

const LINES = ['x1', 'x2'] as const;

export const devices = defineLedgerTable<LedgerDevice, 'free', DeviceAsk>({
  name: 'devices',
  keptStillBy: stock.name,
  // No order: it would tempt the planner to walk the primary key past every taken device, and
  // any free device will do.
  load: async (db, { asks }) => {
    const found = LINES.map(async (line) => {
      const count = asks.reduce((sum, ask) => sum + (ask.line === line ? ask.count : 0), 0);
      if (count === 0) return [];
      const rows = await db.read<[number]>(
        'ledger_device',
        'SELECT device_id FROM device_stock WHERE line = $1 AND free AND in_stock LIMIT $2',
        [line, count],
      );
      return rows.map(([id]) => ({ id, line, free: true }));
    });
    return (await Promise.all(found)).flat();
  },
  /** They come back when orders end, which is no command's doing. */
  allows: (before, after) => before.free && !after.free,
  update: (db, rows) =>
    db.send(
      'ledger_device_taken',
      'UPDATE device_stock SET free = false WHERE device_id = ANY($1::integer[])',
      columns(rows, 'id'),
    ),
});

/** At least as many as the command asked for, if there are. */
export const freeDevices = defineLedgerList<LedgerDevice, PackageLine, DeviceAsk>({
  table: devices,
  opens: (ask, line: PackageLine) => ask.line === line,
  group: ({ line, free }) => (free ? line : null),
  compare: (a, b) => a.id - b.id,
});

interface Allocation {
  readonly orderId: string;
  readonly deviceId: number;
  readonly shareTenths: number;
}

export const allocations = defineLedgerRecords<Allocation>({
  name: 'allocations',
  insert: (db, rows) =>
    db.send(
      'ledger_allocation',
      'INSERT INTO allocation (order_id, device_id, share_tenths) SELECT * FROM unnest($1::uuid[], $2::integer[], $3::smallint[])',
      columns(rows, 'orderId', 'deviceId', 'shareTenths'),
    ),
});
