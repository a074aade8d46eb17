import { minuteOf } from '@minerx/rules/utc-time';
import type { Context } from '../../context.ts';
import { isUuid } from '../../base/ids.ts';
import type { Tx } from '../../db/transaction.ts';
import { findOperatorByEmail } from '../../modules/operator/operator.store.ts';
import { carryOut } from '../../modules/operator/agreement.command.ts';
import { decide } from '../../modules/operator/proposal.command.ts';
import { findProposal, listProposals, type Proposal } from '../../modules/operator/proposal.store.ts';
import type { Actor } from '../../base/actor.ts';
import { requireAsBefore } from '../desk/offers/before.ts';
import {
  defineOperatorCommand,
  GRANTS,
  mayDo,
  NO_GROUND,
  OperatorProblem,
  REASON,
  type OperatorCommand,
} from '../command.ts';
import { explained } from '../explained.ts';
import { readValues } from '../read-flags.ts';
import { requireSame } from '../people/require-member.ts';
import { outcomeOf } from '../run-action.ts';

const ID = { hint: 'id of the proposal', kind: 'text', required: true } as const;

const requireProposal = async ({ pool }: Context, id: string): Promise<Proposal> => {
  const found = isUuid(id) ? await findProposal(pool, id) : null;
  if (found === null) throw new OperatorProblem(`There is no proposal ${id} that waits.`);
  return found;
};

const linesOf = ({ id, action, input, before, proposedBy, proposedAt }: Proposal): string[] => [
  `${id} ${action}, by ${proposedBy.replace('operator:', '')} ${minuteOf(proposedAt)}`,
  ...Object.entries(input).map(([name, value]) => `    ${name}: ${name in before ? `${before[name]} → ` : ''}${value}`),
  ...Object.entries(before).flatMap(([name, value]) => (name in input ? [] : `    ${name}: ${value}`)),
];

const DECIDED = { err_conflict: 'Somebody has decided it meanwhile.' };

/** @param find the other actions: a proposal names one of them */
export const proposalCommands = (find: (name: string) => OperatorCommand | undefined): OperatorCommand[] => [
  defineOperatorCommand({
    name: 'proposal list',
    grant: GRANTS.personal,
    summary: 'What an operator wants done and another has to agree to, the oldest first.',
    flags: {},
    run: async ({ context, print }) => {
      let page = await listProposals(context.pool);
      if (page.length === 0) print('Nothing waits.');
      while (page.length > 0) {
        for (const line of page.flatMap(linesOf)) print(line);
        page = await listProposals(context.pool, page.at(-1)!.id);
      }
    },
  }),
  defineOperatorCommand({
    name: 'proposal agree',
    grant: GRANTS.money,
    summary:
      'Agrees to what another operator wants done: now it is done, as it was typed. Where it cannot be, it waits on. Refused where a price, fee or prize is no more what it was then, or an address is of another member.',
    flags: { id: ID, reason: REASON },
    run: async ({ actor, ...house }, { id, reason }) => {
      const { context } = house;
      const proposal = await requireProposal(context, id);
      if (proposal.proposedBy === actor) throw new OperatorProblem('You have proposed it; somebody else has to agree.');
      const command = find(proposal.action);
      if (command === undefined) throw new OperatorProblem(`There is no action ${proposal.action} any more.`);
      await requireGrants(context, { actor, proposer: proposal.proposedBy, action: command });
      const values = readValues(command, proposal.input);
      const { shown, found } = (await command.restsOn?.({ context }, values)) ?? NO_GROUND;
      requireSame(
        Object.fromEntries(Object.keys(shown).map((name) => [name, proposal.before[name] ?? 'not told'])),
        shown,
      );
      const agreed = {
        context,
        proposal,
        by: { actor, reason },
        requireAsBefore: (tx: Tx) => requireAsBefore(tx, context.clock.now(), proposal),
        refuseDecided: () => {
          throw new OperatorProblem(DECIDED.err_conflict);
        },
        outcomeOf,
      };
      const proposer = { ...house, actor: proposal.proposedBy as Actor, meant: proposal.before['member'] };
      await carryOut(agreed, (joined) => command.run({ ...proposer, context: joined }, values, found));
    },
  }),
  defineOperatorCommand({
    name: 'proposal decline',
    grant: GRANTS.finance,
    summary: 'Declines what an operator wants done; whoever proposed it may too.',
    flags: { id: ID, reason: REASON },
    run: async ({ context, print, actor }, { id, reason }) => {
      await explained(decide(context, await requireProposal(context, id), { actor, reason }, false), DECIDED);
      print('Declined: nothing was done.');
    },
  }),
];

/** Who proposed it still might do it, and who agrees may. */
const requireGrants = async (
  { pool }: Context,
  { actor, proposer, action }: { actor: Actor; proposer: string; action: OperatorCommand },
): Promise<void> => {
  const [proposed, agrees] = await Promise.all(
    [proposer, actor].map((each) => findOperatorByEmail(pool, each.slice('operator:'.length))),
  );
  if (agrees == null || !action.grant.twoOperators?.includes(agrees.role))
    throw new OperatorProblem(`Your role does not allow ${action.name}.`);
  if (proposed == null || proposed.disabledAt !== null || !mayDo(proposed.role, action))
    throw new OperatorProblem(`Whoever proposed it may not do ${action.name} any more: decline it.`);
};
