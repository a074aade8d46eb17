import { allowTime } from '../../db/shared-pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../context.ts';
import { readOwed, readPaid, readPlaced, replaceSheet } from './balance-sheet.store.ts';

const PATIENCE_MS = 600_000;

/** Adds up, of one moment, what members hold of each asset and what lies where, and keeps it in the place of what was added up before. */
export const drawBalanceSheet = ({ pool, clock }: Pick<Context, 'pool' | 'clock'>): Promise<void> =>
  inTransaction(
    pool,
    async (tx) => {
      await allowTime(tx, PATIENCE_MS);
      const at = new Date(clock.now());
      const rows = [...(await readOwed(tx)), ...(await readPlaced(tx)), ...(await readPaid(tx))];
      await replaceSheet(tx, rows, at);
    },
    { oneMoment: true },
  );
