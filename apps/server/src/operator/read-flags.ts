import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseUnits } from '@minerx/rules/money';
import { WALLETS } from '@minerx/rules/wallet';
import { isIdempotencyKey } from '../base/ids.ts';
import { OperatorProblem, type Flag, type OperatorCommand } from './command.ts';

/** The command that the words name, with its flags read. Unknown commands and flags are refused, not ignored. */
export const readOperatorInput = (
  commands: readonly OperatorCommand[],
  words: readonly string[],
): {
  command: OperatorCommand;
  typed: Record<string, string | undefined>;
  values: Record<string, string | number | undefined>;
  /** Of `--once`, or a new one. */
  key: string;
} => {
  const [noun, verb, ...rest] = words;
  const command = commands.find(({ name }) => name === `${noun} ${verb}`);
  if (command === undefined) throw new OperatorProblem(unknownCommand(commands, noun, verb));
  const { once: key = randomUUID(), ...flags } = parseFlags(command, rest);
  if (!isIdempotencyKey(key))
    throw new OperatorProblem('--once has 8 to 64 letters, digits and signs, without spaces.');
  const typed = withContents(command, flags);
  return { command, typed, values: readValues(command, typed), key };
};

/** The values of a command's flags as they were typed: read, or refused with the one that is wrong. */
export const readValues = (
  command: OperatorCommand,
  typed: Readonly<Record<string, string | undefined>>,
): Record<string, string | number | undefined> => {
  const values: Record<string, string | number | undefined> = {};
  for (const [name, flag] of Object.entries(command.flags)) {
    const text = typed[name];
    if (text === undefined || text.trim() === '') {
      if (flag.required)
        throw new OperatorProblem(`${command.name} needs --${name} (${flag.hint})\n${usage(command)}`, name);
      values[name] = undefined;
    } else values[name] = readFlag(name, flag, text.trim());
  }
  return values;
};

const parseFlags = (command: OperatorCommand, words: string[]): Record<string, string | undefined> => {
  const options = Object.fromEntries(
    [...Object.keys(command.flags), 'once'].map((name) => [name, { type: 'string' as const }]),
  );
  try {
    return parseArgs({ args: words, options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new OperatorProblem(`${(error as Error).message.split('. ')[0]}.\n${usage(command)}`);
  }
};

/** At the shell a file is named; what the command takes is its content. */
const withContents = (
  { flags }: OperatorCommand,
  given: Record<string, string | undefined>,
): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(given).map(([name, text]) => [name, flags[name]?.kind === 'file' && text ? readText(text) : text]),
  );

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new OperatorProblem(`${path} cannot be read: ${(error as Error).message}`);
  }
};

const readFlag = (name: string, flag: Flag, text: string): string | number => {
  switch (flag.kind) {
    case 'text':
    case 'path':
    case 'file':
      return text;
    case 'whole':
      if (!/^\d{1,9}$/.test(text)) throw new OperatorProblem(`--${name} must be a whole number, not "${text}"`, name);
      return Number(text);
    case 'amount':
      if ((parseUnits(text) ?? 0n) <= 0n)
        throw new OperatorProblem(`--${name} must be an amount above zero such as 100 or 0.5, not "${text}"`, name);
      return text;
    case 'day':
      if (!isDay(text))
        throw new OperatorProblem(`--${name} must be a UTC day such as 2026-11-20, not "${text}"`, name);
      return text;
    case 'choice':
      if (!flag.options?.includes(text))
        throw new OperatorProblem(`--${name} must be ${flag.options?.join(' or ')}, not "${text}"`, name);
      return text;
    case 'moment': {
      const at = /^(\d{4}-\d{2}-\d{2})[ T]([01]\d|2[0-3]):([0-5]\d)(?::00(?:\.000)?)?Z?$/.exec(text);
      if (at === null || !isDay(at[1]!))
        throw new OperatorProblem(`--${name} must be a minute in UTC such as "2026-11-20 08:30", not "${text}"`);
      return `${at[1]}T${at[2]}:${at[3]}:00.000Z`;
    }
    case 'wallet': {
      const known = WALLETS.find((wallet) => wallet.name === text.toUpperCase());
      if (known === undefined)
        throw new OperatorProblem(
          `--${name} must be one of ${WALLETS.map((wallet) => wallet.name).join(', ')}, not "${text}"`,
          name,
        );
      return known.name;
    }
  }
};

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  Number.isFinite(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

/** How a line that says what may be typed begins. */
export const USAGE = '  npm run operator -- ';

/** One line: the command with its flags, those in brackets may be left out. */
const usage = ({ name, flags }: OperatorCommand): string =>
  [
    `${USAGE}${name}`,
    ...Object.entries(flags).map(([flag, { required, hint }]) =>
      required ? `--${flag} <${hint}>` : `[--${flag} <${hint}>]`,
    ),
  ].join(' ');

/** Every command with what it does. */
export const helpText = (commands: readonly OperatorCommand[]): string =>
  [
    'npm run operator -- <noun> <verb> [--flag value …] [--once <key>]',
    '      Whoever asks again with the same --once gets the answer of the first time, and nothing is done twice.',
    '',
    '  npm run operator -- first --email <email> --name <full name>',
    '      Prints the link by which the first operator of a new instance sets password and authenticator; also where fewer than two are left.',
    '  npm run operator -- login --email <email>',
    '      Signs an operator in at this shell: asks for the password and a code. logout ends it.',
    '  npm run operator -- keys list|password|authenticator|recovery|remove [--passkey <name>]',
    '      Your own keys: shows them, or changes one, with a code. A change signs you out everywhere else. Passkeys are made at the console.',
    ...commands.flatMap((command) => [usage(command), `      ${command.summary}`]),
  ].join('\n');

const unknownCommand = (
  commands: readonly OperatorCommand[],
  noun: string | undefined,
  verb: string | undefined,
): string => {
  const near = commands.filter(({ name }) => name.startsWith(`${noun} `));
  const asked = [noun, verb].filter(Boolean).join(' ');
  const head = asked === '' ? 'Which command?' : `There is no command "${asked}".`;
  return near.length === 0 ? `${head} See: npm run operator -- help` : [head, ...near.map(usage)].join('\n');
};
