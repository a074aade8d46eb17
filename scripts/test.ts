import './pinned-node.ts';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureWebBuild } from '../apps/server/src/start/web-build.ts';
import { ROOT, line, runStep } from './step.ts';
import type { Step } from './step.ts';

/** `npm test`: check, unit and server tests, web build and its sizes, journeys and looks in a browser. Stops at the first that fails. */

const RESULTS = join(ROOT, '.test-results');
const VITEST_JSON = join(RESULTS, 'vitest.json');

const totals = { passed: 0, failed: 0 };

const finish = (code: number): never => {
  process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`);
  process.exit(code);
};

const need = async (step: Step, count?: () => void): Promise<void> => {
  const { code, ms } = await runStep(step, true);
  count?.();
  process.stdout.write(line(code === 0 ? '✓' : '✗', step.name, ms));
  if (code !== 0) {
    if (totals.failed === 0) totals.failed = 1;
    finish(code);
  }
};

const readJson = (file: string): Record<string, unknown> =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : {};

const countVitest = (): void => {
  const { numPassedTests, numFailedTests } = readJson(VITEST_JSON);
  totals.passed += Number(numPassedTests ?? 0);
  totals.failed += Number(numFailedTests ?? 0);
};

/** A folder of journeys, or the looks: what a browser does with a running product of its own. Most of its time it waits, so all run side by side. */
const browserStep = (name: string, config: string, ...args: string[]): Step & { report: string } => {
  const report = join(RESULTS, `${name}.json`);
  return {
    name,
    command: 'playwright',
    args: ['test', '-c', config, '--reporter=list,json', '--output', join(RESULTS, name), ...args],
    cwd: join(ROOT, 'e2e'),
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    report,
  };
};

/** Tells of each when it has ended. */
const needBrowser = async (...steps: (Step & { report: string })[]): Promise<void> => {
  const results = steps.map(async (step) => {
    const { code, ms, output } = await runStep(step, false);
    countPlaywright(step.report);
    process.stdout.write(`${output.trim()}\n${line(code === 0 ? '✓' : '✗', step.name, ms)}`);
    return code;
  });
  if ((await Promise.all(results)).some((code) => code !== 0)) {
    if (totals.failed === 0) totals.failed = 1;
    finish(1);
  }
};

const countPlaywright = (file: string): void => {
  const stats = (readJson(file)['stats'] ?? {}) as {
    expected?: number;
    flaky?: number;
    unexpected?: number;
  };
  totals.passed += (stats.expected ?? 0) + (stats.flaky ?? 0);
  totals.failed += stats.unexpected ?? 0;
};

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

await need({ name: 'check', command: 'node', args: ['scripts/check.ts'] });
await need(
  {
    name: 'tests',
    command: 'vitest',
    args: ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${VITEST_JSON}`],
  },
  countVitest,
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
await need({ name: 'web sizes', command: 'node', args: ['apps/web/build/size-check.ts'] });
await need({ name: 'console sizes', command: 'node', args: ['apps/console/build/size-check.ts'] });

await needBrowser(
  ...readdirSync(join(ROOT, 'e2e/journeys')).map((world) => browserStep(world, 'playwright.config.ts', world)),
  browserStep('looks', 'looks.config.ts'),
);
finish(0);
