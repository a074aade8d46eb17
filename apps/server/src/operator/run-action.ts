import type { Actor } from '../base/actor.ts';
import type { Context } from '../context.ts';
import { steppedUpUntil } from '../modules/operator/operator-sign-in.command.ts';
import type { SignedInOperator } from '../ports.ts';
import { countOperators } from '../modules/operator/operator.store.ts';
import { noteLook, propose } from '../modules/operator/proposal.command.ts';
import type { RunOutcome } from '../modules/operator/proposal.store.ts';
import { Refusal, refuse } from '../refusal.ts';
import { mayDo, OperatorProblem, type OperatorCommand } from './command.ts';
import { readValues } from './read-flags.ts';

type TypedValues = Readonly<Record<string, string | undefined>>;

interface ActionInput {
  context: Context;
  operator: SignedInOperator;
  command: OperatorCommand;
  /** As they were typed, by the name of the field. */
  typed: TypedValues;
  print(line: string): void;
}

export const actorOf = ({ email }: Pick<SignedInOperator, 'email'>): Actor => `operator:${email}`;

/**
 * The gate of an action: the operator's role, and the second factor shown lately where money hangs on it.
 * @throws err_forbidden, err_second_factor
 */
export const requireAllowed = (
  { expiryClock }: Pick<Context, 'expiryClock'>,
  operator: SignedInOperator,
  command: OperatorCommand,
): void => {
  if (!mayDo(operator.role, command)) refuse('err_forbidden');
  if (command.grant.isMoney && steppedUpUntil(operator, expiryClock.now()) === null) refuse('err_second_factor');
};

/**
 * Does one action of an operator who is allowed to; where two have to agree, it notes what the first wants.
 * @throws OperatorProblem or a refusal of the action itself
 */
export const runAction = async ({ context, operator, command, typed, print }: ActionInput): Promise<void> => {
  const { name, grant } = command;
  const values = readValues(command, typed);
  const actor = actorOf(operator);
  const asked = Object.fromEntries(
    Object.entries(typed).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  // Whoever is left alone does not become two by disabling the others.
  if (grant.twoOperators && (await countOperators(context.pool)).ever > 1) {
    const id = await propose(context, { action: name, input: asked, actor });
    return print(`Noted as ${id}: another operator has to agree (proposal agree --id ${id}).`);
  }
  if (grant.isPersonal) await noteLook(context, { actor, action: name, asked });
  await command.run({ context, print, actor }, values);
};

/** How a run ended, for the record of it. */
export const outcomeOf = (error: unknown): RunOutcome =>
  error instanceof OperatorProblem || error instanceof Refusal ? 'refused' : 'failed';
