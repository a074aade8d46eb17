import { isLook } from '@minerx/contract/operator/role';
import type { Actor } from '../base/actor.ts';
import type { Context } from '../context.ts';
import { trialPool, Tried } from '../db/trial-pool.ts';
import { steppedUpUntil } from '../modules/operator/operator-sign-in.command.ts';
import type { SignedInOperator } from '../ports.ts';
import { countOperators } from '../modules/operator/operator.store.ts';
import { startLongWork } from '../modules/operator/long-work.command.ts';
import { pressOnce } from '../modules/operator/press.command.ts';
import { noteLook, propose } from '../modules/operator/proposal.command.ts';
import type { RunOutcome } from '../modules/operator/proposal.store.ts';
import { Refusal, refuse } from '../refusal.ts';
import { findBefore } from './desk/offers/before.ts';
import { mayDo, NO_GROUND, OperatorProblem, type Ground, type OperatorCommand, type OperatorHouse } from './command.ts';
import { readValues } from './read-flags.ts';

type TypedValues = Readonly<Record<string, string | undefined>>;

interface ActionInput extends Pick<OperatorHouse, 'context'> {
  operator: SignedInOperator;
  command: OperatorCommand;
  /** As they were typed, by the name of the field. */
  typed: TypedValues;
  /** Of this press: whoever presses again under it gets its answer. */
  key: string;
  /** Nobody waits for what takes long: a worker does it. */
  mayLeave?: true;
  /** Hears each line as it comes. */
  print?: OperatorHouse['print'];
}

/** `refused`: an expected no, whose sentences are the last lines; `started`: a worker does it. */
interface ActionAnswer {
  readonly outcome: 'done' | 'started' | 'refused';
  readonly lines: readonly string[];
  /** The field that is wrong, where it is one. */
  readonly field?: string;
  /** What was started. */
  readonly work?: string;
}

export const actorOf = ({ email }: Pick<SignedInOperator, 'email'>): Actor => `operator:${email}`;

/** @throws err_forbidden when it is not for the operator's role */
export const requireAllowed = (operator: SignedInOperator, command: OperatorCommand): void => {
  if (!mayDo(operator.role, command)) refuse('err_forbidden');
};

/** Whether money hangs on it and the second factor was not shown lately. */
export const mustShowFactor = (
  { expiryClock }: Pick<Context, 'expiryClock'>,
  operator: SignedInOperator,
  { grant }: OperatorCommand,
): boolean => grant.isMoney === true && steppedUpUntil(operator, expiryClock.now()) === null;

const SHOWN_ONCE = 'What was shown here is shown once.';

/**
 * Does one action of an operator who is allowed to, once under its key; a look has nothing to do twice.
 * @returns also how many of the lines `print` has heard: none of an answer that was given before
 * @throws a refusal of the action itself
 */
export const runAction = async (input: ActionInput): Promise<ActionAnswer & { heard: number }> => {
  const { context, operator, command, typed, key, mayLeave, print } = input;
  const lines: string[] = [];
  const kept: string[] = [];
  const hear = (line: string, keptAs: string): void => {
    lines.push(line);
    kept.push(keptAs);
    print?.(line);
  };
  const house: OperatorHouse = {
    context,
    actor: actorOf(operator),
    print: (line) => hear(line, line),
    printOnce: (line) => hear(line, SHOWN_ONCE),
  };
  const work = async () => {
    let work: string | undefined;
    const problem = await problemOf(
      mayLeave && command.isLong
        ? startAction(house, command, typed).then((id) => void (work = id))
        : doAction(house, command, typed),
    );
    const ended = (told: string[]) => ({
      outcome: problem !== null ? ('refused' as const) : work === undefined ? ('done' as const) : ('started' as const),
      lines: problem === null ? told : [...told, ...problem.message.split('\n')],
      ...(problem?.field !== undefined && { field: problem.field }),
      ...(work !== undefined && { work }),
    });
    return { given: ended(lines), kept: ended(kept) };
  };
  const answer = isLook(command.name)
    ? (await work()).given
    : await pressOnce(context, { actor: house.actor, name: command.name, key, input: typed }, work);
  return { ...answer, heard: lines.length };
};

/** What an operator can put right; null when it was done. */
const problemOf = (work: Promise<void>): Promise<OperatorProblem | null> =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof OperatorProblem) return error;
      throw error;
    },
  );

const givenOf = (typed: TypedValues): Record<string, string> =>
  Object.fromEntries(Object.entries(typed).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** Leaves it to a worker, once it is typed as it should be. */
const startAction = async (
  { context, actor }: OperatorHouse,
  command: OperatorCommand,
  typed: TypedValues,
): Promise<string> => {
  readValues(command, typed);
  return startLongWork(context, { action: command.name, actor, input: givenOf(typed) });
};

/** Where two have to agree, it notes what the first wants and could be done. */
const doAction = async (house: OperatorHouse, command: OperatorCommand, typed: TypedValues): Promise<void> => {
  const { context, actor, print } = house;
  const { name, grant } = command;
  const values = readValues(command, typed);
  const asked = givenOf(typed);
  if (grant.isPersonal) await noteLook(context, { actor, action: name, asked });
  // Whoever is left alone does not become two by disabling the others.
  if (grant.twoOperators && (await countOperators(context.pool)).ever > 1) {
    const { shown, found } = (await command.restsOn?.(house, values)) ?? NO_GROUND;
    const looked = await tryAction(house, command, values, found);
    if (looked !== null) return looked.forEach(print);
    const before = {
      ...(await findBefore(context.pool, context.clock.now(), { action: name, input: asked })),
      ...shown,
    };
    const id = await propose(context, { action: name, input: asked, before, actor });
    return print(`Noted as ${id}: another operator has to agree to the proposal.`);
  }
  await command.run(house, values);
};

/**
 * Does it up to where it would change something, so that what is refused is refused before anybody is asked to agree.
 * @returns what it shows, where it changes nothing; null where another has to agree
 */
const tryAction = async (
  { context, actor }: OperatorHouse,
  command: OperatorCommand,
  values: ReturnType<typeof readValues>,
  found: Ground['found'],
): Promise<string[] | null> => {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  try {
    await command.run({ context: trialOf(context), actor, print, printOnce: print }, values, found);
    return lines;
  } catch (error) {
    if (error instanceof Tried) return null;
    throw error;
  }
};

/** Where work finds everything as it is, and changes nothing. */
const trialOf = (context: Context): Context => {
  const { funnel, pool } = context;
  const run: Context['funnel']['run'] = async (command) => {
    await funnel.tryOut(command);
    throw new Tried();
  };
  return { ...context, pool: trialPool(pool), funnel: { ...funnel, run } };
};

/** How a run ended, for the record of it. */
export const outcomeOf = (error: unknown): RunOutcome =>
  error instanceof OperatorProblem || error instanceof Refusal ? 'refused' : 'failed';
