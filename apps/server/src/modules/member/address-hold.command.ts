import { holdHours } from '@minerx/rules/withdrawal-network';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { findAddressHoldSetting } from './withdrawal-address.store.ts';

/**
 * Sets for how many hours a new or changed withdrawal address waits. Those that wait already keep the time they were told.
 * Gives the hours before.
 */
export const setAddressHold = async (
  { pool, clock, bus }: Pick<Context, 'pool' | 'clock' | 'bus'>,
  { hours, actor, reason }: { hours: number; actor: string; reason: string },
): Promise<number> => {
  const at = new Date(clock.now());
  const before = await inTransaction(pool, async (tx) => {
    const held = holdHours(await findAddressHoldSetting(tx));
    await tx.query(
      `INSERT INTO setting (key, value, updated_at) VALUES ('withdrawal_address_hold_hours', $1, $2)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
      [JSON.stringify(hours), at],
    );
    const subject = 'setting:withdrawal_address_hold_hours';
    const detail = { before: held, after: hours };
    await appendAudit(tx, at, [{ actor, action: 'withdrawal_address.hold', subject, reason, detail }]);
    return held;
  });
  bus.publish('settings_changed', { key: 'withdrawal_address_hold_hours' });
  return before;
};
