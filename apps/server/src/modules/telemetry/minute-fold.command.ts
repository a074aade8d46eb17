import { DAY_MS } from '@minerx/rules/duration';
import type { Context } from '../../context.ts';
import { allowTime } from '../../db/shared-pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { foldMinutes, listDaysToFold } from './telemetry.store.ts';

/** A day of a hundred thousand devices is summed once. */
const PATIENCE_MS = 600_000;

/** The minutes of settled days that are older than the operator keeps them, and than corrections look back, become hours. */
export const foldPastMinutes = async ({
  pool,
  env,
  clock,
  log,
}: Pick<Context, 'pool' | 'env' | 'clock' | 'log'>): Promise<void> => {
  const before = new Date(clock.now() - env.minuteDays * DAY_MS).toISOString().slice(0, 10);
  for (const day of await listDaysToFold(pool, before)) {
    await inTransaction(pool, async (tx) => {
      await allowTime(tx, PATIENCE_MS);
      await foldMinutes(tx, day);
    });
    log.info({ day }, 'its minutes are hours now');
  }
};
