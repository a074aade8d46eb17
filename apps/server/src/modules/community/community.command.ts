import { normaliseEmail } from '@minerx/rules/member';
import { moveToCommunity } from '../member/member.store.ts';
import type { Pool } from 'pg';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../ports.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { lockCommunity, putCommunity, type CommunityTerms } from './community.store.ts';
import { refuse } from '../../refusal.ts';
import type { Actor } from '../../base/actor.ts';

interface CommunityInput {
  id: number;
  /** Needed for a new one; what is left out stays. */
  name?: string | undefined;
  /** "1|2" */
  methods?: string | undefined;
  /** Email of a member who is put into it. */
  member?: string | undefined;
  actor: Actor;
  reason: string;
}

/**
 * Creates or changes a community, and may put a member into it.
 * @throws err_not_found for a new one without name and methods, or an unknown member.
 */
export const setCommunity = async (
  context: { pool: Pool; clock: Clock; bus: Bus },
  { id, name, methods, member, actor, reason }: CommunityInput,
): Promise<CommunityTerms> => {
  const after = await inTransaction(context.pool, async (tx) => {
    const before = await lockCommunity(tx, id);
    const now = {
      name: name ?? before?.name ?? refuse('err_not_found'),
      methods: methods ?? before?.methods ?? refuse('err_not_found'),
    };
    await putCommunity(tx, id, now);
    if (member !== undefined && !(await moveToCommunity(tx, normaliseEmail(member), id))) refuse('err_not_found');
    const detail = { before, after: now, member: member ?? null };
    const entry = { actor, action: 'community.set', subject: `community:${id}`, reason, detail };
    await appendAudit(tx, new Date(context.clock.now()), [entry]);
    return now;
  });
  context.bus.publish('settings_changed', { key: 'community' });
  return after;
};
