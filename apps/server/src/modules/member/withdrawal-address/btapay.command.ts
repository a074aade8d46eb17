import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { appendAudit } from '../../../ledger/audit.ts';
import { requireOutgoing } from '../outgoing.ledger.ts';
import { lockMemberToMail, setBtapayId } from '../member.store.ts';

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
        detail: { before, after: btapayId },
      },
    ]);
  });
