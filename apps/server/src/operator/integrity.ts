import { defineOperatorCommand, OperatorProblem } from './command.ts';
import { checkIntegrity } from '../modules/integrity/integrity.query.ts';

export const integrityCommands = [
  defineOperatorCommand({
    name: 'integrity check',
    summary: 'Checks every equation of the ledger and of what is derived from it. Exit code 0 only when all hold.',
    flags: {},
    run: async ({ context, print }) => {
      const outcomes = await checkIntegrity(context.pool);
      for (const { name, sentence, violations } of outcomes) {
        print(
          `${violations === 0n ? 'holds ' : 'BROKEN'}  ${name.padEnd(16)} ${sentence}${violations === 0n ? '' : ` (${violations} rows)`}`,
        );
      }
      const broken = outcomes.filter(({ violations }) => violations > 0n).length;
      if (broken > 0)
        throw new OperatorProblem(
          `${broken} of ${outcomes.length} equations are broken. Stop paying out and find out why.`,
        );
      print(`All ${outcomes.length} equations hold.`);
    },
  }),
];
