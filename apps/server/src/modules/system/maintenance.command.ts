import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import type { MaintenanceSetting } from './system.query.ts';

export interface MaintenanceWish {
  on: boolean;
  /** English; the specification's language variants are kept as they were. What is left out stays. */
  title?: string | undefined;
  /** HTML, shown sanitised. */
  message?: string | undefined;
  actor: string;
  reason: string;
}

/** Switches the maintenance mode: member calls are refused within a second, `system/*` and operators go on. */
export const setMaintenance = async (
  context: { pool: Pool; clock: Clock; bus: Bus },
  { on, title, message, actor, reason }: MaintenanceWish,
): Promise<void> => {
  await inTransaction(context.pool, async (tx) => {
    const at = new Date(context.clock.now());
    const { rows } = await tx.query<{ value: Partial<MaintenanceSetting> }>(
      `SELECT value FROM setting WHERE key = 'maintenance' FOR UPDATE`,
    );
    const before = rows[0]?.value ?? {};
    const after = {
      ...before,
      maintenance: on,
      ...(title === undefined ? {} : { under_maintenance_title: title }),
      ...(message === undefined ? {} : { under_maintenance_message: message }),
    };
    await tx.query(
      `INSERT INTO setting (key, value, updated_at) VALUES ('maintenance', $1, $2)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
      [JSON.stringify(after), at],
    );
    const detail = { before: before.maintenance === true, after: on, title: title ?? null, message: message ?? null };
    await appendAudit(tx, at, [{ actor, action: 'maintenance.set', subject: 'setting:maintenance', reason, detail }]);
  });
  context.bus.publish('settings_changed', { key: 'maintenance' });
};
