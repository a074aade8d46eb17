import type { Tx } from '../../../db/transaction.ts';

/**
 * `reset`: password and PIN by a mailed link; `factor_lost`: the second factor taken away without it. The database holds what leaves
 * after these two. The others are done by the member while signed in, with what was there before; `recovery`: new recovery codes.
 */
export type FactorChange =
  | 'reset'
  | 'password'
  | 'pin'
  | 'factor_on'
  | 'factor_off'
  | 'factor_lost'
  | 'recovery'
  | 'passkey_on'
  | 'passkey_off';

/** Notes in the transaction of the change that a member's password, PIN or second factor is another one now. */
export const insertFactorChange = async (tx: Tx, memberId: bigint, kind: FactorChange, at: Date): Promise<void> => {
  await tx.query('INSERT INTO factor_change (member_id, kind, at) VALUES ($1, $2, $3)', [memberId, kind, at]);
};
