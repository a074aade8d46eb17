import type { Actor } from '../../base/actor.ts';
import { uuidV7 } from '../../base/ids.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { queueWork } from '../../outbox/outbox.ts';
import { findSameLongWork, insertLongWork } from './long-work.store.ts';

/** The topic of the outbox. */
export const LONG_WORK = 'long_work';

/** Has a worker do it, whoever leaves the page meanwhile. What the same operator has under way already is not begun again. @returns its id */
export const startLongWork = async (
  { pool, clock, random, bus }: Pick<Context, 'pool' | 'clock' | 'random' | 'bus'>,
  asked: { action: string; actor: Actor; input: Readonly<Record<string, string>> },
): Promise<string> => {
  const id = uuidV7(clock, random);
  const askedAt = new Date(clock.now());
  const known = await inTransaction(pool, async (tx) => {
    const same = await findSameLongWork(tx, asked);
    if (same !== null) return same;
    await insertLongWork(tx, { id, askedAt, ...asked });
    await queueWork(tx, { topic: LONG_WORK, payload: { id } }, askedAt);
    return null;
  });
  if (known === null) bus.publish('outbox', { topic: LONG_WORK });
  return known ?? id;
};
