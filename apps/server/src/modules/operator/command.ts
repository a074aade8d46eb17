import type { Context } from '../../context.ts';
import type { Outside } from '../../outside/outside.ts';

/** What a flag takes; `hint` is shown in the help. */
export interface Flag {
  hint: string;
  kind: 'text' | 'amount' | 'whole' | 'day' | 'wallet';
  required?: true;
}

export type Flags = Record<string, Flag>;

/** Read flags: a flag that was not given is undefined. Amounts stay decimal text. */
export type FlagValues<F extends Flags> = {
  readonly [Name in keyof F]:
    | (F[Name]['kind'] extends 'whole' ? number : string)
    | (F[Name] extends { required: true } ? never : undefined);
};

/** What a command of the shell works with. Sessions and PINs belong to members; the owner of the machine needs neither. */
export interface OperatorHouse {
  context: Omit<Context, 'sessions' | 'pins' | 'outside'>;
  /** The sources outside the product. Throws `OperatorProblem` when none are configured or running. */
  outside(): Promise<Outside>;
  print(line: string): void;
}

/** A command of `npm run operator -- <noun> <verb>`. */
export interface OperatorCommand {
  name: `${string} ${string}`;
  summary: string;
  flags: Flags;
  /** Resolves when done; throws `OperatorProblem` with a sentence for the person at the shell. */
  run(house: OperatorHouse, values: Record<string, string | number | undefined>): Promise<void>;
}

/** Something that the person at the shell can put right; shown without a stack, exit code 1. */
export class OperatorProblem extends Error {
  override name = 'OperatorProblem';
}

/** Gives `run` the types of its own flags. */
export const defineOperatorCommand = <const F extends Flags>(command: {
  name: `${string} ${string}`;
  summary: string;
  flags: F;
  run(house: OperatorHouse, values: FlagValues<F>): Promise<void>;
}): OperatorCommand => command as unknown as OperatorCommand;

/** Every change from the shell is written to the audit log under this name. */
export const SHELL_ACTOR = 'cli';

export const REASON = { hint: 'why, for the audit log', kind: 'text', required: true } as const satisfies Flag;
