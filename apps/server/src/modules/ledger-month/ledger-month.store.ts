import type { Tx } from '../../db/transaction.ts';

/** Room for the month of a day: false when something of it stands in the rest already. @param day `YYYY-MM-DD` */
export const ensureMonth = async (tx: Tx, day: string): Promise<boolean> => {
  const { rows } = await tx.query<{ made: boolean | null }>('SELECT ensure_ledger_month($1) AS made', [day]);
  return rows[0]?.made ?? false;
};

/** How the rows of all months are spread, for the planner. */
export const analyzeLedger = async (tx: Tx): Promise<void> => {
  await tx.query('SELECT analyze_ledger()');
};
