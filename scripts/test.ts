import './pinned-node.ts';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureWebBuild } from '../apps/server/src/start/web-build.ts';
import { ROOT, line, runStep } from './step.ts';
import type { Step } from './step.ts';

/** `npm test`: check, unit and server tests, web build and its sizes, journeys and looks in a browser. Stops at the first that fails. */

const RESULTS = join(ROOT, '.test-results');
const VITEST_JSON = join(RESULTS, 'vitest.json');

const totals = { passed: 0, failed: 0 };

/** Told once more at the end: whoever keeps only the last lines knows them too. */
const failures: string[] = [];

const finish = (code: number): never => {
  for (const failure of failures) process.stdout.write(`✗ ${failure}\n`);
  process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`);
  process.exit(code);
};

/** A step, and what of its tests is counted when it has ended. */
type Counted = Step & { count?: () => void };

/** Steps that run side by side: each tells what it said when it has ended. */
const need = async (...steps: Counted[]): Promise<void> => {
  const codes = await Promise.all(
    steps.map(async ({ count, ...step }) => {
      const { code, ms, output } = await runStep(step);
      count?.();
      process.stdout.write(`${output.trim()}\n${line(code === 0 ? '✓' : '✗', step.name, ms)}`);
      return code;
    }),
  );
  if (codes.every((code) => code === 0)) return;
  if (totals.failed === 0) totals.failed = 1;
  finish(1);
};

const readJson = (file: string): Record<string, unknown> =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : {};

type VitestReport = {
  numPassedTests?: number;
  numFailedTests?: number;
  testResults?: { name: string; assertionResults: { fullName: string; status: string }[] }[];
};

const countVitest = (): void => {
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = readJson(VITEST_JSON) as VitestReport;
  totals.passed += numPassedTests;
  totals.failed += numFailedTests;
  for (const { name, assertionResults } of testResults)
    for (const { fullName, status } of assertionResults)
      if (status === 'failed') failures.push(`${relative(ROOT, name)} › ${fullName}`);
};

/** A folder of journeys, or the looks: what a browser does with a running product of its own. Most of its time it waits, so all run side by side. */
const browserStep = (name: string, config: string, ...args: string[]): Counted => {
  const report = join(RESULTS, `${name}.json`);
  return {
    name,
    command: 'playwright',
    args: ['test', '-c', config, '--reporter=list,json', '--output', join(RESULTS, name), ...args],
    cwd: join(ROOT, 'e2e'),
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    count: () => countPlaywright(report),
  };
};

type Suite = { suites?: Suite[]; specs?: { file: string; title: string; ok: boolean }[] };
type PlaywrightReport = { stats?: { expected?: number; flaky?: number; unexpected?: number }; suites?: Suite[] };

const failedOf = ({ suites = [], specs = [] }: Suite): string[] => [
  ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file} › ${title}`),
  ...suites.flatMap(failedOf),
];

const countPlaywright = (file: string): void => {
  const { stats = {}, suites = [] } = readJson(file) as PlaywrightReport;
  totals.passed += (stats.expected ?? 0) + (stats.flaky ?? 0);
  totals.failed += stats.unexpected ?? 0;
  failures.push(...failedOf({ suites }));
};

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

// Tests wait for databases and programs that they start: the check works meanwhile.
await need(
  { name: 'check', command: 'node', args: ['scripts/check.ts'] },
  {
    name: 'tests',
    command: 'vitest',
    args: ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${VITEST_JSON}`],
    count: countVitest,
  },
);

const start = performance.now();
try {
  await ensureWebBuild((text) => void process.stdout.write(`${text}\n`));
  process.stdout.write(line('✓', 'web build', performance.now() - start));
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
  totals.failed += 1;
  finish(1);
}
await need(
  { name: 'web sizes', command: 'node', args: ['apps/web/build/size-check.ts'] },
  { name: 'console sizes', command: 'node', args: ['apps/console/build/size-check.ts'] },
);

await need(
  ...readdirSync(join(ROOT, 'e2e/journeys')).map((world) => browserStep(world, 'playwright.config.ts', world)),
  browserStep('looks', 'looks.config.ts'),
);
finish(0);
