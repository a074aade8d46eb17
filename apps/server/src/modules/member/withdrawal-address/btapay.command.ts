import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { appendAudit } from '../../../ledger/audit.ts';
import { requireOutgoing } from '../outgoing.ledger.ts';
import { lockMemberToMail, setBtapayId } from '../member.store.ts';

/** For the audit log, which nobody can take anything out of: the check compares it, and it names nobody. */
const digestOf = (btapayId: string): string => `sha256:${createHash('sha256').update(btapayId).digest('hex')}`;

/**
 * Saves the id of the member's account at BTA Pay. The PIN was checked at the gate.
 * @throws err_account_frozen, err_recent_reset
 */
export const saveBtapayId = (
  { pool, expiryClock }: Pick<Context, 'pool' | 'expiryClock'>,
  memberId: bigint,
  btapayId: string,
) =>
  inTransaction(pool, async (tx) => {
    const at = new Date(expiryClock.now());
    requireOutgoing(await lockMemberToMail(tx, memberId), at);
    const before = await setBtapayId(tx, memberId, btapayId);
    if (before === btapayId) return;
    await appendAudit(tx, at, [
      {
        actor: `member:${memberId}`,
        action: 'btapay.save',
        subject: `member:${memberId}`,
        reason: 'Confirmed with PIN',
        detail: { before: before && digestOf(before), after: digestOf(btapayId) },
      },
    ]);
  });
