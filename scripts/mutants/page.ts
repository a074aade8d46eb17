import { AREAS } from './areas.ts';
import type { Mutant } from './mutant.ts';

/** `docs/mutants.md`: what there is, which the check compares, and what was measured, which a run of the whole list writes. */

export interface Outcome {
  area: string;
  mutant: Mutant;
  killed: boolean;
}

const COUNTS = /\| area \| mutants \|\n(?:\|.*\n)+/;

const counts = (): string => {
  const rows = Object.entries(AREAS).map(([area, { length }]) => `| ${area} | ${length} |`);
  const all = Object.values(AREAS).flat().length;
  return ['| area | mutants |', '| --- | --- |', ...rows, `| all | ${all} |`, ''].join('\n');
};

/** The page with the areas and numbers of the list as it is. @throws Error where the page has no such table */
export const withCounts = (page: string): string => {
  if (!COUNTS.test(page)) throw new Error('docs/mutants.md has no table of areas and mutants.');
  return page.replace(COUNTS, counts);
};

const percent = (part: number, whole: number): string => `${whole === 0 ? 100 : Math.floor((part / whole) * 100)} %`;

/** The whole page after a run of the whole list. `at`: the commit that was run, and when. */
export const pageOf = (outcomes: readonly Outcome[], at: string): string => {
  const row = (area: string, of: readonly Outcome[]): string => {
    const killed = of.filter((outcome) => outcome.killed).length;
    return `| ${area} | ${of.length} | ${killed} | ${percent(killed, of.length)} |`;
  };
  const survivors = outcomes.filter((outcome) => !outcome.killed);
  return [
    '# Mutants',
    '',
    'One line of the product is broken on purpose, and the tests named beside it in `scripts/mutants` are run: a mutant that no test notices survives.',
    '`npm run mutate` runs the whole list and writes this page; `npm run mutate -- <words>` tries those whose area or name holds the words. `npm run mutants` counts the list anew, which the check compares.',
    '',
    counts(),
    '## The whole list, as it was run last',
    '',
    `Run at ${at}.`,
    '',
    '| area | mutants then | killed | |',
    '| --- | --- | --- | --- |',
    ...Object.keys(AREAS).map((area) =>
      row(
        area,
        outcomes.filter((outcome) => outcome.area === area),
      ),
    ),
    row('all', outcomes),
    '',
    survivors.length === 0 ? 'No survivor.' : 'Survivors:',
    '',
    ...survivors.map(({ area, mutant }) => `- ${area}: ${mutant.name} (\`${mutant.file}\`)`),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
};
