import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { mustHold } from '../measure/harness.ts';

/** One first visit of a device with empty caches. Times in milliseconds from the start of the navigation. */
export interface Visit {
  fcp: number;
  lcp: number;
  /** Time beyond 50 ms of every task that ended after the first paint. */
  tbt: number;
  /** The same by the main thread's own processor time: without what other programs took of the machine meanwhile. */
  busy: number;
  cls: number;
  /** When what the visit waits for stood on the screen. */
  shown: number;
  /** What the line alone takes of that: a turn for the page, a turn for the files that it names, and the bytes of both. */
  line: number;
  /** Scripts fetched until then and for a while after, gzip, in kB of 1000 bytes; inline ones of the page not counted. */
  scriptKb: number;
  /** Languages whose texts were fetched. */
  textFiles: number;
}

export interface VisitPlan {
  url: string;
  /** JavaScript that says whether what the visit is for stands on the screen, by the elements of the page. */
  isShown: string;
  /** Signs in, so that the visit begins with a session. */
  before?: (context: BrowserContext) => Promise<void>;
  /** What it is opened on: a phone on its line, or a laptop in the house, whose line takes no time. */
  device?: keyof typeof DEVICES;
}

/**
 * The phone line of Lighthouse with devtools throttling: 1.6 Mbit/s and 150 ms of round trip become, as it reckons, nine tenths
 * of the rate and 562.5 ms until a request is answered. And a processor that is four times slower.
 */
const LINE = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 1024 * 0.9 * 1024) / 8,
  uploadThroughput: (750 * 0.9 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;
const DEVICES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true },
  laptop: { viewport: { width: 1280, height: 800 } },
} as const;
/** What comes later than this after everything is shown is none of the start. */
const SETTLE_MS = 2_500;
const PATIENCE_MS = 30_000;

const observe = (isShown: string): string => `{
  const seen = (globalThis.minerxVitals = { fcp: 0, lcp: 0, cls: 0, shown: 0, tasks: [] });
  const watch = (type, each) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  watch('paint', (entry) => entry.name === 'first-contentful-paint' && (seen.fcp = entry.startTime));
  watch('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime));
  watch('layout-shift', (entry) => !entry.hadRecentInput && (seen.cls += entry.value));
  watch('longtask', (entry) => seen.tasks.push([entry.startTime, entry.duration]));
  const look = () => {
    if (!(${isShown})) return;
    changes.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => (seen.shown = performance.now())));
  };
  const changes = new MutationObserver(look);
  changes.observe(document, { childList: true, subtree: true, characterData: true });
}`;

interface Seen {
  fcp: number;
  lcp: number;
  cls: number;
  shown: number;
  tasks: [start: number, duration: number][];
}

const slowDown = async (page: Page, device: keyof typeof DEVICES): Promise<CDPSession> => {
  const devtools = await page.context().newCDPSession(page);
  if (device === 'phone') {
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', LINE);
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return devtools;
};

interface Task {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds on the browser's own clock. */
  ts: number;
  /** Microseconds of processor time. */
  tdur?: number;
}

/** Records the tasks of the browser; the returned function ends it and gives the time beyond 50 ms of the page's main thread after `fcp`. */
const traceTasks = async (devtools: CDPSession): Promise<(fcp: number) => Promise<number>> => {
  const events: Task[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as Task[])));
  await devtools.send('Performance.enable', { timeDomain: 'timeTicks' });
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'toplevel' });
  return async (fcp) => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const start = metrics.find(({ name }) => name === 'NavigationStart')?.value ?? 0;
    mustHold(start > 0, 'the browser knows when the navigation began');
    const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
    await devtools.send('Tracing.end');
    await complete;
    const mains = events.filter(({ name, args }: Task & { args?: { name?: string } }) => {
      return name === 'thread_name' && args?.name === 'CrRendererMain';
    });
    // A spare renderer of the browser does next to nothing: the busiest one is the page's.
    const beyond = mains.map(({ pid, tid }) => {
      const tasks = events.filter((task) => task.pid === pid && task.tid === tid && task.name.endsWith('RunTask'));
      const after = tasks.filter(({ ts }) => ts / 1000 > start * 1000 + fcp);
      return {
        all: tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0),
        late: after.reduce((sum, { tdur = 0 }) => sum + Math.max(0, tdur / 1000 - 50), 0),
      };
    });
    const page = beyond.toSorted((a, b) => b.all - a.all)[0];
    mustHold((page?.all ?? 0) > 0, 'the trace holds the tasks of the page');
    return page!.late;
  };
};

/** Bytes of the page, and of the files that were asked for before the first script was there. */
const FIRST_BYTES = `(() => {
  const files = performance.getEntriesByType('resource');
  const first = Math.min(...files.filter(({ name }) => /\\.[jt]s$/.test(name)).map((each) => each.responseEnd));
  const wanted = [...performance.getEntriesByType('navigation'), ...files.filter((each) => each.startTime < first)];
  return wanted.reduce((sum, each) => sum + each.encodedBodySize, 0);
})()`;

/** Asked from outside: the app's Content-Security-Policy lets nobody evaluate anything inside. */
const untilShown = async (page: Page): Promise<void> => {
  const until = Date.now() + PATIENCE_MS;
  while ((await page.evaluate<number>('globalThis.minerxVitals.shown')) === 0) {
    mustHold(Date.now() < until, `${page.url()} shows what the visit is for within ${PATIENCE_MS / 1000} s`);
    await page.waitForTimeout(250);
  }
};

/** Opens a page on a fresh device and gives what its visitor had to wait for. */
export const visit = async (browser: Browser, plan: VisitPlan): Promise<Visit> => {
  const device = plan.device ?? 'phone';
  const context = await browser.newContext({ ...DEVICES[device], locale: 'en-GB', colorScheme: 'dark' });
  try {
    await plan.before?.(context);
    const page = await context.newPage();
    const troubles: string[] = [];
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
    const scripts: Promise<number>[] = [];
    const texts = new Set<string>();
    page.on('response', (response) => {
      if (/\/texts-[^/]+\.json$/.test(response.url())) texts.add(response.url());
      if (response.request().resourceType() !== 'script') return;
      scripts.push(
        response.body().then(
          (body) => gzipSync(body, { level: 9 }).length,
          () => 0,
        ),
      );
    });
    await page.addInitScript(observe(plan.isShown));
    const endTrace = await traceTasks(await slowDown(page, device));
    await page.goto(plan.url, { timeout: PATIENCE_MS });
    await untilShown(page);
    await page.waitForTimeout(SETTLE_MS);
    const seen = await page.evaluate<Seen>('globalThis.minerxVitals');
    const fetched = await page.evaluate<number>(FIRST_BYTES);
    const busy = await endTrace(seen.fcp);
    mustHold(troubles.length === 0, `the browser has nothing to complain about: ${troubles.join('; ')}`);
    mustHold(seen.fcp > 0 && seen.lcp > 0, 'the browser saw a first and a largest paint');
    const late = seen.tasks.filter(([start, duration]) => start + duration > seen.fcp);
    const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
    return {
      fcp: seen.fcp,
      lcp: seen.lcp,
      tbt: late.reduce((sum, [, duration]) => sum + duration - 50, 0),
      busy,
      cls: seen.cls,
      shown: seen.shown,
      line: 2 * LINE.latency + (fetched / LINE.downloadThroughput) * 1000,
      scriptKb: bytes / 1000,
      textFiles: texts.size,
    };
  } finally {
    await context.close();
  }
};
