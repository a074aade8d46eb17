import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Env } from '../../env/env.ts';
import type { Context } from '../../context.ts';
import { OperatorProblem } from '../command.ts';
import { inviteFirstOperator } from '../../modules/operator/operator.command.ts';
import {
  requireOperator,
  signInOperator,
  signOutOperator,
  stepUpOperator,
} from '../../modules/operator/operator-sign-in.command.ts';
import type { SignedInOperator } from '../../ports.ts';
import { Refusal } from '../../refusal.ts';

/** Where the shell keeps its session; whoever reads it is that operator for as long as it lives. */
export const sessionFile = ({ dataDir, operatorSession }: Pick<Env, 'dataDir' | 'operatorSession'>): string =>
  operatorSession ?? join(dataDir, 'operator-session');

const DEVICE = 'shell';
const SIGN_IN_FIRST = 'Nobody is signed in here: npm run operator -- login --email <your email>';

/** Reads answers line by line, from a person or from a file; what is secret is not shown. */
export class Prompt {
  readonly #lines: AsyncIterator<string>;
  readonly #reader: Interface;

  constructor() {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    this.#reader = createInterface({ input: process.stdin, output: nowhere, terminal: process.stdin.isTTY });
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  async ask(question: string): Promise<string> {
    process.stderr.write(`${question}: `);
    const { value, done } = await this.#lines.next();
    process.stderr.write('\n');
    if (done || typeof value !== 'string' || value === '') throw new OperatorProblem(`${question} is missing.`);
    return value;
  }

  close(): void {
    this.#reader.close();
  }
}

/** Asks whoever sits here, and lets the terminal go. */
export const asked = async <T>(work: (prompt: Prompt) => Promise<T>): Promise<T> => {
  const prompt = new Prompt();
  try {
    return await work(prompt);
  } finally {
    prompt.close();
  }
};

/** `login`: password and code are asked for, never typed as flags, which every process of the machine may read. */
export const login = (context: Context, email: string, file: string): Promise<void> =>
  asked(async (prompt) => {
    const password = await prompt.ask('Password');
    const factor = await prompt.ask('Code of your authenticator, or a recovery code');
    const typed = { email, deviceId: DEVICE, password, factor };
    const token = await signInOperator(context, typed, { device: DEVICE, address: DEVICE });
    writeFileSync(file, token, { mode: 0o600 });
    chmodSync(file, 0o600);
  });

/** Who is signed in at this shell. */
export const requireShellOperator = async (context: Context, file: string): Promise<SignedInOperator> => {
  if (!existsSync(file)) throw new OperatorProblem(SIGN_IN_FIRST);
  return requireOperator(context, readFileSync(file, 'utf8').trim()).catch((error: unknown) => {
    throw error instanceof Refusal ? new OperatorProblem(SIGN_IN_FIRST) : error;
  });
};

export const logout = async (context: Context, file: string): Promise<void> => {
  await signOutOperator(context, await requireShellOperator(context, file));
  rmSync(file, { force: true });
};

/** Asks for the second factor again, before money moves. */
export const stepUp = (context: Context, operator: SignedInOperator): Promise<void> =>
  asked(async (prompt) => {
    await stepUpOperator(context, operator, await prompt.ask('Code of your authenticator'));
  });

/** The link for the first operator of a new instance, or for a second one where too few are left to agree. */
export const first = (context: Context, email: string, name: string): Promise<string> =>
  inviteFirstOperator(context, { email: email.toLowerCase(), name }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'err_forbidden')
      throw new OperatorProblem('There are operators who can agree already: they invite the next (operator invite).');
    if ((error as { constraint?: string }).constraint === 'invited_by_two')
      throw new OperatorProblem(
        'There were two operators once: give the address of the database’s owner (DATABASE_OWNER_URL).',
      );
    throw error;
  });
