import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** Frames of a page on a slow phone, and what its main thread does for each; beside an empty page of the same run. */

const CPU_SLOWDOWN = 4;
/** A frame at 60 a second. */
export const FRAME_MS = 1000 / 60;

export interface Watched {
  /** Milliseconds between frames. */
  frames: number[];
  /** Processor time of the main thread meanwhile, slowed as it is. */
  busyMs: number;
}

export const newPhone = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    hasTouch: true,
    isMobile: true,
    locale: 'en-GB',
    colorScheme: 'dark',
  });

/** A page as high as a long list, with nothing on it: what the machine misses there no page of ours could have kept. */
export const openEmpty = async (browser: Browser, heightPx: number): Promise<Page> => {
  const page = await (await newPhone(browser)).newPage();
  await page.setContent(`<body style="margin:0;background:#0b1119"><div style="height:${heightPx}px"></div>`);
  return page;
};

/** Its developer tools, with the processor slowed down and the time of its main thread counted. */
export const slowDevtools = async (page: Page): Promise<CDPSession> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return devtools;
};

const START = `{
  globalThis.minerxFrames = [];
  globalThis.minerxWatching = true;
  let last = performance.now();
  const next = (now) => { globalThis.minerxFrames.push(now - last); last = now; if (globalThis.minerxWatching) requestAnimationFrame(next); };
  requestAnimationFrame(next);
}`;
const TAKE = '(minerxWatching = false, minerxFrames.slice(1))';

const busyOf = async (devtools: CDPSession): Promise<number> => {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
};

/** What the page does while something happens to it. Asked from outside: its policy lets nobody evaluate anything inside. */
export const watchFrames = async (devtools: CDPSession, happen: () => Promise<unknown>): Promise<Watched> => {
  const before = await busyOf(devtools);
  await devtools.send('Runtime.evaluate', { expression: START });
  await happen();
  const { result } = await devtools.send('Runtime.evaluate', { expression: TAKE, returnByValue: true });
  return { frames: result.value as number[], busyMs: (await busyOf(devtools)) - before };
};

export const together = (parts: readonly Watched[]): Watched => ({
  frames: parts.flatMap(({ frames }) => frames),
  busyMs: parts.reduce((sum, { busyMs }) => sum + busyMs, 0),
});

/** Which part of the frames came later than `ms` after the one before. */
export const shareOver = ({ frames }: Watched, ms: number): number =>
  frames.filter((each) => each > ms).length / frames.length;

export const busyAFrame = ({ frames, busyMs }: Watched): number => busyMs / frames.length;
