import { parseArgs } from 'node:util';
import { parseUnits } from '@minerx/rules/money';
import { WALLETS } from '@minerx/rules/wallet';
import { OperatorProblem, type Flag, type OperatorCommand } from './command.ts';

/** The command that the words name, with its flags read. Unknown commands and flags are refused, not ignored. */
export const readOperatorInput = (
  commands: readonly OperatorCommand[],
  words: readonly string[],
): { command: OperatorCommand; values: Record<string, string | number | undefined> } => {
  const [noun, verb, ...rest] = words;
  const command = commands.find(({ name }) => name === `${noun} ${verb}`);
  if (command === undefined) throw new OperatorProblem(unknownCommand(commands, noun, verb));
  const given = parseFlags(command, rest);
  const values: Record<string, string | number | undefined> = {};
  for (const [name, flag] of Object.entries(command.flags)) {
    const text = given[name];
    if (text === undefined || text.trim() === '') {
      if (flag.required) throw new OperatorProblem(`${command.name} needs --${name} (${flag.hint})\n${usage(command)}`);
      values[name] = undefined;
    } else values[name] = readFlag(name, flag, text.trim());
  }
  return { command, values };
};

const parseFlags = (command: OperatorCommand, words: string[]): Record<string, string | undefined> => {
  const options = Object.fromEntries(Object.keys(command.flags).map((name) => [name, { type: 'string' as const }]));
  try {
    return parseArgs({ args: words, options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new OperatorProblem(`${(error as Error).message.split('. ')[0]}.\n${usage(command)}`);
  }
};

const readFlag = (name: string, flag: Flag, text: string): string | number => {
  switch (flag.kind) {
    case 'text':
      return text;
    case 'whole':
      if (!/^\d{1,9}$/.test(text)) throw new OperatorProblem(`--${name} must be a whole number, not "${text}"`);
      return Number(text);
    case 'amount':
      if ((parseUnits(text) ?? 0n) <= 0n)
        throw new OperatorProblem(`--${name} must be an amount above zero such as 100 or 0.5, not "${text}"`);
      return text;
    case 'day':
      if (!isDay(text)) throw new OperatorProblem(`--${name} must be a UTC day such as 2026-11-20, not "${text}"`);
      return text;
    case 'wallet': {
      const known = WALLETS.find((wallet) => wallet.name === text.toUpperCase());
      if (known === undefined)
        throw new OperatorProblem(
          `--${name} must be one of ${WALLETS.map((wallet) => wallet.name).join(', ')}, not "${text}"`,
        );
      return known.name;
    }
  }
};

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  Number.isFinite(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

/** One line: the command with its flags, those in brackets may be left out. */
export const usage = ({ name, flags }: OperatorCommand): string =>
  [
    `  npm run operator -- ${name}`,
    ...Object.entries(flags).map(([flag, { required, hint }]) =>
      required ? `--${flag} <${hint}>` : `[--${flag} <${hint}>]`,
    ),
  ].join(' ');

/** Every command with what it does. */
export const helpText = (commands: readonly OperatorCommand[]): string =>
  [
    'npm run operator -- <noun> <verb> [--flag value …]',
    '',
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
