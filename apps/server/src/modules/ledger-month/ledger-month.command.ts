import { MINUTE_MS } from '@minerx/rules/duration';
import type { Context } from '../../context.ts';
import { allowTime } from '../../db/shared-pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { analyzeLedger, ensureMonth } from './ledger-month.store.ts';

type Dependencies = Pick<Context, 'pool' | 'clock' | 'log'>;

/** The month of now and as many behind it: a worker that stood still for weeks finds room all the same. */
const AHEAD = 2;
/** Samples of every month, once a day. */
const PATIENCE_MS = 10 * MINUTE_MS;

/** Makes room for the months of the ledger before anything is written into them; one that something was written of already stays in the rest. */
const makeRoomAhead = async ({ pool, clock, log }: Dependencies): Promise<void> => {
  const now = new Date(clock.now());
  for (let ahead = 0; ahead <= AHEAD; ahead += 1) {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString().slice(0, 10);
    if (!(await inTransaction(pool, (tx) => ensureMonth(tx, month))))
      log.warn({ month }, 'the ledger has no room of its own for this month: something of it was written before');
  }
};

/** What the database does not do by itself for a table in parts: room ahead, and once a day, the first time at once, statistics of the whole. */
export const keepLedgerMonths = (dependencies: Dependencies): (() => Promise<void>) => {
  let analyzedOn: string | null = null;
  return async () => {
    await makeRoomAhead(dependencies);
    const today = new Date(dependencies.clock.now()).toISOString().slice(0, 10);
    if (analyzedOn === today) return;
    await inTransaction(dependencies.pool, async (tx) => {
      await allowTime(tx, PATIENCE_MS);
      await analyzeLedger(tx);
    });
    analyzedOn = today;
  };
};
