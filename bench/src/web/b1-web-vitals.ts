import '../../../scripts/pinned-node.ts';
import { cpus, loadavg } from 'node:os';
import { chromium, type BrowserContext } from '@playwright/test';
import { measureSizes, type SizeLine } from '../../../apps/web/build/sizes.ts';
import { format, median, mustHold, row } from '../measure/harness.ts';
import { ENGINE } from '../../../e2e/src/browser.ts';
import { DIST, startHello, startWords, takeProduct } from './web-pages.ts';
import { visit, type Visit, type VisitPlan } from './web-visit.ts';

/**
 * B1 to B4 and B8: sizes of the build, and the first visit of sign-in, of home and of the wallets (signed in, the demo's own data) on a slow phone, served by our server,
 * beside two that only greet: in two words without a script, and with React. `WEB_URL` takes a server that runs already.
 */
const ROUNDS = Math.max(5, Number(process.env['ROUNDS'] ?? 5));

const product = await takeProduct();
const words = await startWords();
const hello = await startHello();
const browser = await chromium.launch(ENGINE);

const signIn = async (context: BrowserContext): Promise<void> => {
  const answer = await context.request.post(`${product.url}/api/member/login`, {
    headers: { 'X-Session-Transport': 'cookie', Origin: product.url },
    data: { member_email: 'demo@minerx.test', member_password: 'Demo#2026' },
  });
  mustHold(answer.ok(), `the demo member signs in (${answer.status()})`);
  const { result } = (await answer.json()) as { result: { accessToken: string } };
  const claims = Buffer.from(result.accessToken.split('.')[1]!, 'base64url').toString();
  const { sub } = JSON.parse(claims) as { sub: string };
  await context.addInitScript(`localStorage.setItem('minerx:session', '${sub}')`);
};

/** JavaScript of what a member reads: of the shell, until the app stands in its place. */
const SHOWN = "(document.getElementById('content') ?? document.querySelector('.shell-member'))?.textContent ?? ''";

const plans = {
  words: { url: `${words.url}/`, isShown: "document.querySelector('h1')" },
  hello: { url: `${hello.url}/`, isShown: "document.querySelector('h1')" },
  login: { url: `${product.url}/login`, isShown: "document.querySelector('form input[type=password]')" },
  home: {
    url: `${product.url}/`,
    // The total in dollars and the prices of both boosters: in the shell, which is shown until the app is there.
    isShown: `/\\$[\\d,]+\\.\\d\\d[^]*USDT[^]*USDT/.test(${SHOWN})`,
    before: signIn,
  },
  wallets: {
    url: `${product.url}/asset`,
    // The total in dollars and the six wallets with their values; the app writes what the total has beside them, too.
    isShown: `/^[^≈]*\\$\\d[^≈]*(?:≈\\s\\$\\d[^≈]*){6,7}$/.test(${SHOWN})`,
    before: signIn,
  },
} satisfies Record<string, VisitPlan>;
type Page = keyof typeof plans;
/** Those behind the sign-in, and all of ours. */
const inside = ['home', 'wallets'] as const;
const ours = ['login', ...inside] as const;

