import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import { lockMemberToMail, setBtapayId } from './member.store.ts';

/**
 * Saves the id of the member's account at BTA Pay. The PIN was checked at the gate.
 * @throws err_account_frozen
 */
export const saveBtapayId = ({ pool, clock }: Pick<Context, 'pool' | 'clock'>, memberId: bigint, btapayId: string) =>
  inTransaction(pool, async (tx) => {
    const { frozen } = await lockMemberToMail(tx, memberId);
    if (frozen) refuse('err_account_frozen');
    const before = await setBtapayId(tx, memberId, btapayId);
    if (before === btapayId) return;
    await appendAudit(tx, new Date(clock.now()), [
      {
        actor: `member:${memberId}`,
        action: 'btapay.save',
        subject: `member:${memberId}`,
        reason: 'Confirmed with PIN',
        detail: { before, after: btapayId },
      },
    ]);
  });
