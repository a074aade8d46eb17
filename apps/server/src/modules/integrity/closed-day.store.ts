import type { Tx } from '../../db/transaction.ts';

/** In place of a seal that is none, which counted for nothing. */
export const keepClosedDay = async (tx: Tx, day: string, sealed: Buffer): Promise<void> => {
  await tx.query(
    'INSERT INTO ledger_day (day, sealed) VALUES ($1, $2) ON CONFLICT (day) DO UPDATE SET sealed = excluded.sealed',
    [day, sealed],
  );
};