try {
  const visits: Record<Page, Visit[]> = { words: [], hello: [], login: [], home: [], wallets: [] };
  const pages = Object.keys(plans) as Page[];
  for (const page of pages) await visit(browser, plans[page]); // What the machine has to read once.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const page of round % 2 === 0 ? pages : pages.toReversed()) {
      const seen = await visit(browser, plans[page]);
      visits[page].push(seen);
      const figures = Object.entries(seen).map(([name, value]) => `${name} ${format(value)}`);
      console.log(`round ${round + 1}, ${page}: ${figures.join(', ')}`);
    }
  }
  const middle = (page: Page, figure: keyof Visit) => median(visits[page].map((seen) => seen[figure]));
  const seconds = (page: Page, figure: keyof Visit) => `${(middle(page, figure) / 1000).toFixed(2)} s`;
  const greeting = (figure: string) => `a page of React that only greets: ${figure}`;

  // Times here are no ratios: who reads them must know what else the machine had to do.
  const load = `load of the machine meanwhile ${loadavg()[0]!.toFixed(0)} on ${cpus().length} cores`;

  const sizes = measureSizes(DIST);
  const before = (path: string) => sizes.find(({ kind, of }) => kind === 'start' && of === path)!.kb;
  const kb = (page: Page) => middle(page, 'scriptKb');
  row({
    id: 'B1',
    work: 'scripts before the first touch, gzip: sign-in / home; all that a visit of home fetches',
    reference: greeting(`${kb('hello').toFixed(1)} kB`),
    goal: '≤ 105 kB / ≤ 118 kB; ≤ 140 kB',
    measured: [`${before('/login').toFixed(1)} kB / ${before('/').toFixed(1)} kB`, `${kb('home').toFixed(1)} kB`],
    reached: before('/login') <= 105 && before('/') <= 118 && kb('home') <= 140,
  });
  const largest = (fits: (line: SizeLine) => boolean) => sizes.filter(fits).toSorted((a, b) => b.kb - a.kb)[0]!;
  const own = largest(({ kind }) => kind === 'own files');
  const file = largest(({ kind }) => kind === 'script');
  row({
    id: 'B2',
    work: 'largest script of any other screen, gzip: its own files, charts among them / a file that screens share',
    reference: 'none: sizes do not depend on the machine',
    goal: '≤ 35 kB / ≤ 35 kB',
    measured: [`${own.kb.toFixed(1)} kB (${own.of}) / ${file.kb.toFixed(1)} kB (${file.of})`],
    reached: own.kb <= 35 && file.kb <= 35,
  });
  const texts = largest(({ kind }) => kind === 'texts');
  row({
    id: 'B8',
    work: 'texts of one language, gzip; only the chosen one is fetched',
    reference: 'none: sizes do not depend on the machine',
    goal: '≤ 20 kB',
    measured: [`at most ${texts.kb.toFixed(1)} kB (${texts.of})`],
    reached: texts.kb <= 20 && middle('home', 'textFiles') === 1,
  });
  row({
    id: 'B3',
    work: 'largest paint of a first visit on a slow phone: sign-in / home with its data / wallets with total and rows',
    reference: `pages that only greet: ${seconds('words', 'lcp')} in two words without a script, ${seconds('hello', 'lcp')} with React`,
    goal: '≤ 0.8 s / ≤ 1.2 s / ≤ 1.2 s; figures ≤ 2.3 s',
    measured: [
      ours.map((page) => seconds(page, 'lcp')).join(' / '),
      `first paint ${ours.map((page) => seconds(page, 'fcp')).join(' / ')}`,
      `form ready ${seconds('login', 'shown')}, figures shown ${seconds('home', 'shown')} / ${seconds('wallets', 'shown')}`,
      `of that the line alone, two turns and the bytes, ${ours.map((page) => seconds(page, 'line')).join(' / ')}`,
      load,
    ],
    reached:
      middle('login', 'lcp') <= 800 &&
      inside.every((page) => middle(page, 'lcp') <= 1200 && middle(page, 'shown') <= 2300),
  });
  const tbt = (page: Page) => middle(page, 'tbt');
  const worstShift = Math.max(...ours.flatMap((page) => visits[page]).map(({ cls }) => cls));
  const milliseconds = (figure: 'tbt' | 'busy') =>
    ours.map((page) => `${middle(page, figure).toFixed(0)} ms`).join(' / ');
  row({
    id: 'B4',
    work: 'blocking time of the same visits, processor four times slower: sign-in / home / wallets; layout shift',
    reference: greeting(`${tbt('hello').toFixed(0)} ms`),
    goal: '≤ 100 ms; ≤ 0.01',
    measured: [
      milliseconds('tbt'),
      `by its own processor time ${milliseconds('busy')}`,
      `shift at most ${worstShift.toFixed(4)}`,
      load,
    ],
    reached: ours.every((page) => tbt(page) <= 100) && worstShift <= 0.01,
  });
} finally {
  await browser.close();
  await hello.stop();
  await words.stop();
  await product.stop();
}
