import { formatUnits, unitsOf } from '@minerx/rules/money';
import { setPrice } from './price.store.ts';
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
    const old = formatUnits(await setPrice(tx, walletId, unitsOf(price), at));
    // As it is kept: 2.50 is no other price than 2.5.
    const detail = { before: old, after: formatUnits(unitsOf(price)) };
    await appendAudit(tx, at, [{ actor, action: 'price.set', subject: `wallet:${walletId}`, reason, detail }]);
    return old;
  });
  context.bus.publish('settings_changed', { key: 'wallet_type' });
  return before;
};
