import { DAY_MS } from '@minerx/rules/duration';
import type { PackageLine } from '@minerx/rules/miner-package';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { countStock, lockStockOfDevices } from './device-stock.store.ts';
import { keepAnswers, keepPoolSight } from './device-sight.store.ts';

/** A device that nobody heard of for this long is not sold. */
const SEEN_WITHIN_MS = DAY_MS;

/** Notes when the pool last had a share of each device. @throws OutsideFailure when the pool does not answer. */
export const recordPoolSight = async ({ pool, outside }: Pick<Context, 'pool' | 'outside'>): Promise<void> => {
  const workers = await outside.pool.workers();
  const seen = workers.filter(({ lastShareAt, state }) => lastShareAt !== null && state !== 'disabled');
  await keepPoolSight(
    pool,
    seen.map(({ serial, lastShareAt }) => ({ serial, at: new Date(lastShareAt!) })),
  );
};

/** Notes that these devices have answered, without a word on what they did. */
export const recordAnswers = ({ pool }: Pick<Context, 'pool'>, deviceIds: readonly number[], at: Date): Promise<void> =>
  keepAnswers(pool, deviceIds, at);

/** Counts into the stock what answers and what the pool sees. @returns the lines that have more of it. */
export const recountStock = async ({
  pool,
  clock,
  bus,
}: Pick<Context, 'pool' | 'clock' | 'bus'>): Promise<PackageLine[]> => {
  const grown = await inTransaction(pool, async (tx) => {
    await lockStockOfDevices(tx);
    return countStock(tx, new Date(clock.now() - SEEN_WITHIN_MS));
  });
  bus.publish('settings_changed', { key: 'stock' });
  return grown;
};
