import { DEFAULT_LANGUAGE } from '@minerx/rules/wire-language';
import type { Context } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import type { SignedInOperator } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import { queueMail, type OperatorKeyChange } from '../mail/mail.store.ts';
import { endOtherOperatorSessions } from './operator-session.store.ts';
import { findOpenOperatorSession } from './operator-sign-in.command.ts';
import { lockOperator } from './operator.store.ts';

/**
 * Writes a change of an operator's own keys with its line of the audit log and a mail to them, and ends every other session of theirs.
 * The second factor was shown for it.
 * @param write gives what the line says beside
 * @throws err_unauthorised when another change has ended the asking session while this one waited for it
 */
export const changeOwnKey = async (
  { pool, expiryClock, vault, bus }: Pick<Context, 'pool' | 'expiryClock' | 'vault' | 'bus'>,
  operator: SignedInOperator,
  kind: OperatorKeyChange,
  write: (tx: Tx, at: Date) => Promise<Record<string, string>>,
): Promise<void> => {
  const at = new Date(expiryClock.now());
  const actor = `operator:${operator.email}` as const;
  await inTransaction(pool, async (tx) => {
    await lockOperator(tx, operator.operatorId);
    // A statement of its own: it must see what the holder of the lock has committed.
    if ((await findOpenOperatorSession(tx, operator.tokenHash, at.getTime())) === null) refuse('err_unauthorised');
    const detail = await write(tx, at);
    await appendAudit(tx, at, [{ actor, action: `operator.${kind}`, subject: actor, reason: '', detail }]);
    await endOtherOperatorSessions(tx, operator, at);
    const mail = {
      template: 'operator_key',
      language: DEFAULT_LANGUAGE,
      to: { name: operator.name, address: operator.email },
      data: { kind, at: at.toISOString() },
    } as const;
    await queueMail(vault, tx, mail, at);
  });
  bus.publish('outbox', { topic: 'mail' });
};
