import { parseArgs } from 'node:util';
import { minuteOf } from '@minerx/rules/utc-time';
import type { Context } from '../../context.ts';
import {
  beginAuthenticator,
  changeAuthenticator,
  changeOperatorPassword,
  renewOperatorRecoveryCodes,
} from '../../modules/operator/operator-key.command.ts';
import { readOperatorPasskeys, removeOperatorPasskey } from '../../modules/operator/operator-passkey.command.ts';
import { stepUpOperator } from '../../modules/operator/operator-sign-in.command.ts';
import { countRecoveryCodes } from '../../modules/operator/operator.query.ts';
import type { SignedInOperator } from '../../ports.ts';
import { OperatorProblem } from '../command.ts';
import { explained } from '../explained.ts';
import { asked, type Prompt } from './shell-session.ts';

interface Keys {
  context: Context;
  operator: SignedInOperator;
  prompt: Prompt;
  say: (line: string) => void;
  /** The name of a passkey. */
  passkey: string | undefined;
}

const SENTENCES = {
  err_factor_wrong: 'The code is wrong or used up.',
  err_code_wrong: 'The code is not of the new secret. Nothing was changed.',
  err_password_rule: 'At least 8 characters with an upper case letter, a digit and a special character.',
};

const DONE = 'Done. You are signed out everywhere else, and a mail tells you of it.';

/** What is shown is proved first; `change` may ask for more. */
const changing =
  (change: (keys: Keys) => Promise<void>) =>
  async (keys: Keys): Promise<void> => {
    const { context, operator, prompt, say } = keys;
    await stepUpOperator(context, operator, await prompt.ask('Code of your authenticator, or a recovery code'));
    await change(keys);
    say(DONE);
  };

const VERBS: Readonly<Record<string, (keys: Keys) => Promise<void>>> = {
  list: async ({ context, operator, say }) => {
    say(`${await countRecoveryCodes(context.pool, operator.operatorId)} recovery codes are left.`);
    for (const { name, createdAt, usedAt } of await readOperatorPasskeys(context, operator))
      say(
        `Passkey "${name}", made ${minuteOf(createdAt)}, ${usedAt === null ? 'not used yet' : `used ${minuteOf(usedAt)}`}`,
      );
  },
  password: changing(async ({ context, operator, prompt }) => {
    const password = await prompt.ask('New password');
    if ((await prompt.ask('The same again')) !== password) throw new OperatorProblem('They are not the same.');
    await changeOperatorPassword(context, operator, password);
  }),
  authenticator: changing(async ({ context, operator, prompt, say }) => {
    const { secret, url, draft } = beginAuthenticator(context, operator);
    [`Type this secret into your authenticator: ${secret}`, url].forEach(say);
    await changeAuthenticator(context, operator, { draft, code: await prompt.ask('Code that it shows now') });
  }),
  recovery: changing(async ({ context, operator, say }) => {
    const codes = await renewOperatorRecoveryCodes(context, operator);
    ['Each signs you in once. They are shown now and never again:', ...codes].forEach(say);
  }),
  remove: changing(async ({ context, operator, passkey }) => {
    const found = (await readOperatorPasskeys(context, operator)).find(({ name }) => name === passkey);
    if (found === undefined) throw new OperatorProblem('--passkey must name one of yours: keys list.');
    await removeOperatorPasskey(context, operator, found.id);
  }),
};

const readPasskeyName = (args: string[]): string | undefined => {
  try {
    return parseArgs({ args, options: { passkey: { type: 'string' } } }).values.passkey;
  } catch (error) {
    throw new OperatorProblem((error as Error).message);
  }
};

/** `keys`: what whoever is signed in at this shell changes of their own. Nothing secret is typed as a flag. */
export const changeShellKey = async (
  context: Context,
  operator: SignedInOperator,
  [verb = 'list', ...flags]: readonly string[],
  say: (line: string) => void,
): Promise<void> => {
  const work = VERBS[verb];
  if (work === undefined) throw new OperatorProblem(`keys ${Object.keys(VERBS).join('|')}, not "${verb}"`);
  const passkey = readPasskeyName([...flags]);
  await asked((prompt) => explained(work({ context, operator, prompt, say, passkey }), SENTENCES));
};
