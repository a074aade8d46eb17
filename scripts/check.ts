import './pinned-node.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { availableParallelism } from 'node:os';
import { ROOT, line, runStep } from './step.ts';
import type { Step } from './step.ts';

/** `npm run check`: everything that can be said about the source without running the product. */

const TYPESCRIPT = join(ROOT, 'node_modules/@typescript/native/bin/tsc');
const TEXT_CHECK = 'apps/web/src/i18n/check.ts';
const WORKSPACES = [
  'packages/rules',
  'packages/contract',
  'packages/art',
  'packages/files',
  'packages/embedded-postgres',
  'packages/ui',
  'apps/server',
  'apps/web',
  'apps/web/worker',
  'apps/console',
  'simulators',
  'chain',
  'e2e',
  'bench',
  'faults',
];

const node = (name: string, ...args: string[]): Step => ({ name, command: 'node', args });

const steps: Step[] = [
  // The long ones first, so that nothing waits for them at the end.
  { name: 'lint', command: 'oxlint', args: [] },
  node('sql', 'scripts/sql.ts'),
  ...['.', ...WORKSPACES]
    .filter((folder) => existsSync(join(ROOT, folder, 'tsconfig.json')))
    .map((folder) => node(`types ${folder}`, TYPESCRIPT, '--noEmit', '--project', folder)),
  node('imports', 'scripts/import-rules.ts'),
  { name: 'unused code', command: 'knip', args: ['--no-progress'] },
  // The same without tests: what they alone ask says so by `@internal`, and their packages are devDependencies.
  { name: 'unused but by tests', command: 'knip', args: ['--no-progress', '--production'] },
  { name: 'format', command: 'oxfmt', args: ['--check'] },
  ...(existsSync(join(ROOT, TEXT_CHECK)) ? [node('texts', TEXT_CHECK)] : []),
  node('contracts', 'chain/src/build.ts', '--check'),
  node('names', 'scripts/names.ts'),
  node('folders', 'scripts/house/folders.ts'),
  node('lengths', 'scripts/house/lengths.ts'),
  node('functions', 'scripts/house/functions.ts'),
  node('glossary', 'scripts/house/glossary.ts'),
  node('migrations', 'scripts/migrations.ts'),
  node('mutants', 'scripts/mutants.ts'),
  node('coverage', 'scripts/coverage.ts'),
];

const start = performance.now();
const waiting = [...steps];
const failed: string[] = [];

const work = async (): Promise<void> => {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const result = await runStep(step);
    process.stdout.write(line(result.code === 0 ? '✓' : '✗', result.name, result.ms));
    if (result.code !== 0) {
      failed.push(result.name);
      process.stdout.write(`${result.output.trim()}\n\n`);
    }
  }
};

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
process.stdout.write(line(failed.length === 0 ? '✓' : '✗', 'check', performance.now() - start));
if (failed.length > 0) {
  process.stdout.write(`failed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}
