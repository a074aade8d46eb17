import '../../../scripts/pinned-node.ts';
import { cpus, loadavg } from 'node:os';
import { chromium, type BrowserContext } from '@playwright/test';
import { demoTotp } from '../../../apps/server/src/demo/demo-operators.ts';
import { codeOf } from '../../../apps/server/test/operator/authenticator.ts';
import { format, median, mustHold, row } from '../measure/harness.ts';
import { ENGINE } from '../../../e2e/src/browser.ts';
import { startHello, startList, takeProduct } from './web-pages.ts';
import { visit, type Visit, type VisitPlan } from './web-visit.ts';

/**
 * B9: lists of the console opened for the first time on a laptop whose processor is four times slower, until their rows stand there.
 * `WEB_URL` takes a server that runs already.
 */
const GOAL_MS = 2000;
const ROUNDS = Math.max(5, Number(process.env['ROUNDS'] ?? 5));
const LISTS = ['members', 'audit', 'devices', 'settlements', 'catalogue/country'];

const product = await takeProduct();
const hello = await startHello();
const bare = await startList();
const browser = await chromium.launch(ENGINE);

/** A code is good once: the session of the first laptop goes on at the others. */
const signIn = async (): Promise<Parameters<BrowserContext['addCookies']>[0]> => {
  const context = await browser.newContext();
  const email = 'admin@minerx.test';
  const { secret } = demoTotp({ brand: { name: 'MinerX' } }, email);
  const answer = await context.request.post(`${product.url}/api/operator/sign-in`, {
    headers: { Origin: product.url },
    data: { email, password: 'Demo#2026', factor: codeOf(secret, Date.now()) },
  });
  mustHold(answer.ok(), `the demo's admin signs in (${answer.status()}: ${await answer.text()})`);
  const cookies = await context.cookies();
  await context.close();
  return cookies;
};

try {
  const cookies = await signIn();
  const plans: [name: string, plan: VisitPlan][] = [
    ['hello', { url: `${hello.url}/`, isShown: "document.querySelector('h1')", device: 'laptop' }],
    ['bare', { url: `${bare.url}/`, isShown: "document.querySelector('main tbody tr')", device: 'laptop' }],
    ...LISTS.map((list): [string, VisitPlan] => [
      list,
      {
        url: `${product.url}/console/${list}`,
        isShown: "document.querySelector('main tbody tr')",
        before: (context) => context.addCookies(cookies),
        device: 'laptop',
      },
    ]),
  ];
  const visits = new Map<string, Visit[]>(plans.map(([name]) => [name, []]));
  for (const [, plan] of plans) await visit(browser, plan); // What the machine has to read once.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, plan] of round % 2 === 0 ? plans : plans.toReversed())
      visits.get(name)!.push(await visit(browser, plan));
  const shown = (name: string): number => median(visits.get(name)!.map((seen) => seen.shown));
  const slowest = LISTS.toSorted((one, other) => shown(other) - shown(one))[0]!;
  const seconds = (name: string): string => `${format(shown(name) / 1000)} s`;
  row({
    id: 'B9',
    work: `first visit of a list of the console on a laptop, processor four times slower, until its rows stand there: ${LISTS.join(', ')}`,
    reference: `a page of React that only greets: ${seconds('hello')}; a bare list on the same router and queries: ${seconds('bare')}`,
    goal: '≤ 2 s',
    measured: [
      `slowest ${seconds(slowest)} (${slowest})`,
      `all ${LISTS.map(seconds).join(' / ')}`,
      `load of the machine meanwhile ${loadavg()[0]!.toFixed(0)} on ${cpus().length} cores`,
    ],
    reached: LISTS.every((name) => shown(name) <= GOAL_MS),
  });
} finally {
  await browser.close();
  await hello.stop();
  await bare.stop();
  await product.stop();
}
