import { OPERATOR_ROLES, type OperatorRole } from '@minerx/contract/operator/role';
import type { Context } from '../context.ts';
import type { Actor } from '../base/actor.ts';

/** What a flag takes; `hint` is shown in the help. */
export interface Flag {
  hint: string;
  /** `choice`: one of its options. `file`: the content of a text file. `path`: of a file beside others, for the shell alone. */
  kind: 'text' | 'amount' | 'whole' | 'day' | 'moment' | 'wallet' | 'choice' | 'file' | 'path';
  options?: readonly string[];
  required?: true;
}

type Flags = Record<string, Flag>;

/** Read flags: one that was not given is undefined. Amounts stay decimal text. */
type FlagValues<F extends Flags> = {
  readonly [Name in keyof F]:
    | (F[Name]['kind'] extends 'whole' ? number : F[Name] extends { options: readonly (infer O)[] } ? O : string)
    | (F[Name] extends { required: true } ? never : undefined);
};

/** What a command of the shell works with. */
export interface OperatorHouse {
  context: Context;
  print(line: string): void;
  /** What is told once and kept nowhere: a link that signs somebody in, the code of a voucher. */
  printOnce(line: string): void;
  /** Says how far it is, where somebody follows. */
  progress?(done: number, total: number): Promise<void>;
  /** Who asks for it. */
  actor: Actor;
  /** Of a proposal that is carried out: whom its address was of. */
  meant?: string | undefined;
}

/** Who may do an action, and what it takes. */
interface Grant {
  readonly roles: readonly OperatorRole[];
  /** Money, what money hangs on, or who may come in: the second factor was shown within the last minutes. */
  readonly isMoney?: true;
  /** Done when another operator agrees, of one of these roles. */
  readonly twoOperators?: readonly OperatorRole[];
  /** It shows what is personal of members, of one or as a list: who looked is on the audit log. */
  readonly isPersonal?: true;
}

const FINANCE: Grant = { roles: ['finance', 'admin'] };
const ADMIN: Grant = { roles: ['admin'] };
const MONEY: Grant = { ...FINANCE, isMoney: true };

/** Every action names one of these: the server enforces it, the console is told. */
export const GRANTS = {
  all: { roles: OPERATOR_ROLES },
  support: { roles: ['support', 'admin'] },
  finance: FINANCE,
  admin: ADMIN,
  personal: { roles: OPERATOR_ROLES, isPersonal: true },
  money: MONEY,
  terms: { ...ADMIN, isMoney: true },
  two: { ...MONEY, twoOperators: FINANCE.roles },
  /** Who is an operator, and of which role: nobody makes himself more than he is. */
  people: { ...ADMIN, isMoney: true, twoOperators: FINANCE.roles },
} as const satisfies Record<string, Grant>;

export const mayDo = (role: OperatorRole, { grant }: Pick<OperatorCommand, 'grant'>): boolean =>
  grant.roles.includes(role);

type Values = Record<string, string | number | undefined>;

/** What an action rests on that no field names, as it is at one moment. */
export interface Ground<Found = unknown> {
  /** As whoever proposes it and whoever agrees see it. */
  readonly shown: Readonly<Record<string, string>>;
  /** The same, for the run: what was agreed to is not looked for once more. */
  readonly found?: Found;
}
export const NO_GROUND: Ground = { shown: {} };

/** A command of `npm run operator -- <noun> <verb>`. */
export interface OperatorCommand {
  name: `${string} ${string}`;
  grant: Grant;
  summary: string;
  flags: Flags;
  /** It may take minutes: from the console a worker does it, maybe twice, and whoever asked may leave. */
  isLong?: true;
  /** It asks network, market or pool: in a demo run their simulators are started for it. */
  needsOutside?: true;
  /** Where two have to agree: what it rests on now. Whoever agrees sees it, and agrees to nothing else. */
  restsOn?(house: Pick<OperatorHouse, 'context'>, values: Values): Promise<Ground>;
  /**
   * Resolves when done; throws `OperatorProblem` with a sentence for the person at the shell.
   * @param found by `restsOn`, where two agree
   */
  run(house: OperatorHouse, values: Values, found?: unknown): Promise<void>;
}

/** Something that the person at the shell can put right; shown without a stack, exit code 1. */
export class OperatorProblem extends Error {
  override name = 'OperatorProblem';

  readonly field: string | undefined;

  /** @param field the flag that is wrong, where it is one */
  constructor(sentence: string, field?: string, options?: ErrorOptions) {
    super(sentence, options);
    this.field = field;
  }
}

/** Gives `run` the types of its own flags. */
export const defineOperatorCommand = <const F extends Flags, Found = undefined>(
  command: Omit<OperatorCommand, 'flags' | 'run' | 'restsOn'> & {
    flags: F;
    restsOn?(house: Pick<OperatorHouse, 'context'>, values: FlagValues<F>): Promise<Ground<Found>>;
    run(house: OperatorHouse, values: FlagValues<F>, found?: Found): Promise<void>;
  },
): OperatorCommand => command as unknown as OperatorCommand;

/** Of a read flag of kind `moment`. */
export const momentOf = (iso: string | undefined): Date | undefined => (iso === undefined ? undefined : new Date(iso));

export const REASON = { hint: 'why, for the audit log', kind: 'text', required: true } as const satisfies Flag;
/** One of a few words. */
export const choice = <const O extends readonly string[]>(...options: O) =>
  ({ hint: options.join(' or '), kind: 'choice', options }) as const satisfies Flag;
export const SWITCH = choice('on', 'off');
export const YES_OR_NO = choice('yes', 'no');
/** What was left out stays so. */
export const isOn = (text: 'on' | 'off' | 'yes' | 'no' | undefined): boolean | undefined =>
  text === undefined ? undefined : text === 'on' || text === 'yes';

export const EMAIL = { hint: 'email', kind: 'text', required: true } as const satisfies Flag;

/** Whether the console can ask for it: it has no files beside each other. */
export const isForConsole = ({ flags }: OperatorCommand): boolean =>
  Object.values(flags).every(({ kind, required }) => kind !== 'path' || required !== true);
