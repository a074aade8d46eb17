import { AsyncResource } from 'node:async_hooks';
import type { Context } from '../../context.ts';
import { ADVISORY_LOCK, lockAlone } from '../../db/advisory-locks.ts';
import { joinedPool } from '../../db/joined-pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { agreedDetail, appendAudit, underAgreement, type Agreement } from '../../ledger/audit.ts';
import type { Command, Json } from '../../ledger/command.ts';
import { decide, decisionLine, type Decider } from './proposal.command.ts';
import { proposals } from './proposal.ledger.ts';
import { decideProposal, noteProposalOutcome, type Proposal, type RunOutcome } from './proposal.store.ts';

interface Agreed {
  readonly context: Context;
  readonly proposal: Proposal;
  readonly by: Decider;
  /** Refuses where it rests on what is no more; nobody else carries out a proposal until this one is done. */
  readonly requireAsBefore: (tx: Tx) => Promise<void>;
  /** Somebody else was quicker: what is thrown then is no refusal of the work itself. */
  readonly refuseDecided: () => never;
  /** What its end is called where it fails behind its first change. */
  readonly outcomeOf: (error: unknown) => RunOutcome;
}

/**
 * Does what was proposed, on a context whose first change is the agreement too: both are committed or neither. What is refused or breaks off
 * before it leaves the proposal waiting. Lines of the audit log name the proposal, and who agreed.
 */
export const carryOut = async (
  { context, proposal, by, requireAsBefore, refuseDecided, outcomeOf }: Agreed,
  work: (context: Context) => Promise<void>,
): Promise<void> => {
  const { pool, clock, funnel } = context;
  const agreement = { proposal: proposal.id, by: by.actor };
  let isAgreed = false;
  const agreed = (): void => void (isAgreed = true);
  const joining = {
    begin: async (tx: Tx) => {
      await lockAlone(tx, ADVISORY_LOCK.agreement);
      const decision = { id: proposal.id, by: by.actor, at: new Date(clock.now()), agreed: true };
      if (!(await decideProposal(tx, decision))) refuseDecided();
      await requireAsBefore(tx);
    },
    // Bound here: its line is no line of the work.
    end: AsyncResource.bind((tx: Tx) => appendAudit(tx, new Date(clock.now()), [decisionLine(proposal, by, true)])),
    committed: agreed,
  };
  const run: Context['funnel']['run'] = async (command) => {
    if (isAgreed) return funnel.run(command);
    const result = await funnel.run(agreedCommand(command, { proposal, by, agreement, refuseDecided }));
    agreed();
    return result;
  };
  try {
    await underAgreement(agreement, () =>
      work({ ...context, pool: joinedPool(pool, joining), funnel: { ...funnel, run } }),
    );
  } catch (error) {
    if (isAgreed) await noteProposalOutcome(pool, proposal.id, outcomeOf(error));
    throw error;
  }
  // There was nothing to change any more.
  if (!isAgreed) await decide(context, proposal, by, true);
};

/** A money command that decides the proposal as well. @internal */
export const agreedCommand = <R extends Json>(
  command: Command<R>,
  {
    proposal,
    by,
    agreement,
    refuseDecided,
  }: Pick<Agreed, 'proposal' | 'by' | 'refuseDecided'> & { agreement: Agreement },
): Command<R> => ({
  ...command,
  keys: { ...command.keys, rows: [...(command.keys.rows ?? []), proposals.key(proposal.id)] },
  decide: (view, make) => {
    if (view.get(proposals, proposal.id)?.decidedBy !== null) refuseDecided();
    const decision = command.decide(view, make);
    if (!decision.ok) return decision;
    const { rows = [], audit = [] } = decision.changes;
    const changes = {
      ...decision.changes,
      rows: [...rows, proposals.set(proposal.id, { decidedBy: by.actor })],
      audit: [
        ...audit.map((line) => ({ ...line, detail: agreedDetail(line.detail, agreement) })),
        decisionLine(proposal, by, true),
      ],
    };
    return { ...decision, changes };
  },
});
