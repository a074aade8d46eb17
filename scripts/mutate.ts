import './pinned-node.ts';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { AREAS, misfitOf } from './mutants/areas.ts';
import type { Mutant } from './mutants/mutant.ts';
import { pageOf, type Outcome } from './mutants/page.ts';
import { line, ROOT } from './step.ts';

/**
 * `npm run mutate [-- words]`: breaks one line after the other and sees whether a test notices. Without words it takes all
 * mutants and writes `docs/mutants.md`; with words only those whose area or name holds them. Exit code 0 when at least
 * 95 % were noticed. It works in the tree it stands in and puts every file back.
 */

const WANTED = 0.95;
const REPORT = join(ROOT, 'docs/mutants.md');

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** One Vitest for all runs, because its start and that of the database take longer than most test files. */
const vitest = await createVitest('test', {
  root: ROOT,
  watch: false,
  // A worker that lives on would go on with the modules of the mutant before.
  isolate: true,
  bail: 1,
  reporters: [{}],
  silent: true,
});
await vitest.standalone();

/** Whether all of these test files pass, one after the other: most mutants die in the nearest. */
const holds = async (tests: readonly string[]): Promise<boolean> => {
  for (const test of tests) {
    const path = join(ROOT, test);
    const found = await vitest.globTestSpecifications([path]);
    if (found.length !== 1) throw new Error(`${test} is ${found.length} test files.`);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(found);
    // Vitest gives what it knows of every file that it ever ran, those that failed under another mutant too.
    const ran = testModules.filter(({ moduleId }) => moduleId === path);
    if (ran.length !== 1) throw new Error(`${test} was run ${ran.length} times.`);
    if (unhandledErrors.length > 0 || !ran[0]!.ok()) return false;
  }
  return true;
};

/** Puts a file back whatever happens, a Ctrl-C included. */
const withBroken = async <T>({ file, from, to }: Mutant, work: () => Promise<T>): Promise<T> => {
  const whole = read(file);
  const put = (text: string): void => {
    writeFileSync(join(ROOT, file), text);
    vitest.invalidateFile(join(ROOT, file));
  };
  const mend = (): void => put(whole);
  const stop = (): never => {
    mend();
    process.exit(130);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  // A function: in a text `$&` would be a pattern.
  put(whole.replace(from, () => to));
  try {
    return await work();
  } finally {
    mend();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
};

const words = process.argv.slice(2).join(' ');
const all = Object.entries(AREAS).flatMap(([area, mutants]) => mutants.map((mutant) => ({ area, mutant })));
const chosen = all.filter(({ area, mutant }) => `${area}: ${mutant.name}`.includes(words));
if (chosen.length === 0) throw new Error(`No mutant has "${words}" in its area or name.`);
const misfits = chosen.flatMap(({ mutant }) => misfitOf(mutant) ?? []);
if (misfits.length > 0) throw new Error(misfits.join('\n'));

const tests = [...new Set(chosen.flatMap(({ mutant }) => mutant.tests))];
if (!(await holds(tests)))
  throw new Error(`Tests fail without any mutant; mend that first: vitest run ${tests.join(' ')}`);
/** What the figures are of, before anything is broken. */
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
const place = `${commit} on ${new Date().toISOString().slice(0, 10)}`;
const outcomes: Outcome[] = [];
/** That one mutant died must count for no other: whole again, a test file that did not run with it holds. */
const control = async (dead: Mutant): Promise<void> => {
  const other = tests.find((test) => !dead.tests.includes(test));
  if (other !== undefined && !(await holds([other]))) throw new Error(`${other} fails without any mutant.`);
};
for (const { area, mutant } of chosen) {
  const start = performance.now();
  const killed = await withBroken(mutant, async () => !(await holds(mutant.tests)));
  if (killed && !outcomes.some((before) => before.killed)) await control(mutant);
  outcomes.push({ area, mutant, killed });
  process.stdout.write(line(killed ? '✓' : '✗', `${area}: ${mutant.name}`, performance.now() - start));
}
const killed = outcomes.filter((outcome) => outcome.killed).length;
if (words === '') writeFileSync(REPORT, pageOf(outcomes, place));
process.stdout.write(`${killed} of ${outcomes.length} killed\n`);
await vitest.close();
// Vitest counts a killed mutant as a failure of its own.
process.exitCode = killed / outcomes.length < WANTED ? 1 : 0;
