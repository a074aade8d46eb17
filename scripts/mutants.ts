import './pinned-node.ts';
import { AREAS, misfitOf } from './mutants/areas.ts';

/** Every mutant still fits the line that it breaks, and its tests are there. That they notice is what `npm run mutate` shows. */

const mutants = Object.values(AREAS).flat();
const misfits = mutants.flatMap((mutant) => misfitOf(mutant) ?? []);
for (const misfit of misfits) process.stdout.write(`${misfit}\n`);
process.stdout.write(`${mutants.length} mutants, ${misfits.length} misfits\n`);
process.exitCode = misfits.length === 0 ? 0 : 1;
