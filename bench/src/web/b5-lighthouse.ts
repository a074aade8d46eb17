import '../../../scripts/pinned-node.ts';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { freePort } from '@minerx/embedded-postgres/cluster';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { MEMBER_SCREENS, VISITOR_SCREENS } from '../../../e2e/src/screens.ts';
import { format, median, mustHold, row } from '../measure/harness.ts';
import { ENGINE } from '../../../e2e/src/browser.ts';
import { takeProduct } from './web-pages.ts';

/**
 * B5: what Lighthouse's mobile profile says of every screen that opens by its address, served by our server. Screens of members with a
 * session. `WEB_URL` takes a server that runs already, `SCREENS=/order,/asset` some of the screens.
 */
const ROUNDS = Math.max(1, Number(process.env['ROUNDS'] ?? 3));
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const GOALS = { performance: 97, accessibility: 100, 'best-practices': 100 } as const;
const only = process.env['SCREENS']?.split(',');

type Scores = Record<(typeof CATEGORIES)[number], number>;

interface Judgement {
  scores: Scores;
  /** Audits that cost points. */
  faults: string[];
  /** First and largest paint, blocking time, speed index, for who wants to know why. */
  times: string[];
}

const product = await takeProduct();
const port = await freePort();
const folder = mkdtempSync(join(tmpdir(), 'minerx-lighthouse-'));
const phone = await chromium.launchPersistentContext(folder, {
  ...ENGINE,
  locale: 'en-GB',
  args: [...ENGINE.args, `--remote-debugging-port=${port}`],
});

/** The part of Lighthouse's report that is read here. */
interface Report {
  finalDisplayedUrl: string;
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; displayValue?: string }>;
}

/** npm fetches it when it is asked for: with all that it brings it is a fifth of what the whole project installs. */
const LIGHTHOUSE = ['exec', '--yes', '--package=lighthouse@12.8.2', '--', 'lighthouse'];
const run = promisify(execFile);
/** By a file: what npm passes on of so much text is not always whole. */
const REPORT = join(folder, 'report.json');
const FLAGS = [
  '--output=json',
  `--output-path=${REPORT}`,
  '--quiet',
  '--disable-storage-reset',
  `--only-categories=${CATEGORIES.join(',')}`,
];

/** What Lighthouse says of one visit; the session of the browser stays, its cache does not. */
const judge = async (path: string): Promise<Judgement> => {
  const look = async (): Promise<Report> => {
    const args = [...LIGHTHOUSE, `${product.url}${path}`, `--port=${port}`, ...FLAGS];
    // Its report comes with a failure too.
    rmSync(REPORT, { force: true });
    await run('npm', args).catch(() => undefined);
    return JSON.parse(readFileSync(REPORT, 'utf8')) as Report;
  };
  let report = await look();
  // A busy machine can keep Lighthouse from seeing anything; that says nothing of the page.
  if (report.runtimeError !== undefined) report = await look();
  const trouble = report.runtimeError?.message;
  mustHold(trouble === undefined, `Lighthouse could read ${path}: ${trouble}`);
  mustHold(new URL(report.finalDisplayedUrl).pathname === path, `${path} opened, not ${report.finalDisplayedUrl}`);
  const score = (category: (typeof CATEGORIES)[number]) => {
    const value = report.categories[category]?.score;
    mustHold(typeof value === 'number', `${path} has a score for ${category}`);
    return Math.round(value! * 100);
  };
  const faults = (['accessibility', 'best-practices'] as const).flatMap((category) =>
    report.categories[category]!.auditRefs.filter(
      ({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1,
    ).map(({ id }) => id),
  );
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
    },
    faults,
    times: (['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index'] as const).map(
      (audit) => report.audits[audit]?.displayValue ?? '',
    ),
  };
};

const signIn = async (): Promise<void> => {
  const answer = await phone.request.post(`${product.url}/api/member/login`, {
    headers: { 'X-Session-Transport': 'cookie', Origin: product.url },
    data: { member_email: 'demo@minerx.test', member_password: 'Demo#2026' },
  });
  mustHold(answer.ok(), `the demo member signs in (${answer.status()})`);
  const page = await phone.newPage();
  await page.goto(`${product.url}/welcome`);
  await page.evaluate("localStorage.setItem('minerx:session', '1')");
  await page.close();
};

try {
  const found: { path: string; scores: Scores }[] = [];
  const measure = async (paths: readonly string[]): Promise<void> => {
    for (const path of paths.filter((each) => only?.includes(each) ?? true)) {
      const rounds: Judgement[] = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await judge(path));
      const middle = (category: keyof Scores) => median(rounds.map(({ scores }) => scores[category]));
      const scores = {
        performance: middle('performance'),
        accessibility: middle('accessibility'),
        'best-practices': middle('best-practices'),
      };
      found.push({ path, scores });
      const faults = [...new Set(rounds.flatMap((round) => round.faults))];
      console.log(
        `${path}: ${Object.values(scores).map(format).join(' / ')} ${faults.join(' ')} (${rounds.at(-1)!.times.join(', ')})`,
      );
    }
  };
  await measure(VISITOR_SCREENS);
  await signIn();
  await measure(MEMBER_SCREENS);

  const worst = (category: keyof Scores) => found.toSorted((a, b) => a.scores[category] - b.scores[category])[0]!;
  const below = found.filter(({ scores }) => CATEGORIES.some((category) => scores[category] < GOALS[category]));
  if (only === undefined) {
    row({
      id: 'B5',
      work: `Lighthouse mobile, ${found.length} screens, ${ROUNDS} visits each: performance / accessibility / best practices`,
      reference: 'none: Lighthouse has its own scale',
      goal: '≥ 97 / 100 / 100 on every screen',
      measured: [
        `lowest ${CATEGORIES.map((category) => `${worst(category).scores[category]} (${worst(category).path})`).join(' / ')}`,
        `${found.length - below.length} of ${found.length} screens reach all three`,
        `load of the machine meanwhile ${loadavg()[0]!.toFixed(0)} on ${cpus().length} cores`,
      ],
      reached: below.length === 0,
    });
  }
} finally {
  await phone.close();
  rmSync(folder, { recursive: true, force: true });
  await product.stop();
}
