import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Sent to every page that is judged: less than half as long as the one with its comments. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Themes differ in colours alone: what does not look at them says the same in both. */
const BY_THEME = {
  dark: { type: 'tag', values: RULES },
  light: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const satisfies Record<string, RunOptions['runOnly']>;

/** Rows that the browser leaves out while they are far away keep the colours of the theme before: axe is to see them drawn. */
const drawEverything = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const rule = '* { content-visibility: visible !important; }';
    // A page whose screens are come to by links keeps it.
    if (document.adoptedStyleSheets.some(({ cssRules }) => cssRules[0]?.cssText === rule)) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rule);
    document.adoptedStyleSheets.push(sheet);
  });

/** What is on its way from one colour to another is there: axe judges what members read, not a moment between. */
const endMotion = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const motion of document.getAnimations())
      if (Number.isFinite(motion.effect?.getComputedTiming().endTime)) motion.finish();
  });

/**
 * What axe finds on a page as it is now, a line for each rule. Axe is sent once to each frame of a page, and puts together what it
 * finds in them.
 * @param runOnly of the rules; left out: all rules that axe has switched on
 */
export const violationsOf = async (page: Page, runOnly?: RunOptions['runOnly']): Promise<string[]> => {
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
  await endMotion(page);
  const options: RunOptions = { resultTypes: ['violations'], ...(runOnly && { runOnly }) };
  const violations = await page.evaluate(
    async (how) => (await (window as unknown as { axe: typeof axe }).axe.run(document, how)).violations,
    options,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
};

/** What axe finds on the screen as it is now, in both themes; the journey goes on and fails at its end. */
export const expectAccessible = async (page: Page, name: string): Promise<void> => {
  await drawEverything(page);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect.soft(await violationsOf(page, BY_THEME[colorScheme]), `${name} in ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: null });
};

/** Nothing of the screen lies beyond the right edge of the smallest phone. */
export const expectNoSidewaysScroll = async (page: Page, name: string): Promise<void> => {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(width, `${name} at 320 px`).toBeLessThanOrEqual(320);
  if (size !== null) await page.setViewportSize(size);
};
