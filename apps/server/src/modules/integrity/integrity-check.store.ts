import type { Tx } from '../../db/transaction.ts';

/** `whole`: every equation; `guard`: those that stand before what leaves. */
export type CheckKind = 'whole' | 'guard';

/** Notes that a check has come to its end, whatever it found. @param at the moment that it looked at */
export const updateCheck = async (tx: Tx, kind: CheckKind, at: Date): Promise<void> => {
  await tx.query('UPDATE integrity_check SET at = $2 WHERE kind = $1', [kind, at]);
};
