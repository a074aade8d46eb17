import type { Pool } from 'pg';
import type { Clock } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { appendAudit, type AuditEntry } from '../../ledger/audit.ts';
import { SHELL_ACTOR } from './command.ts';

/** A change and what the audit log says of it. */
export interface AuditedChange<T> {
  result: T;
  entry: Omit<AuditEntry, 'actor'>;
}

/** Runs an operator's change and its audit row in one transaction: neither is there without the other. */
export const audited = <T>(
  context: { pool: Pool; clock: Clock },
  change: (tx: Tx, at: Date) => Promise<AuditedChange<T>>,
): Promise<T> =>
  inTransaction(context.pool, async (tx) => {
    const at = new Date(context.clock.now());
    const { result, entry } = await change(tx, at);
    await appendAudit(tx, at, [{ actor: SHELL_ACTOR, ...entry }]);
    return result;
  });
