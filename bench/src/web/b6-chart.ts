import '../../../scripts/pinned-node.ts';
import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { chromium } from '@playwright/test';
import { format, mustHold, row } from '../measure/harness.ts';
import { startProduct, type Served } from './web-pages.ts';

/**
 * B6: the live chart of an order on a processor that is four times slower: ten minutes of watching, until its 600 points are there.
 * Frames of the last minute, and the heap from the second minute to the end. `WEB_URL` takes a server that runs already, `MINUTES` fewer minutes.
 */
const MINUTES = Math.max(3, Number(process.env['MINUTES'] ?? 11));
const CPU_SLOWDOWN = 4;
const FRAME_MS = 32;
/** What a heap may wander between two collections. */
const FLAT = 0.05;
const DEBIANS = '/usr/bin/chromium';
const executablePath = process.env['CHROMIUM_PATH'] ?? (existsSync(DEBIANS) ? DEBIANS : undefined);

const running = process.env['WEB_URL'];
const product: Served = running ? { url: running, stop: async () => undefined } : await startProduct();
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  chromiumSandbox: process.getuid?.() !== 0,
  args: ['--disable-quic', '--no-first-run', '--disable-background-networking'],
});

/** Times between the frames of the page, in milliseconds, from the start until asked. */
const watchFrames = `{
  globalThis.minerxFrames = [];
  let last = performance.now();
  const next = (now) => { globalThis.minerxFrames.push(now - last); last = now; requestAnimationFrame(next); };
  requestAnimationFrame(next);
}`;

const LIVE = 1;

try {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    hasTouch: true,
    isMobile: true,
    locale: 'en-GB',
    colorScheme: 'dark',
  });
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

  await context.addInitScript(
    "localStorage.setItem('minerx:session', '1'); sessionStorage.setItem('minerx:announced', '1')",
  );
  const page = await context.newPage();
  await page.goto(`${product.url}/order/details/${order!.id}`);
  await page.getByRole('tab').nth(1).click();
  await page.locator('canvas').waitFor();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });

  const heapMb = async (): Promise<number> => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6;
  };
  const heaps: number[] = [];
  for (let minute = 1; minute < MINUTES; minute += 1) {
    await page.waitForTimeout(60_000);
    heaps.push(await heapMb());
    console.log(`minute ${minute}: ${format(heaps.at(-1)!)} MB`);
  }
  await devtools.send('Runtime.evaluate', { expression: watchFrames });
  await page.waitForTimeout(60_000);
  const { result } = await devtools.send('Runtime.evaluate', {
    expression: 'globalThis.minerxFrames.slice(1)',
    returnByValue: true,
  });
  const frames = (result.value as number[]).toSorted((a, b) => b - a);
  mustHold(frames.length > 1000, `a minute has its frames (${frames.length})`);
  heaps.push(await heapMb());
  // The ring of points fills in the first minutes; what grows after it is full would grow for ever.
  const [early, late] = [heaps[1]!, heaps.at(-1)!];
  const long = frames.filter((ms) => ms > FRAME_MS).length;

  row({
    id: 'B6',
    work: `live hashrate chart at 1 Hz, processor four times slower, ${MINUTES} minutes: frames of the last minute; heap`,
    reference: 'none: a frame is a frame',
    goal: `no frame over ${FRAME_MS} ms; heap flat`,
    measured: [
      `longest frame ${format(frames[0]!)} ms, ${long} of ${frames.length} over ${FRAME_MS} ms`,
      `heap ${format(early)} MB after two minutes, ${format(late)} MB at the end`,
      `load of the machine meanwhile ${loadavg()[0]!.toFixed(0)} on ${cpus().length} cores`,
    ],
    reached: long === 0 && late <= early * (1 + FLAT),
  });
} finally {
  await browser.close();
  await product.stop();
}
