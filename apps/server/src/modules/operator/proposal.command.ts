import { MINUTE_MS } from '@minerx/rules/duration';
import type { Actor } from '../../base/actor.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { uuidV7 } from '../../base/ids.ts';
import { appendAudit, type AuditEntry } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import { hasLooked } from './operator.query.ts';
import { decideProposal, insertProposal, type Proposal } from './proposal.store.ts';

type Dependencies = Pick<Context, 'pool' | 'clock' | 'random'>;

/** Notes what an operator wants done; another has to agree. @returns its id */
export const propose = async (
  { pool, clock, random }: Dependencies,
  { action, input, before, actor }: Pick<Proposal, 'action' | 'input' | 'before'> & { actor: Actor },
): Promise<string> => {
  const id = uuidV7(clock, random);
  const at = new Date(clock.now());
  await inTransaction(pool, async (tx) => {
    await insertProposal(tx, { id, action, input, before, proposedBy: actor, proposedAt: at });
    await appendAudit(tx, at, [
      { actor, action: 'proposal.make', subject: `proposal:${id}`, reason: input.reason ?? '', detail: { action } },
    ]);
  });
  return id;
};

/** Who decides a proposal, and why. */
export interface Decider {
  readonly actor: Actor;
  readonly reason: string;
}

/** The line of the audit log that says it. */
export const decisionLine = (
  { id, action }: Pick<Proposal, 'id' | 'action'>,
  { actor, reason }: Decider,
  agreed: boolean,
): AuditEntry => ({
  actor,
  action: agreed ? 'proposal.agree' : 'proposal.decline',
  subject: `proposal:${id}`,
  reason,
  detail: { action },
});

/** Decides a proposal, once. @throws err_conflict when somebody has decided it meanwhile */
export const decide = async (
  { pool, clock }: Pick<Dependencies, 'pool' | 'clock'>,
  proposal: Proposal,
  by: Decider,
  agreed: boolean,
): Promise<void> => {
  const at = new Date(clock.now());
  await inTransaction(pool, async (tx) => {
    if (!(await decideProposal(tx, { id: proposal.id, by: by.actor, at, agreed }))) return refuse('err_conflict');
    await appendAudit(tx, at, [decisionLine(proposal, by, agreed)]);
  });
};

/** Who looks at the same again within this has looked once: a page that asks by itself does not fill the log. */
const LOOK_MS = 15 * MINUTE_MS;

/** Whoever looks at what is personal of members is on the audit log: a line for what was asked, never one for each row or each asking. */
export const noteLook = (
  { pool, clock }: Dependencies,
  { actor, action, asked }: { actor: Actor; action: string; asked: Record<string, string> },
): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const at = new Date(clock.now());
    const look = { actor, action: 'operator.look', subject: action, reason: '', detail: asked };
    if (!(await hasLooked(tx, look, new Date(at.getTime() - LOOK_MS)))) await appendAudit(tx, at, [look]);
  });
