import { normaliseEmail } from '@minerx/rules/member';
import { giveRank } from '../member/member.store.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import { lockRank, putRank, type Rank, type RankNames } from './rank.store.ts';
import type { Actor } from '../../base/actor.ts';

interface RankInput {
  id: number;
  /** Needed for a new one; what is left out stays. */
  name?: string | undefined;
  /** Variants by language code; replaces all that were there. */
  names?: RankNames | undefined;
  /** Email of a member who gets this rank. */
  member?: string | undefined;
  actor: Actor;
  reason: string;
}

/**
 * Creates or renames a rank, and may give it to a member.
 * @throws err_not_found for a new one without a name, or an unknown member.
 */
export const setRank = (
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  { id, name, names, member, actor, reason }: RankInput,
): Promise<Rank> =>
  inTransaction(pool, async (tx) => {
    const before = await lockRank(tx, id);
    const after = { name: name ?? before?.name ?? refuse('err_not_found'), names: names ?? before?.names ?? {} };
    await putRank(tx, id, after);
    if (member !== undefined && !(await giveRank(tx, normaliseEmail(member), id))) refuse('err_not_found');
    const detail = { before, after, member: member ?? null };
    await appendAudit(tx, new Date(clock.now()), [
      { actor, action: 'rank.set', subject: `rank:${id}`, reason, detail },
    ]);
    return after;
  });
