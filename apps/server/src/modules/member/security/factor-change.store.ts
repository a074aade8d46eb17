import type { FactorChangeKind } from '@minerx/contract/operator/list';
import type { Tx } from '../../../db/transaction.ts';

/** Notes in the transaction of the change that a member's password, PIN or second factor is another one now. */
export const insertFactorChange = async (tx: Tx, memberId: bigint, kind: FactorChangeKind, at: Date): Promise<void> => {
  await tx.query('INSERT INTO factor_change (member_id, kind, at) VALUES ($1, $2, $3)', [memberId, kind, at]);
};
