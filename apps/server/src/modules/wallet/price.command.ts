import { formatUnits, unitsOf } from '@minerx/rules/money';
import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../ports.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import type { Actor } from '../../base/actor.ts';

/** Sets a wallet type's price by an operator's word, with history. Gives the price before. */
export const setWalletPrice = async (
  context: { pool: Pool; clock: Clock; bus: Bus },
  { walletId, price, actor, reason }: { walletId: number; price: string; actor: Actor; reason: string },
): Promise<string> => {
  const before = await inTransaction(context.pool, async (tx) => {
    const at = new Date(context.clock.now());
    const { rows } = await tx.query<{ price: bigint }>(
      'SELECT price_units AS price FROM wallet_type WHERE id = $1 FOR UPDATE',
      [walletId],
    );
    const old = formatUnits(rows[0]?.price ?? 0n);
    const values = [walletId, unitsOf(price), at];
    await tx.query(
      `UPDATE wallet_type SET price_units = $2, price_at = $3, price_source = 'operator', price_simulated = false WHERE id = $1`,
      values,
    );
    await tx.query(
      `INSERT INTO wallet_price (wallet_id, at, price_units, source, simulated) VALUES ($1, $3, $2, 'operator', false)`,
      values,
    );
    const detail = { before: old, after: price };
    await appendAudit(tx, at, [{ actor, action: 'price.set', subject: `wallet:${walletId}`, reason, detail }]);
    return old;
  });
  context.bus.publish('settings_changed', { key: 'wallet_type' });
  return before;
};
