import type { Actor } from '../../src/base/actor.ts';
import type { Context } from '../../src/context.ts';
import { OPERATOR_COMMANDS } from '../../src/operator/catalogue.ts';
import { readOperatorInput } from '../../src/operator/read-flags.ts';

/** Runs a line of the operators' shell, as somebody, and gives what it printed. */
export const runShell = async (
  context: Context,
  words: readonly string[],
  actor: Actor = 'operator:ana@minerx.test',
): Promise<string> => {
  const { command, values } = readOperatorInput(OPERATOR_COMMANDS, words);
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  await command.run({ context, print, printOnce: print, actor }, values);
  return lines.join('\n');
};

/** What the shell says of a line that it does not run. */
export const shellRefusal = (context: Context, words: readonly string[], actor?: Actor): Promise<string> =>
  runShell(context, words, actor).then(
    () => '',
    (error: Error) => error.message,
  );
