import type { Context } from '../../context.ts';
import { dropGivenUpWork, retryGivenUpWork } from '../../outbox/outbox.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import type { Actor } from '../../base/actor.ts';

interface GivenUpInput {
  id: bigint;
  actor: Actor;
  reason: string;
}

const decide = async (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  change: typeof retryGivenUpWork,
  action: string,
  { id, actor, reason }: GivenUpInput,
): Promise<string> =>
  inTransaction(pool, async (tx) => {
    const at = new Date(clock.now());
    const topic = (await change(tx, id, at)) ?? refuse('err_not_found');
    await appendAudit(tx, at, [{ actor, action, subject: `outbox:${id}`, reason, detail: { topic } }]);
    return topic;
  });

/**
 * Has the work of a given-up row done again, from its first try on.
 * @throws err_not_found when there is no such row, or it is not given up.
 */
export const retryGivenUp = async (
  context: Pick<Context, 'pool' | 'clock' | 'bus'>,
  input: GivenUpInput,
): Promise<void> => {
  const topic = await decide(context, retryGivenUpWork, 'outbox.retry', input);
  context.bus.publish('outbox', { topic });
};

/** Forgets a given-up row. @throws err_not_found as above. */
export const dropGivenUp = async (context: Pick<Context, 'pool' | 'clock'>, input: GivenUpInput): Promise<void> => {
  await decide(context, dropGivenUpWork, 'outbox.drop', input);
};
