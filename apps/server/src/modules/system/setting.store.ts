import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import type { Json } from '../../ledger/command.ts';

export interface SettingChange {
  /** Of the table `setting`; locked while it is changed. */
  key: string;
  /** The value after, from the one before (null when there was none). May refuse. */
  change(before: unknown): Json;
  /** What the audit log is to say, where before and after as they are would be too much. */
  told?(before: unknown, after: Json): Json;
  actor: string;
  action: string;
  reason: string;
}

/** Changes a setting by an operator's word, audited, and tells every process. Gives the value before and after. */
export const changeSetting = async (
  { pool, clock, bus }: { pool: Pool; clock: Clock; bus: Bus },
  { key, change, told, actor, action, reason }: SettingChange,
): Promise<{ before: unknown; after: Json }> => {
  const at = new Date(clock.now());
  const changed = await inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ value: unknown }>('SELECT value FROM setting WHERE key = $1 FOR UPDATE', [key]);
    const before = rows[0]?.value ?? null;
    const after = change(before);
    await tx.query(
      `INSERT INTO setting (key, value, updated_at) VALUES ($1, $2, $3)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
      [key, JSON.stringify(after), at],
    );
    const detail = told === undefined ? { before: before as Json, after } : told(before, after);
    await appendAudit(tx, at, [{ actor, action, subject: `setting:${key}`, reason, detail }]);
    return { before, after };
  });
  bus.publish('settings_changed', { key });
  return changed;
};
