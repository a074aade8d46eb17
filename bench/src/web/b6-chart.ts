import '../../../scripts/pinned-node.ts';
import { cpus, loadavg } from 'node:os';
import { chromium, type BrowserContext } from '@playwright/test';
import { format, mustHold, row } from '../measure/harness.ts';
import { newPhone, openEmpty, shareOver, slowDevtools, together, watchFrames, type Watched } from './web-frames.ts';
import { BROWSER } from '../../../e2e/src/browser.ts';
import { takeProduct } from './web-pages.ts';

/**
 * B6: the live chart of an order on a processor that is four times slower, watched for half an hour: its 600 points are there after ten minutes.
 * The heap from then on, and the frames of the last minutes in turn with an empty page's. `WEB_URL` takes a server that runs already, `MINUTES` other minutes.
 */
const MINUTES = Math.max(3, Number(process.env['MINUTES'] ?? 30));
/** From when on the ring of points is full, and everything has been done once. */
const FULL = Math.min(12, MINUTES - 1);
const FRAME_MS = 32;
/** Turns of the chart and of the empty page. */
const TURNS = 6;
const TURN_MS = 10_000;
/** Of the empty page's frames so many more may be late: one in a thousand is the machine's own unrest. */
const BEYOND = 0.001;
/** What a heap may wander between two collections. */
const FLAT = 0.05;
const LIVE = 1;

const product = await takeProduct();
const browser = await chromium.launch(BROWSER);

/** Signs the phone in; the address of a live order of its member. */
const findLiveOrder = async (context: BrowserContext): Promise<string> => {
  const ask = async (path: string, data: Record<string, unknown>, headers: Record<string, string>) => {
    const answer = await context.request.post(`${product.url}/api/${path}`, { headers, data });
    mustHold(answer.ok(), `${path} answers (${answer.status()})`);
    return ((await answer.json()) as { result: Record<string, unknown> }).result;
  };
  const demo = { member_email: 'demo@minerx.test', member_password: 'Demo#2026' };
  await ask('member/login', demo, { 'X-Session-Transport': 'cookie', Origin: product.url });
  const { accessToken } = await ask('member/login', demo, {});
  const { data } = await ask('package/order', { page: 1, pageSize: 100 }, { Authorization: `Bearer ${accessToken}` });
  const order = (data as { id: string; package_order_status: number }[]).find(
    ({ package_order_status }) => package_order_status === LIVE,
  );
  mustHold(order !== undefined, 'the demo member has a live order');
  return `${product.url}/order/details/${order!.id}`;
};

const tell = (name: string, seen: Watched): string =>
  `${name} ${(shareOver(seen, FRAME_MS) * 100).toFixed(2)} % of ${seen.frames.length}, longest ${format(Math.max(...seen.frames))} ms`;

try {
  const context = await newPhone(browser);
  const order = await findLiveOrder(context);
  await context.addInitScript(
    "localStorage.setItem('minerx:session', '1'); sessionStorage.setItem('minerx:announced', '1')",
  );
  const page = await context.newPage();
  await page.goto(order);
  await page.getByRole('tab').nth(1).click();
  await page.locator('figure svg path').first().waitFor();
  const devtools = await slowDevtools(page);

  const heapMb = async (): Promise<number> => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6;
  };
  const heaps: number[] = [];
  const last = MINUTES - Math.ceil((2 * TURNS * TURN_MS) / 60_000);
  for (let minute = 1; minute <= last; minute += 1) {
    await page.waitForTimeout(60_000);
    heaps.push(await heapMb());
    console.log(`minute ${minute}: ${format(heaps.at(-1)!)} MB`);
  }
  const empty = await openEmpty(browser, 844);
  const beside = await slowDevtools(empty);
  const [ours, its]: [Watched[], Watched[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    ours.push(await watchFrames(devtools, () => page.waitForTimeout(TURN_MS)));
    its.push(await watchFrames(beside, () => empty.waitForTimeout(TURN_MS)));
  }
  heaps.push(await heapMb());
  const [chart, nothing] = [together(ours), together(its)];
  mustHold(chart.frames.length > 1000, `a minute has its frames (${chart.frames.length})`);
  const [early, late] = [heaps[Math.min(FULL, last) - 1]!, heaps.at(-1)!];

  row({
    id: 'B6',
    work: `live hashrate chart at 1 Hz, processor four times slower, watched for ${MINUTES} minutes: frames over ${FRAME_MS} ms at the end; heap once its 600 points are there`,
    reference: `an empty page, in turn: ${tell('', nothing).trim()}`,
    goal: `no frame over ${FRAME_MS} ms beyond the empty page's; heap flat`,
    measured: [
      tell('', chart).trim(),
      `heap ${format(early)} MB after ${FULL} minutes, ${format(late)} MB after ${MINUTES}`,
      `load of the machine meanwhile ${loadavg()[0]!.toFixed(0)} on ${cpus().length} cores`,
    ],
    reached: shareOver(chart, FRAME_MS) <= shareOver(nothing, FRAME_MS) + BEYOND && late <= early * (1 + FLAT),
  });
} finally {
  await browser.close();
  await product.stop();
}
