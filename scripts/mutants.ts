import './pinned-node.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS, misfitOf } from './mutants/areas.ts';
import { withCounts } from './mutants/page.ts';
import { ROOT } from './step.ts';

/**
 * Every mutant still fits the line that it breaks, its tests are there, and docs/mutants.md counts the list as it is (`--write` counts it anew).
 * That they notice is what `npm run mutate` shows.
 */

const PAGE = join(ROOT, 'docs/mutants.md');

const mutants = Object.values(AREAS).flat();
const misfits = mutants.flatMap((mutant) => misfitOf(mutant) ?? []);
const page = readFileSync(PAGE, 'utf8');
const counted = withCounts(page);
if (process.argv.includes('--write')) writeFileSync(PAGE, counted);
else if (counted !== page)
  misfits.push('docs/mutants.md counts other mutants or areas than there are: npm run mutants');
for (const misfit of misfits) process.stdout.write(`${misfit}\n`);
process.stdout.write(`${mutants.length} mutants, ${misfits.length} misfits\n`);
process.exitCode = misfits.length === 0 ? 0 : 1;
