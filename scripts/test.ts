import './pinned-node.ts';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureWebBuild } from '../apps/server/src/start/web-build.ts';
import { ROOT, line, runStep } from './step.ts';
import type { Step } from './step.ts';

/** `npm test`: web build and its sizes; check, unit and server tests, journeys and looks in a browser, side by side. */

const RESULTS = join(ROOT, '.test-results');
const VITEST_JSON = join(RESULTS, 'vitest.json');
/** The world as the first journeys' start made it; those of the others are copies. */
const MADE_WORLD = join(RESULTS, 'made-world');

/** Journeys that wait for deliveries and for codes that nobody has used would hold up the end. */
const LONGEST_FIRST = ['other-days', 'wallets', 'first-day'];

const totals = { passed: 0, failed: 0 };

type Failure = { name: string; why: string | undefined };

/** Told once more at the end, with what the first of them said: whoever keeps only the last lines knows them too. */
const failures: Failure[] = [];
/** Went well at the second try. */
const flaky: Failure[] = [];
const TOLD = 20;
const TOLD_WHY = 3_000;

const tell = (mark: string, told: readonly Failure[]): void => {
  for (const { name } of told.slice(0, TOLD)) process.stdout.write(`${mark} ${name}\n`);
  if (told.length > TOLD) process.stdout.write(`${mark} and ${told.length - TOLD} more\n`);
  const why = stripVTControlCharacters(told[0]?.why ?? '').slice(0, TOLD_WHY);
  if (why !== '') process.stdout.write(`${why.trim()}\n`);
};

const finish = (code: number): never => {
  rmSync(MADE_WORLD, { recursive: true, force: true });
  tell('~', flaky);
  tell('✗', failures);
  process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`);
  process.exit(code);
};

/** A step, and what of its tests is counted when it has ended. */
type Counted = Step & { count?: () => void };

/** Two leave cores idle now and then; three, on a machine that is slow, wait for each other until what ends what hangs ends what works. */
const LANES = 2;

/** Steps in their order, some side by side: each tells what it said when it has ended. After one that failed none begins. */
const need = async (...steps: Counted[]): Promise<void> => {
  const waiting = [...steps];
  let isGreen = true;
  const work = async (): Promise<void> => {
    while (isGreen) {
      const next = waiting.shift();
      if (next === undefined) return;
      const { count, ...step } = next;
      const { code, ms, output } = await runStep(step);
      count?.();
      process.stdout.write(`${output.trim()}\n${line(code === 0 ? '✓' : '✗', step.name, ms)}`);
      isGreen &&= code === 0;
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
  if (isGreen) return;
  if (totals.failed === 0) totals.failed = 1;
  finish(1);
};

const readJson = (file: string): Record<string, unknown> =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : {};

type VitestReport = {
  numPassedTests?: number;
  numFailedTests?: number;
  testResults?: { name: string; assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[];
};

const countVitest = (): void => {
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = readJson(VITEST_JSON) as VitestReport;
  totals.passed += numPassedTests;
  totals.failed += numFailedTests;
  for (const { name, assertionResults } of testResults)
    for (const { fullName, status, failureMessages } of assertionResults)
      if (status === 'failed')
        failures.push({ name: `${relative(ROOT, name)} › ${fullName}`, why: failureMessages[0] });
};

/** A folder of journeys, or the looks: what a browser does with a running product of its own. */
const browserStep = (name: string, config: string, ...args: string[]): Counted => {
  const report = join(RESULTS, `${name}.json`);
  return {
    name,
    command: 'playwright',
    args: ['test', '-c', config, '--reporter=list,json', '--output', join(RESULTS, name), ...args],
    cwd: join(ROOT, 'e2e'),
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, MINERX_E2E_MADE: MADE_WORLD },
    count: () => countPlaywright(report),
  };
};

type Spec = { file: string; title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] };
type Suite = { suites?: Suite[]; specs?: Spec[] };
type PlaywrightReport = { stats?: { expected?: number; flaky?: number; unexpected?: number }; suites?: Suite[] };

/** Those that failed, or failed once. */
const failedOf = ({ suites = [], specs = [] }: Suite): (Failure & { ok: boolean })[] => [
  ...specs.flatMap(({ ok, file, title, tests }) => {
    const [why] = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []));
    return ok && why === undefined ? [] : [{ ok, name: `${file} › ${title}`, why }];
  }),
  ...suites.flatMap(failedOf),
];

const countPlaywright = (file: string): void => {
  const { stats = {}, suites = [] } = readJson(file) as PlaywrightReport;
  totals.passed += (stats.expected ?? 0) + (stats.flaky ?? 0);
  totals.failed += stats.unexpected ?? 0;
  for (const { ok, ...failure } of failedOf({ suites })) (ok ? flaky : failures).push(failure);
};

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

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

const [longest, ...journeys] = readdirSync(join(ROOT, 'e2e/journeys'))
  .toSorted((one, other) => LONGEST_FIRST.indexOf(one) - LONGEST_FIRST.indexOf(other))
  .map((world) => browserStep(world, 'playwright.config.ts', world));
await need(
  longest!,
  { name: 'check', command: 'node', args: ['scripts/check.ts'] },
  {
    name: 'tests',
    command: 'vitest',
    args: ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${VITEST_JSON}`],
    count: countVitest,
  },
  browserStep('looks', 'looks.config.ts'),
  ...journeys,
);
finish(0);
