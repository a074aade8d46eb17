import type { Context } from '../../context.ts';
import { refuse } from '../../refusal.ts';
import { recipientSubject } from '../attempt/attempt-rule.ts';
import { countOne, findLock, type Counting } from '../attempt/attempt.step.ts';
import { findRecipient, type RecipientRow } from './transfer.query.ts';

/**
 * The member that is meant; null when nobody is. Wrong names are counted over both calls, so that nobody reads the list of members out of them.
 * @throws err_too_many
 */
export const seekRecipient = async (
  context: Counting & Pick<Context, 'clock'>,
  memberId: bigint,
  typed: string,
): Promise<RecipientRow | null> => {
  const { pool, clock } = context;
  const subject = recipientSubject(memberId);
  const lock = await findLock(context, subject, clock.now());
  if (lock !== null) refuse('err_too_many', { retryAfterS: lock.retryAfterS });
  const found = await findRecipient(pool, typed);
  if (found === null) await countOne(context, subject, 'recipient', clock.now(), { memberId });
  return found;
};
