import type { Tx } from '../../../db/transaction.ts';

/** `reset`: password and PIN by a mailed link; the others by the member while signed in. */
type FactorChange = 'reset' | 'password' | 'pin';

/** Notes in the transaction of the change that a member's password or PIN is another one now. */
export const insertFactorChange = async (tx: Tx, memberId: bigint, kind: FactorChange, at: Date): Promise<void> => {
  await tx.query('INSERT INTO factor_change (member_id, kind, at) VALUES ($1, $2, $3)', [memberId, kind, at]);
};
