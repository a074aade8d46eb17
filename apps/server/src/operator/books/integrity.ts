import type { Context } from '../../context.ts';
import { checkEverything } from '../../jobs/integrity.ts';
import { checkGuardsAlone } from '../../modules/integrity/integrity.query.ts';
import { digestOf, type EquationOutcome } from '../../modules/integrity/outcome.ts';
import { openPayouts } from '../../modules/integrity/payout-freeze.command.ts';
import { findPayoutFreeze, type PayoutFreeze } from '../../modules/integrity/payout-freeze.store.ts';
import { defineOperatorCommand, GRANTS, OperatorProblem, REASON } from '../command.ts';
import { counted } from '../counted.ts';
import { explained } from '../explained.ts';

interface Frozen {
  readonly freeze: PayoutFreeze;
  /** Of everything, and of what stands before what leaves. */
  readonly outcomes: readonly EquationOutcome[];
}

/** Null while payouts are open. */
const findFrozen = async (context: Context): Promise<Frozen | null> => {
  const freeze = await findPayoutFreeze(context.pool);
  if (freeze === null) return null;
  const outcomes = [...(await checkEverything(context)), ...(await checkGuardsAlone(context, context.clock.now()))];
  return { freeze, outcomes };
};

/** So many of an equation are named; where there are more, all of them are told by a digest. */
const NAMED = 5;

const brokenText = (outcomes: readonly EquationOutcome[]): string => {
  const broken = outcomes.filter(({ violations }) => violations > 0n);
  const named = broken.map(({ name, violations, broken: rows }) => {
    const names = [...new Set(rows)].toSorted();
    const all = names.length > NAMED ? [...names.slice(0, NAMED), `all ${digestOf(names)}`] : names;
    return `${name} (${counted(violations, 'row')}: ${all.join(', ')})`;
  });
  return named.join('; ') || 'nothing any more';
};

const shownOf = ({ freeze, outcomes }: Frozen): Record<string, string> => ({
  frozen: freeze.frozenAt.toISOString(),
  broken: brokenText(outcomes),
});

export const integrityCommands = [
  defineOperatorCommand({
    name: 'integrity check',
    grant: GRANTS.all,
    summary:
      'Checks every equation of the ledger, of what is derived from it and of what was set, and the audit log with its anchors. Exit code 0 only when all hold.',
    flags: {},
    run: async ({ context, print }) => {
      const outcomes = await checkEverything(context);
      for (const { name, sentence, violations, examples } of outcomes) {
        print(
          `${violations === 0n ? 'holds ' : 'BROKEN'}  ${name.padEnd(16)} ${sentence}${violations === 0n ? '' : ` (${counted(violations, 'row')})`}`,
        );
        for (const id of examples) print(`${' '.repeat(26)}${id}`);
      }
      const freeze = await findPayoutFreeze(context.pool);
      if (freeze !== null) print(`Payouts are frozen since ${freeze.frozenAt.toISOString()}.`);
      const broken = outcomes.filter(({ violations }) => violations > 0n).length;
      if (broken > 0)
        throw new OperatorProblem(
          `${broken} of ${outcomes.length} equations are broken. Stop paying out and find out why.`,
        );
      print(`All ${outcomes.length} equations hold.`);
    },
  }),
  defineOperatorCommand({
    name: 'payouts open',
    grant: GRANTS.two,
    summary:
      'Lifts the freeze after a broken equation. What is broken now counts as known, row by row; any other freezes again. See integrity check first.',
    flags: { reason: REASON },
    restsOn: async ({ context }) => {
      const found = await findFrozen(context);
      return { shown: found === null ? { frozen: 'not' } : shownOf(found), found };
    },
    run: async ({ context, print, actor }, { reason }, shown) => {
      const found = shown === undefined ? await findFrozen(context) : shown;
      if (found === null) throw new OperatorProblem('Payouts are not frozen.');
      const { outcomes } = found;
      await explained(openPayouts(context, { ...found, actor, reason }), {
        err_conflict: 'Payouts were opened meanwhile: look again.',
        err_payouts_frozen:
          'A balance on a chain is not what the books say, and nobody has explained it: see wallet differences. Payouts open by themselves after that.',
      });
      const known = outcomes.filter(({ violations }) => violations > 0n).map(({ name }) => name);
      print(known.length === 0 ? 'Payouts are open.' : `Payouts are open; known to be broken: ${known.join(', ')}.`);
    },
  }),
];
