import { normaliseEmail } from '@minerx/rules/member';
import { giveRank } from '../member/member.store.ts';
import type { WireLanguage } from '@minerx/rules/wire-language';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import type { Actor } from '../../base/actor.ts';

export type RankNames = Readonly<Partial<Record<WireLanguage, string>>>;

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
): Promise<{ name: string; names: RankNames }> =>
  inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ name: string; names: RankNames }>(
      'SELECT name, names FROM rank WHERE id = $1 FOR UPDATE',
      [id],
    );
    const before = rows[0] ?? null;
    const after = { name: name ?? before?.name ?? refuse('err_not_found'), names: names ?? before?.names ?? {} };
    await tx.query(
      `INSERT INTO rank (id, name, names) VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, names = excluded.names`,
      [id, after.name, JSON.stringify(after.names)],
    );
    if (member !== undefined && !(await giveRank(tx, normaliseEmail(member), id))) refuse('err_not_found');
    const detail = { before, after, member: member ?? null };
    await appendAudit(tx, new Date(clock.now()), [
      { actor, action: 'rank.set', subject: `rank:${id}`, reason, detail },
    ]);
    return after;
  });
