import { type PackageLine } from '@minerx/rules/miner-package';
import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import type { ListedDevice } from './device-file.ts';

export interface Registered {
  /** Serials that are new; those that were known keep their row. */
  added: string[];
  known: string[];
  /** Lines that have more stock now. */
  lines: PackageLine[];
}

/**
 * Registers miners and counts their units into the stock: a device makes one X1 unit, ten make one X2 unit. Known serials
 * are left alone, so the same list can be registered again. Place waiting orders afterwards: stock has come.
 */
export const registerDevices = async (
  context: { pool: Pool; clock: Clock; bus: Bus },
  devices: readonly ListedDevice[],
  { actor, reason }: { actor: string; reason: string },
): Promise<Registered> => {
  const registered = await inTransaction(context.pool, async (tx) => {
    const at = new Date(context.clock.now());
    // Whoever changes stock locks it first, in order of line.
    await tx.query(`INSERT INTO stock (line, total) VALUES ('x1', 0), ('x2', 0) ON CONFLICT DO NOTHING`);
    await tx.query('SELECT line FROM stock ORDER BY line FOR UPDATE');
    const { rows } = await tx.query<{ serial: string; line: PackageLine }>(
      `INSERT INTO device (serial, line, host, port, simulated, registered_at)
       SELECT d.*, $6 FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::boolean[]) AS d
       ON CONFLICT (serial) DO NOTHING RETURNING serial, line`,
      [
        devices.map(({ serial }) => serial),
        devices.map(({ line }) => line),
        devices.map(({ host }) => host),
        devices.map(({ port }) => port),
        devices.map(({ simulated }) => simulated),
        at,
      ],
    );
    await tx.query(
      `UPDATE stock SET total = made.units
         FROM (SELECT s.line, count(d.id)::integer / CASE s.line WHEN 'x2' THEN 10 ELSE 1 END AS units
                 FROM stock s LEFT JOIN device d ON d.line = s.line AND d.retired_at IS NULL GROUP BY s.line) made
        WHERE made.line = stock.line AND stock.total <> made.units`,
    );
    const added = rows.map(({ serial }) => serial);
    if (added.length > 0) {
      const detail = { count: added.length, serials: added.slice(0, 1000) };
      await appendAudit(tx, at, [{ actor, action: 'device.register', subject: 'stock', reason, detail }]);
    }
    return {
      added,
      known: devices.map(({ serial }) => serial).filter((serial) => !added.includes(serial)),
      lines: [...new Set(rows.map(({ line }) => line))],
    };
  });
  context.bus.publish('settings_changed', { key: 'stock' });
  return registered;
};
