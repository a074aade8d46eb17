import { DAY_MS } from '@minerx/rules/duration';
import type { PackageLine } from '@minerx/rules/miner-package';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { queueAlarm } from '../mail/operator-mail.store.ts';
import { countStock, isAnyUncounted, lockStockOfDevices } from './device-stock.store.ts';
import { findWhoseWorkers, keepAnswers, keepPoolSight } from './device-sight.store.ts';
import type { UnclearWorkers } from './device-worker.ts';

/** A device that nobody heard of for this long is not sold. */
const SEEN_WITHIN_MS = DAY_MS;

/**
 * Notes when the pool last had a share of each device, and tells operators of workers of which nobody knows whose they are.
 * @throws OutsideFailure when the pool does not answer.
 */
export const recordPoolSight = async (
  context: Pick<Context, 'pool' | 'outside' | 'clock' | 'bus' | 'log'>,
): Promise<void> => {
  const { pool, outside, clock } = context;
  const { ofDevice, unclear } = await findWhoseWorkers(pool, await outside.pool.workers(), new Date(clock.now()));
  const seen = [...ofDevice].filter(([, { lastShareAt, state }]) => lastShareAt !== null && state !== 'disabled');
  await keepPoolSight(
    pool,
    seen.map(([deviceId, { lastShareAt }]) => ({ deviceId, at: new Date(lastShareAt!) })),
  );
  if (unclear.length > 0) await tellUnclearWorkers(context, unclear);
};

/** Devices of which the pool has told nothing are no stock, and their orders wait. Mailed every six hours while it lasts. */
const tellUnclearWorkers = async (
  { pool, clock, bus, log }: Pick<Context, 'pool' | 'clock' | 'bus' | 'log'>,
  unclear: readonly UnclearWorkers[],
): Promise<void> => {
  const lines = unclear.map(
    ({ workers, serials }) =>
      `${workers.join(', ')}: the pool’s word on ${serials.join(', ')}, and nobody knows on which`,
  );
  const mail = {
    subject: 'The pool has workers that may be several miners’',
    text: [
      ...lines,
      'These names end alike. Until they can be told apart the pool has told nothing of these miners: free ones are no stock, and the days of the others wait.',
      'What to do: give each miner a worker of its own at the pool, by a name that ends as no other does, and disable there what mines no more. This is mailed every six hours while it lasts.',
    ].join('\n\n'),
  };
  const isMailed = await inTransaction(pool, (tx) => queueAlarm(tx, 'pool-workers', mail, new Date(clock.now())));
  if (!isMailed) return;
  for (const line of lines) log.error({ event: 'pool_workers_unclear' }, line);
  bus.publish('outbox', { topic: 'operator_mail' });
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

/** Says when machines began to answer that are no stock yet and may be by now; gives what ends that. */
export const whenFreeDevicesAnswer = (
  { pool, bus, log }: Pick<Context, 'pool' | 'bus' | 'log'>,
  answered: () => void,
): (() => void) =>
  bus.subscribe('device_links', ({ links }) => {
    const connected = links.filter(([, isConnected]) => isConnected).map(([id]) => id);
    if (connected.length === 0) return;
    isAnyUncounted(pool, connected).then(
      (isAny) => {
        if (isAny) answered();
      },
      (error: Error) => log.warn({ err: error }, 'stock is counted when its minute comes'),
    );
  });
